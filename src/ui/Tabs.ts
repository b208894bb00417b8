import { Tab as ToolkitTab, TabPanel as ToolkitTabPanel, Tabs as ToolkitTabs, type TabsProps } from '@blueprintjs/core'
import type { ComponentType } from 'react'
import type { Part } from './part.ts'

/** Panels, one visible at a time. */
export const Tabs: ComponentType<
  Pick<
    TabsProps,
    'animate' | 'children' | 'className' | 'id' | 'onChange' | 'renderActiveTabPanelOnly' | 'selectedTabId' | 'size'
  >
> = ToolkitTabs

export const Tab: Part<typeof ToolkitTab, 'id' | 'panel' | 'tagContent' | 'tagProps' | 'title'> = ToolkitTab

export const TabPanel: Part<typeof ToolkitTabPanel, 'className' | 'id' | 'panel' | 'parentId' | 'selectedTabId'> =
  ToolkitTabPanel
