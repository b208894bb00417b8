import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { isVisitor, leaveSession } from '#src/api/session.ts'

/** Signs out and goes to the login page. A visitor keeps the session, whose data merge into the account. */
export function LeavePage(): ReactNode {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isVisitor()) leaveSession()
    void navigate('/login', { replace: true })
  }, [navigate])
  return null
}
