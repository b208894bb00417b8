import { useLocation, useNavigate } from 'react-router-dom'

/** Goes to a batch's page. If one is shown already, the page reloads. */
export function useOpenBatch(): (batchId: string) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (batchId) => {
    const path = `/lab/pro/batch/${batchId}`
    if (pathname.startsWith('/lab/pro/batch')) location.assign(path)
    else void navigate(path)
  }
}
