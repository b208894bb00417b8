import { useState, type ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import { Header } from './Header.tsx'
import { LiveData } from './LiveData.tsx'
import { MaintenanceDialog } from './MaintenanceDialog.tsx'
import { SideMenu } from './SideMenu.tsx'

const KEY = 'menu_collapsed'

export function Frame(): ReactNode {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(KEY) === '1')
  const toggle = (): void => {
    localStorage.setItem(KEY, collapsed ? '0' : '1')
    setCollapsed(!collapsed)
  }
  return (
    <div className={collapsed ? 'frame frame-collapsed' : 'frame'}>
      <Header />
      <SideMenu collapsed={collapsed} onToggle={toggle} />
      <main className="content">
        <Outlet />
      </main>
      <LiveData />
      <MaintenanceDialog />
    </div>
  )
}
