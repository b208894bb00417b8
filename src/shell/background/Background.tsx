import './background.css'
import type { ReactNode } from 'react'
import { Dialogs } from '../dialogs/Dialogs.tsx'
import { MaintenanceDialog } from './MaintenanceDialog.tsx'
import { MobileNotice } from './MobileNotice.tsx'
import { NewVersionDialog } from './NewVersionDialog.tsx'
import { useReports } from './reports.ts'
import { useTimeZone } from './time-zone.ts'
import { TopUp } from './TopUp.tsx'
import { useVersionCheck } from './version-check.ts'

/** What goes on besides every page: reports, the look for a new version, and what is said over any page. */
export function Background(): ReactNode {
  useReports()
  useTimeZone()
  const version = useVersionCheck()
  return (
    <>
      <MobileNotice />
      <MaintenanceDialog />
      <TopUp />
      <Dialogs />
      {version && <NewVersionDialog onClose={version.later} />}
    </>
  )
}
