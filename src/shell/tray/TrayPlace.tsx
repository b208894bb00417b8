import type { ReactNode } from 'react'
import { loadMessages } from '#src/i18n/index.ts'
import { later } from '#src/ui/later.tsx'
import { useTray } from './use-tray.ts'

const TaskTray = later(async () => {
  const [part] = await Promise.all([import('./TaskTray.tsx'), loadMessages('tasks')])
  return part.TaskTray
})

/** The tray, loaded with the first task that it shows. */
export function TrayPlace(): ReactNode {
  const rows = useTray()
  return rows.length > 0 ? <TaskTray rows={rows} /> : null
}
