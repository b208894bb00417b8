import type { ReactNode } from 'react'
import { Panel, type PanelProps } from 'react-resizable-panels'
import { useSnapshot } from 'valtio'
import { editorLimits } from '#core/domain/limits.ts'
import { later } from '#src/ui/later.tsx'
import { whenIdle } from '#src/ui/when-idle.ts'
import { LineDetails } from '../features/lines/LineDetails.tsx'
import { peopleOf } from '../features/people/people.ts'
import type { Editor } from '../context/editor.ts'
import type { SidePane } from '../context/panels.ts'
import { delays } from '../model/options.ts'
import { useEditor } from '../context/use-editor.ts'
import { KeyHint } from './KeyHint.tsx'
import { PANE_ID, PaneTabs } from './PaneTabs.tsx'

/** Loaded after the first render, since most work needs only the rows. */
const CommentsPane = later(async () => (await import('../features/people/CommentsPane.tsx')).CommentsPane)
const ComparePane = later(async () => (await import('../features/compare/ComparePane.tsx')).ComparePane)
const MemoryPane = later(async () => (await import('../features/memory/MemoryPane.tsx')).MemoryPane)
const QualityPane = later(async () => (await import('../features/quality/QualityPane.tsx')).QualityPane)
const SpeakersPane = later(async () => (await import('../features/speakers/SpeakersPane.tsx')).SpeakersPane)
const StatisticsPane = later(async () => (await import('../features/statistics/StatisticsPane.tsx')).StatisticsPane)
const StylePane = later(async () => (await import('../features/style/StylePane.tsx')).StylePane)
export const TextPane = later(async () => (await import('../features/text/TextPane.tsx')).TextPane)

const panes = [CommentsPane, ComparePane, MemoryPane, QualityPane, SpeakersPane, StatisticsPane, StylePane, TextPane]

/**
 * Loads all panes, so that an opened one gets the next keys; one by one while idle, since all at once takes as long as
 * a render. A pane that fails reports it when opened. Returns a function that stops it.
 */
export function fetchPanes(): () => void {
  const waiting = [...panes]
  let stop = (): void => undefined
  const next = (): void => {
    const pane = waiting.shift()
    if (!pane) return
    stop = whenIdle(() => {
      pane.fetch().catch(() => undefined)
      next()
    }, delays.panes)
  }
  next()
  return () => stop()
}

const { rolePane } = editorLimits

const widths: Record<SidePane, Pick<PanelProps, 'minSize' | 'maxSize' | 'defaultSize' | 'groupResizeBehavior'>> = {
  quality: { minSize: '260px', maxSize: '640px', defaultSize: '384px' },
  style: { minSize: '260px', maxSize: '480px', defaultSize: '320px' },
  statistics: { minSize: '260px', maxSize: '640px', defaultSize: '360px' },
  comments: { minSize: '260px', maxSize: '560px', defaultSize: '340px' },
  text: { minSize: '280px', maxSize: '720px', defaultSize: '420px' },
  compare: { minSize: '260px', maxSize: '640px', defaultSize: '380px' },
  memory: { minSize: '260px', maxSize: '640px', defaultSize: '360px' },
  speakers: {
    minSize: `${rolePane.min}px`,
    maxSize: `${rolePane.max}px`,
    defaultSize: `${rolePane.usual}px`,
    groupResizeBehavior: 'preserve-pixel-size',
  },
}

/** The open pane between cues and video. */
export function SidePanel(): ReactNode {
  const editor = useEditor()
  const { side } = useSnapshot(editor.panels)
  const pane = side && paneOf(side, editor)
  if (!pane) return null
  return (
    <Panel id={side} {...widths[side]}>
      {pane}
    </Panel>
  )
}

/** The panes below the player in tabs; the first has the details of the focused line. */
export function UnderPlayer(): ReactNode {
  const editor = useEditor()
  const { side } = useSnapshot(editor.panels)
  return (
    <div className="pane-stack">
      <PaneTabs />
      <div id={PANE_ID} className="pane-shown" role="tabpanel">
        {side ? paneOf(side, editor) : <LineDetails />}
      </div>
      {!side && <KeyHint />}
    </div>
  )
}

function paneOf(side: SidePane, editor: Editor): ReactNode {
  const people = peopleOf(editor)
  if (side === 'quality') return <QualityPane />
  if (side === 'style') return <StylePane />
  if (side === 'statistics') return <StatisticsPane />
  if (side === 'text') return <TextPane />
  if (side === 'comments') return people && <CommentsPane people={people} />
  if (!editor.library) return null
  if (side === 'memory') return <MemoryPane />
  return side === 'compare' ? <ComparePane /> : <SpeakersPane />
}
