import './shell.css'
import { useState, type ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import * as z from 'zod/mini'
import { useLiveData } from '#src/api/live.ts'
import { stored } from '#src/ui/stored.ts'
import { Dialogs } from './dialogs/Dialogs.tsx'
import { Header } from './header/Header.tsx'
import { MaintenanceDialog } from './MaintenanceDialog.tsx'
import type { Page } from './page.ts'
import { SideMenu } from './SideMenu.tsx'

const menuCollapsed = stored('menu_collapsed', z.literal([0, 1]), 0)

/** Header and menu around the pages of somebody who is signed in. */
export function Frame({ pages }: { pages: readonly Page[] }): ReactNode {
  useLiveData()
  const [collapsed, setCollapsed] = useState(() => menuCollapsed.get() === 1)
  const toggle = (): void => {
    menuCollapsed.set(collapsed ? 0 : 1)
    setCollapsed(!collapsed)
  }
  return (
    <div className={collapsed ? 'frame frame-collapsed' : 'frame'}>
      <Header />
      <SideMenu pages={pages} collapsed={collapsed} onToggle={toggle} />
      <main className="content">
        <Outlet />
      </main>
      <Dialogs />
      <MaintenanceDialog />
    </div>
  )
}
