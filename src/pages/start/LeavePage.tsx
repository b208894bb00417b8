import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { leaveSession } from '#src/api/session.ts'

/** Forgets who was signed in here, and goes to the login page. */
export function LeavePage(): ReactNode {
  const navigate = useNavigate()
  useEffect(() => {
    leaveSession()
    void navigate('/login', { replace: true })
  }, [navigate])
  return null
}
