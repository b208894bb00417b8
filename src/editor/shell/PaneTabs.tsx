import './PaneTabs.css'
import { type KeyboardEvent, type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Editor } from '../context/editor.ts'
import type { SidePane } from '../context/panels.ts'
import { useEditor } from '../context/use-editor.ts'
import { peopleOf } from '../features/people/people.ts'
import { qualityOf } from '../features/quality/quality.ts'
import type { ActionId } from '../keys/action-ids.ts'
import { useKeyName } from '../keys/use-key-name.ts'

/** Id of the element below the tabs. */
export const PANE_ID = 'editor-pane'

/** The tab of the focused line's details, which belong to no side pane. */
type Tab = SidePane | 'line'

/** Actions that open the panes, whose keys the tips say. */
const opening: Readonly<Record<SidePane, ActionId>> = {
  quality: 'quality',
  comments: 'comments',
  speakers: 'speakers',
  style: 'style_pane',
  statistics: 'statistics',
  compare: 'compare',
  text: 'text_side',
  memory: 'memory',
}

/** Tabs of the panes below the player: those of daily work, and any other one while it is open. */
export function PaneTabs(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { panels } = editor
  const { side } = useSnapshot(panels)
  const keyName = useKeyName()
  const tabs = tabsOf(editor, side)
  const chosen: Tab = side ?? 'line'
  const choose = (tab: Tab): void => {
    panels.side = tab === 'line' ? undefined : tab
  }
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (tabs.indexOf(chosen) + step + tabs.length) % tabs.length
    choose(tabs[next] ?? 'line')
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  return (
    <div className="pane-tabs" role="tablist" aria-label={t('panes')} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab}
          ref={tab === chosen ? showTab : undefined}
          type="button"
          role="tab"
          className="pane-tab"
          aria-selected={tab === chosen}
          aria-controls={PANE_ID}
          tabIndex={tab === chosen ? 0 : -1}
          data-tip={t(`pane_${tab}_tip`)}
          data-tip-key={(tab !== 'line' && keyName(opening[tab])) || undefined}
          onClick={() => choose(tab)}
        >
          {t(`pane_${tab}`)}
          {tab === 'quality' && <FindingCount />}
        </button>
      ))}
    </div>
  )
}

function tabsOf(editor: Editor, side: SidePane | undefined): readonly Tab[] {
  const daily: readonly Tab[] = [
    'line',
    'quality',
    ...(peopleOf(editor) ? (['comments'] as const) : []),
    ...(editor.library ? (['speakers'] as const) : []),
    ...(editor.library ? (['memory'] as const) : []),
    'style',
  ]
  return side === undefined || daily.includes(side) ? daily : [...daily, side]
}

/** Scrolls a row of tabs that is too narrow to the chosen one. */
function showTab(tab: HTMLElement | null): void {
  const row = tab?.parentElement
  if (!tab || !row) return
  const [own, shown] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += Math.max(0, own.right - shown.right) + Math.min(0, own.left - shown.left)
}

function FindingCount(): ReactNode {
  const quality = qualityOf(useEditor())
  const count = useSyncExternalStore(quality.subscribe, quality.count)
  return <span className="pane-tab-count">{count}</span>
}
