import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { isVisitor, leaveSession } from '#src/api/session.ts'

/** Forgets who was signed in here, and goes to the login page. A visitor keeps the session: its work comes along to the account. */
export function LeavePage(): ReactNode {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isVisitor()) leaveSession()
    void navigate('/login', { replace: true })
  }, [navigate])
  return null
}
