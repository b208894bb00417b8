import { useLocation, useNavigate } from 'react-router-dom'

/** Goes to the page of a batch. Where one is shown already, the page is loaded again. */
export function useOpenBatch(): (batchId: string) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (batchId) => {
    const path = `/lab/pro/batch/${batchId}`
    if (pathname.startsWith('/lab/pro/batch')) location.assign(path)
    else void navigate(path)
  }
}
