import './Rows.css'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  memo,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { Button } from '#src/ui/Button.ts'
import { Headset } from '#src/ui/icons.ts'
import type { Limits } from '#core/checks/rule.ts'
import { rowHeightsPx } from '#core/domain/limits.ts'
import { cueIn, type CueList } from '#core/subtitle/cue/cue-list.ts'
import type { CueIndex } from '#core/subtitle/cue/cue-index.ts'
import { errorsOfCue } from '#core/subtitle/cue/cue-errors.ts'
import type { TimeNotation } from '#core/timing/time-notation.ts'
import type { Editor } from '../../context/editor.ts'
import { useLimits } from '../quality/use-limits.ts'
import { useLimitWords } from '../quality/use-limit-words.ts'
import { useCell } from '../../context/use-cell.ts'
import { useEditor, useRoles } from '../../context/use-editor.ts'
import { ActiveRowEditor } from './ActiveRowEditor.tsx'
import { useGrownRows, useRowSizes } from './grown-rows.ts'
import { partAt, type PressedPart, pressedPart } from './pressed-part.ts'
import { useRefusals } from './refusals.ts'
import { Row, type Words } from './Row.tsx'
import { rowDensity } from './row-density.ts'
import { rowsInView } from './rows-in-view.ts'
import { RowTools } from './RowTools.tsx'
import { useRowsFollowing } from './use-rows-following.ts'

/** Initial size before the list is measured, so that the first rows render with the editor. */
const FIRST_RECT = { width: 0, height: 480 }

/**
 * The rows in view and that of the focused line, whose text has the focus or gets it with the next key. All are
 * measured again when the user changes the row height.
 */
function useVirtualRows(
  list: CueList,
  scroller: RefObject<HTMLDivElement | null>,
  rowHeight: number,
  focus: string | undefined,
) {
  const at = list.index.get(focus ?? '')
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keysOf(list),
    overscan: 6,
    rangeExtractor: useCallback((range: Range) => rowsOf(range, at), [at]),
    initialRect: FIRST_RECT,
  })
  useEffect(() => rows.measure(), [rows, rowHeight])
  return rows
}

function rowsOf(range: Range, focus: number | undefined): number[] {
  const shown = defaultRangeExtractor(range)
  const [first, last] = [shown[0], shown.at(-1)]
  if (focus === undefined || focus >= range.count || first === undefined || last === undefined) return shown
  if (focus < first) return [focus, ...shown]
  return focus > last ? [...shown, focus] : shown
}

/** The list of lines; only those in view are on the page. */
export function Rows(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session } = editor
  const list = useCell(session.cells, 'list')
  const focus = useCell(session.cells, 'focus')
  const selection = useCell(session.cells, 'selection')
  const { list: others } = useSnapshot(editor.reference.cells)
  const hasReference = others !== undefined
  const roles = useRoles()
  const limits = useLimits()
  const scroller = useRef<HTMLDivElement>(null)
  const { density } = useSnapshot(rowDensity)
  const rows = useVirtualRows(list, scroller, rowHeightsPx[density], focus)
  const notation = useSyncExternalStore(editor.times.subscribe, editor.times.notation)
  const words = useWords(limits, notation)
  const selected = useMemo(() => new Set(selection), [selection])
  const [refusals, onRefused] = useRefusals()
  const [pressed, pressing] = usePressedPart()
  useRowsFollowing(rows, scroller)
  const grownBy = useGrownRows(rows, scroller, density, hasReference)
  const shown = rowsInView(rows, list, others as CueList | undefined, grownBy)
  useRowSizes(rows, shown, density)
  const active = shown.find(({ cue }) => cue.id === focus)
  const shared = { roles, words, notation, refusals }
  return (
    <div className={`rows rows-${density} ${hasReference ? 'rows-with-reference' : ''}`} data-tour="rows">
      <RowsHead hasReference={hasReference} />
      <div
        ref={scroller}
        className="rows-scroller"
        role="group"
        aria-label={t('lines')}
        tabIndex={0}
        lang={editor.media.language.replace('_', '-')}
        {...pressing}
      >
        <div className="rows-inner" style={{ height: rows.getTotalSize() }}>
          <div className="rows-grid" role="grid" aria-label={t('lines')} aria-rowcount={list.length}>
            {shown.map(({ item, cue, reference, grown }) => (
              <Row
                key={cue.id}
                top={item.start}
                grown={grown}
                index={item.index}
                cue={cue}
                errors={errorsOfCue(cue, list.at(item.index - 1)).join(' ')}
                limits={limits}
                isFocused={cue.id === focus}
                isSelected={selected.has(cue.id)}
                reference={reference}
                {...shared}
              />
            ))}
          </div>
          {active && (
            <ActiveRowEditor
              top={active.item.start}
              grown={active.grown}
              index={active.item.index}
              cue={active.cue}
              hasReference={hasReference}
              onRefused={onRefused}
              pressed={pressed}
              {...shared}
            />
          )}
          <RowTools scroller={scroller} rows={shown} selected={selected} active={focus} />
        </div>
      </div>
      {list.length === 0 && <NoLines />}
    </div>
  )
}

