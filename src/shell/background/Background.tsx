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

/** Background work of every page: reports, version check, and global dialogs. */
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
