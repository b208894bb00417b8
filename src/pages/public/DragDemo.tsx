import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { formatTimecode } from '#core/subtitle/text/timecode.ts'
import { beginDrag, type DragHandle, type DragMode, dragModes, type DragPart } from '#core/timing/drag.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'

const SPAN_MS = 14_000
const KEY_STEP_MS = 100
const rules = { ...defaultRules, duration: SPAN_MS }

/** A drag's start: the part and the pointer's time. */
interface Drag {
  readonly list: CueList
  readonly handle: DragHandle
  readonly from: number
  readonly x: number
  readonly msPerPx: number
}

/** Three cues that can be dragged by the editor's rules, which prevent overlaps. */
export function DragDemo(): ReactNode {
  const { t } = useTranslation('public')
  const [mode, setMode] = useState<DragMode>('block')
  const [list, setList] = useState(() =>
    cueList([
      makeCue('a', 700, 3900, t('demo_line_1')),
      makeCue('b', 4300, 8200, t('demo_line_2')),
      makeCue('c', 8800, 12_600, t('demo_line_3')),
    ]),
  )
  const track = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag>(undefined)
  const take = (event: PointerEvent<HTMLElement>, cue: Cue, part: DragPart): void => {
    if (event.button !== 0 || !track.current) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = {
      list,
      handle: beginDrag(list, cue.id, part, mode, rules, rules.minDragLength),
      from: part === 'end' ? cue.end : cue.start,
      x: event.clientX,
      msPerPx: SPAN_MS / track.current.clientWidth,
    }
  }
  const move = (event: PointerEvent): void => {
    const held = drag.current
    if (held) setList(applyPatch(held.list, held.handle.at(held.from + (event.clientX - held.x) * held.msPerPx)))
  }
  const drop = (): void => {
    drag.current = undefined
  }
  const nudge = (event: KeyboardEvent, cue: Cue): void => {
    const by = event.key === 'ArrowLeft' ? -KEY_STEP_MS : event.key === 'ArrowRight' ? KEY_STEP_MS : 0
    if (by === 0) return
    event.preventDefault()
    const part = event.shiftKey ? 'end' : 'body'
    setList(
      applyPatch(list, beginDrag(list, cue.id, part, mode, rules).at((event.shiftKey ? cue.end : cue.start) + by)),
    )
  }
  return (
    <div className="drag-demo">
      <SegmentedControl
        size="small"
        value={mode}
        onValueChange={(value) => setMode(dragModes.find((one) => one === value) ?? 'block')}
        options={dragModes.map((value) => ({ value, label: t(`drag_${value}`) }))}
      />
      <p className="muted">{t(`drag_${mode}_text`)}</p>
      <div
        className="drag-track"
        ref={track}
        onPointerMove={move}
        onPointerUp={drop}
        onPointerCancel={drop}
        data-testid="drag-demo"
      >
        {list.cues.map((cue) => (
          <DragCue key={cue.id} cue={cue} onTake={take} onKey={nudge} />
        ))}
      </div>
    </div>
  )
}

/** Seconds with milliseconds: the demo is shorter than a minute. */
const secondsOf = (ms: number): string => formatTimecode(ms).slice(6)

interface CueProps {
  readonly cue: Cue
  readonly onTake: (event: PointerEvent<HTMLElement>, cue: Cue, part: DragPart) => void
  readonly onKey: (event: KeyboardEvent, cue: Cue) => void
}

function DragCue({ cue, onTake, onKey }: CueProps): ReactNode {
  const { t } = useTranslation('public')
  const times = `${formatTimecode(cue.start)} – ${formatTimecode(cue.end)}`
  const percent = (ms: number): string => `${(ms / SPAN_MS) * 100}%`
  return (
    <div
      className="drag-cue"
      role="slider"
      tabIndex={0}
      aria-label={t('drag_cue', { text: cue.text })}
      aria-valuenow={cue.start}
      aria-valuemin={0}
      aria-valuemax={SPAN_MS}
      aria-valuetext={times}
      style={{ left: percent(cue.start), width: percent(cue.end - cue.start) }}
      onPointerDown={(event) => onTake(event, cue, 'body')}
      onKeyDown={(event) => onKey(event, cue)}
      data-start={cue.start}
      data-end={cue.end}
    >
      <i className="drag-edge" onPointerDown={(event) => onTake(event, cue, 'start')} />
      <span>{cue.text}</span>
      <time>{`${secondsOf(cue.start)} – ${secondsOf(cue.end)}`}</time>
      <i className="drag-edge drag-edge-end" onPointerDown={(event) => onTake(event, cue, 'end')} />
    </div>
  )
}
