import './shell.css'
import { useState, type ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import * as z from 'zod/mini'
import { LiveData } from '#src/api/live.ts'
import { stored } from '#src/ui/stored.ts'
import { Header } from './header/Header.tsx'
import { SideMenu } from './menu/SideMenu.tsx'
import { TrayPlace } from './tray/TrayPlace.tsx'

const menuCollapsed = stored('menu_collapsed', z.literal([0, 1]), 0)

interface Props {
  /** Paths of all pages, with `:names`: the menu leaves out entries without a page. */
  paths: readonly string[]
}

/** Header and menu around a signed-in user's pages. */
export function Frame({ paths }: Props): ReactNode {
  const [collapsed, setCollapsed] = useState(() => menuCollapsed.get() === 1)
  const toggle = (): void => {
    menuCollapsed.set(collapsed ? 0 : 1)
    setCollapsed(!collapsed)
  }
  return (
    <div className={collapsed ? 'frame frame-collapsed' : 'frame'}>
      <LiveData />
      <Header />
      <SideMenu paths={paths} collapsed={collapsed} onToggle={toggle} />
      <main className="content">
        <Outlet context={paths} />
      </main>
      <TrayPlace />
    </div>
  )
}
