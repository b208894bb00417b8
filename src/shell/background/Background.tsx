import './background.css'
import type { ReactNode } from 'react'
import { MaintenanceDialog } from './MaintenanceDialog.tsx'
import { MobileNotice } from './MobileNotice.tsx'
import { NewVersionDialog } from './NewVersionDialog.tsx'
import { useReports } from './reports.ts'
import { useVersionCheck } from './version-check.ts'

/** What goes on besides every page: reports, the look for a new version, and what is said over any page. */
export function Background(): ReactNode {
  useReports()
  const version = useVersionCheck()
  return (
    <>
      <MobileNotice />
      <MaintenanceDialog />
      {version && <NewVersionDialog onClose={version.later} />}
    </>
  )
}