/** Handlers of presses on rows, and the text or time pressed last. */
function usePressedPart() {
  const editor = useEditor()
  const [pressed, setPressed] = useState<PressedPart>()
  /** Where the pointer went down: a selection may end elsewhere. */
  const down = useRef<HTMLElement>(undefined)
  const press = (event: MouseEvent): void => {
    down.current = partAt(event.target)
    // It selects lines, not letters.
    if (down.current && event.shiftKey) event.preventDefault()
  }
  const click = (event: MouseEvent): void => {
    const part = down.current ?? partAt(event.target)
    down.current = undefined
    const id = part?.closest<HTMLElement>('[data-cue]')?.dataset['cue'] ?? rowAt(event, CONTROLS)
    const cue = cueIn(editor.session.list, id ?? '')
    if (!cue) return
    if (!part || event.shiftKey || event.ctrlKey || event.metaKey) return chooseLine(editor, cue.id, event)
    const found = pressedPart(part, cue)
    if (event.altKey && found.name === 'text' && editor.spoken.seekTo(cue.id, found.from)) return
    editor.enter(cue.id)
    setPressed(found)
  }
  const doubleClick = (event: MouseEvent): void => {
    const number = event.target instanceof Element && event.target.closest('.row-number')
    const id = number && rowAt(event, 'input')
    if (id) editor.goTo(id)
  }
  const openMenu = (event: MouseEvent): void => {
    // A field has the browser's menu, with spelling suggestions.
    const id = rowAt(event, 'textarea, input')
    if (id === undefined) return
    event.preventDefault()
    editor.openLineMenu(id, event.clientX, event.clientY)
  }
  const pressing = { onMouseDown: press, onClick: click, onDoubleClick: doubleClick, onContextMenu: openMenu }
  return [pressed, pressing] as const
}

/** Fields and buttons of a row, which handle clicks themselves. */
const CONTROLS = 'textarea, input, button:not(.row-number)'

/** Shown without lines, with ways to create some: by hand or by recognition. */
function NoLines(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { media, session, library } = editor
  const isHeard = media.durationMs > 0 && !session.isReadOnly && library?.isOwn !== false
  return (
    <div className="rows-none muted">
      <p>{t('no_lines')}</p>
      {isHeard && (
        <Button icon={<Headset />} text={t('transcribe_offer')} onClick={() => void editor.run('transcribe_here')} />
      )}
    </div>
  )
}

const keyers = new WeakMap<CueIndex, (at: number) => string>()

/**
 * Ids by index. The same function while the order is the same, so that an edit in place does not measure all rows
 * again.
 */
function keysOf(list: CueList): (at: number) => string {
  let keyer = keyers.get(list.index)
  if (!keyer) keyers.set(list.index, (keyer = (at) => list.at(at)?.id ?? String(at)))
  return keyer
}

/** The line of the row under the pointer; undefined if the target matches `except`. */
function rowAt({ target }: MouseEvent, except: string): string | undefined {
  if (!(target instanceof Element) || target.closest(except)) return undefined
  return target.closest<HTMLElement>('[data-cue]')?.dataset['cue']
}

/** A click selects one line; with Shift all up to it, with Ctrl it adds or removes one. */
function chooseLine(editor: Editor, id: string, { shiftKey, ctrlKey, metaKey }: MouseEvent): void {
  if (shiftKey) editor.session.selectTo(id)
  else if (ctrlKey || metaKey) editor.session.toggleSelected(id)
  else editor.choose(id)
}

function useWords(limits: Limits, notation: TimeNotation): Words {
  const { t } = useTranslation('editor')
  const allowed = useLimitWords(limits, notation)
  return useMemo(
    () => ({
      t,
      columns: { in_time: t('head_in'), out_time: t('head_out'), length_of_line: t('head_seconds') },
      ...allowed,
    }),
    [t, allowed],
  )
}

const RowsHead = memo(function RowsHead({ hasReference }: { hasReference: boolean }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <div className="rows-head" aria-hidden>
      <span>#</span>
      <span>{t('head_in')}</span>
      <span>{t('head_out')}</span>
      <span className="row-length-cell">{t('head_seconds')}</span>
      {hasReference && <span className="rows-head-reference">{t('reference')}</span>}
      <span className="rows-head-text">{t('head_text')}</span>
      <span className="row-figure row-cps">{t('head_cps')}</span>
      <span className="row-figure">{t('head_cpl')}</span>
    </div>
  )
})
