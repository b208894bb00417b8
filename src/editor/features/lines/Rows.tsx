import './Rows.css'
import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  memo,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { Button } from '#src/ui/Button.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Headset, More, Trash } from '#src/ui/icons.ts'
import { SubtitleIcon } from '#src/ui/SubtitleIcon.tsx'
import { formatList } from '#src/ui/format.ts'
import { readingOf, roundedAbove } from '#core/checks/readings.ts'
import type { Limits } from '#core/checks/rule.ts'
import type { Role } from '#core/contract/role.ts'
import { rowHeightsPx } from '#core/domain/limits.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import type { CueIndex } from '#core/subtitle/cue/cue-index.ts'
import { cueIn, type CueList } from '#core/subtitle/cue/cue-list.ts'
import { cueErrorKinds, errorsOfCue } from '#core/subtitle/cue/cue-errors.ts'
import type { TimeNotation } from '#core/timing/time-notation.ts'
import { referenceText } from '../../store/linked/reference-text.ts'
import { useCell } from '../../context/use-cell.ts'
import { useEditor, useRoles } from '../../context/use-editor.ts'
import type { Editor } from '../../context/editor.ts'
import type { ActionId } from '../../keys/action-ids.ts'
import { colorOfRole } from '../../parts/role-colors.ts'
import { isUnsure } from '../speakers/line-speakers.ts'
import { percentOf, useSpeakerSure } from '../speakers/use-speaker-sure.ts'
import { RowNotes } from '../people/RowNotes.tsx'
import { useLimits } from '../quality/use-limits.ts'
import { type LimitWords, useLimitWords } from '../quality/use-limit-words.ts'
import { useGrownRows, useRowSizes } from './grown-rows.ts'
import { rowDensity } from './row-density.ts'
import { RowText } from './RowText.tsx'
import { type RowsAtRest, useRowsAtRest } from './rows-at-rest.ts'
import { TimeCell } from './TimeCell.tsx'
import { useLongTexts } from './use-long-texts.ts'
import { useRowsFollowing } from './use-rows-following.ts'
import { useTypedTexts } from './use-typed-texts.ts'

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
  const { list: reference } = useSnapshot(editor.reference.cells)
  const roles = useRoles()
  const limits = useLimits()
  const scroller = useRef<HTMLDivElement>(null)
  const { density } = useSnapshot(rowDensity)
  const rows = useVirtualRows(list, scroller, rowHeightsPx[density], focus)
  const notation = useSyncExternalStore(editor.times.subscribe, editor.times.notation)
  const words = useWords(limits, notation)
  const selected = useMemo(() => new Set(selection), [selection])
  useTypedTexts(scroller)
  const atRest = useRowsAtRest(scroller)
  useRowsFollowing(rows, scroller, atRest)
  const className = `rows rows-${density} ${reference ? 'rows-with-reference' : ''}`
  useLongTexts(scroller, atRest, className)
  const grownBy = useGrownRows(rows, scroller, density, reference !== undefined)
  const shown = rowsInView(rows, list, reference as CueList | undefined, grownBy)
  useRowSizes(rows, shown, density)
  const chooseRow = (event: MouseEvent): void => {
    // Fields and buttons handle clicks themselves.
    const id = rowAt(event, 'textarea, input, button')
    if (id !== undefined) chooseLine(editor, id, event)
  }
  const openMenu = (event: MouseEvent): void => {
    // A field has the browser's menu, with spelling suggestions.
    const id = rowAt(event, 'textarea, input')
    if (id === undefined) return
    event.preventDefault()
    editor.openLineMenu(id, event.clientX, event.clientY)
  }
  return (
    <div className={className} data-tour="rows">
      <RowsHead hasReference={reference !== undefined} />
      <div
        ref={scroller}
        className="rows-scroller"
        role="grid"
        aria-label={t('lines')}
        aria-rowcount={list.length}
        tabIndex={0}
        onClick={chooseRow}
        onContextMenu={openMenu}
        lang={editor.media.language.replace('_', '-')}
      >
        <div style={{ height: rows.getTotalSize() }} className="rows-inner">
          {shown.map(({ item, cue, referenceText, grown }) => (
            <Row
              key={cue.id}
              top={item.start}
              grown={grown}
              index={item.index}
              cue={cue}
              errors={errorsOfCue(cue, list.at(item.index - 1)).join(' ')}
              limits={limits}
              words={words}
              notation={notation}
              isFocused={cue.id === focus}
              isSelected={selected.has(cue.id)}
              roles={roles}
              reference={referenceText}
              atRest={atRest}
            />
          ))}
        </div>
      </div>
      {list.length === 0 && <NoLines />}
    </div>
  )
}

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

/** Each rendered row, with its reference and the additional rows of text for it. */
function rowsInView(
  rows: Virtualizer<HTMLDivElement, Element>,
  list: CueList,
  others: CueList | undefined,
  grownBy: (cue: Cue, reference: string | undefined) => number,
) {
  return rows.getVirtualItems().flatMap((item) => {
    const cue = list.at(item.index)
    if (!cue) return []
    const text = others && referenceText(others, list, cue)
    return [{ item, cue, referenceText: text, grown: grownBy(cue, text) }]
  })
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
    () => ({ t, start: t('head_in'), end: t('head_out'), seconds: t('head_seconds'), ...allowed }),
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

interface RowProps {
  top: number
  /** Additional rows of text. */
  grown: number
  index: number
  cue: Cue
  errors: string
  limits: Limits
  isFocused: boolean
  isSelected: boolean
  roles: readonly Role[]
  /** Text of the reference version at that time; undefined without a reference. */
  reference: string | undefined
  words: Words
  notation: TimeNotation
  atRest: RowsAtRest
}

/** Texts and limits of all rows, shared since a scroll renders many rows. */
interface Words extends LimitWords {
  readonly t: TFunction<'editor'>
  /** Names of the time columns. */
  readonly start: string
  readonly end: string
  readonly seconds: string
}

const Row = memo(function Row(props: RowProps): ReactNode {
  const { top, grown, index, cue, errors, limits, isFocused, isSelected, roles, reference, words, notation } = props
  const { atRest } = props
  const { t } = words
  const [isOpen, near] = useNear(isFocused)
  const editor = useEditor()
  const { following } = editor
  const time = { editor, id: cue.id, n: index + 1, notation, t, isOpen }
  const isPlaying = useSyncExternalStore(following.subscribe, () => following.line() === cue.id)
  const className = [
    'row',
    isSelected && 'row-selected',
    isFocused && 'row-focused',
    isPlaying && 'row-playing',
    grown > 0 && 'row-grown',
    errors && 'row-faulty',
  ]
    .filter(Boolean)
    .join(' ')
  const tip = errors && tipOf(errors, t)
  const number = (
    <button
      type="button"
      className="row-number"
      onClick={(event) => chooseLine(editor, cue.id, event)}
      onDoubleClick={() => editor.goTo(cue.id)}
      aria-label={errors ? `${index + 1}: ${tip}` : `${index + 1}`}
      data-tip={tip || undefined}
    >
      {index + 1}
    </button>
  )
  return (
    <div
      className={className}
      style={{ top, ...(grown > 0 && { '--grown': grown }) }}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      aria-current={isPlaying}
      data-cue={cue.id}
      {...near}
    >
      <span role="gridcell">{number}</span>
      <TimeCell {...time} edge="start" ms={cue.start} name="in_time" column={words.start} />
      <TimeCell {...time} edge="end" ms={cue.end} name="out_time" column={words.end} />
      <TimeCell
        {...time}
        edge="end"
        ms={cue.end}
        from={cue.start}
        name="length_of_line"
        column={words.seconds}
        className={readingOf(cue, limits).isOffLength ? 'row-length row-figure-off' : 'row-length'}
        cellClassName="row-length-cell"
        tip={words.length}
      />
      {reference !== undefined && (
        <span
          role="gridcell"
          className="row-reference"
          dir={textDirection(reference, editor.referenceLanguage)}
          data-tip={reference}
        >
          {reference}
        </span>
      )}
      <span role="gridcell" className="row-text-cell">
        <RowNotes id={cue.id} t={t} />
        <RoleMarks cue={cue} roles={roles} />
        <RowText cue={cue} n={index + 1} t={t} isOpen={isOpen} atRest={atRest} />
      </span>
      <Figures cue={cue} limits={limits} words={words} isFocused={isFocused} />
      {isOpen && <RowTools id={cue.id} isSelected={isSelected} />}
    </div>
  )
})

/**
 * Whether the user is near a row, and its handlers. Buttons and fields in every row would be most of the cost of a
 * scroll, and fields that of a drag frame.
 */
function useNear(isFocused: boolean) {
  const [isHovered, setHovered] = useState(false)
  const [cursor, setCursor] = useState<'in' | 'left' | undefined>()
  // After setting a time, the user moves to the next field by Tab.
  const isKept = cursor === 'left' && isFocused
  if (cursor === 'left' && !isKept) setCursor(undefined)
  const near = {
    // A touch leaves when the finger lifts, which would remove the opened field before the tap.
    onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType !== 'touch'),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setCursor('in'),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setCursor(currentTarget.contains(relatedTarget) ? 'in' : 'left'),
  }
  return [isHovered || cursor === 'in' || isKept, near] as const
}

function tipOf(errors: string, t: Words['t']): string {
  const found = errors.split(' ')
  return cueErrorKinds
    .filter((kind) => found.includes(kind))
    .map((kind) => t(kind))
    .join(' · ')
}

interface FiguresProps {
  cue: Cue
  limits: Limits
  words: Words
  isFocused: boolean
}

/**
 * Characters per second and longest row; red beyond the profile's limits. In the focused line they are written without
 * React, whose update costs more than the letter.
 */
const Figures = memo(function Figures({ cue, limits, words, isFocused }: FiguresProps) {
  const { session } = useEditor()
  const speed = useRef<HTMLSpanElement>(null)
  const length = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    let read: string | undefined
    const show = (): void => {
      const text = (isFocused ? cueIn(session.list, cue.id)?.text : undefined) ?? cue.text
      if (text === read) return
      read = text
      const { cps, isFast, row, isWide } = readingOf(text === cue.text ? cue : { ...cue, text }, limits)
      putFigure(speed.current, isFast ? String(roundedAbove(cps, limits.cps, 0)) : cps.toFixed(0), isFast)
      putFigure(length.current, String(row), isWide)
    }
    show()
    if (!isFocused) return undefined
    return session.onChange(show)
  }, [session, cue, limits, isFocused])
  return (
    <>
      <span ref={speed} role="gridcell" className="row-figure row-cps" data-tip={words.cps} />
      <span ref={length} role="gridcell" className="row-figure" data-tip={words.cpl} />
    </>
  )
})

/** Writes only changed figures: each write repaints. */
function putFigure(place: HTMLSpanElement | null, text: string, isOff: boolean): void {
  if (!place) return
  if (place.textContent !== text) place.textContent = text
  place.classList.toggle('row-figure-off', isOff)
}

const RowTools = memo(function RowTools({ id, isSelected }: { id: string; isSelected: boolean }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session } = editor
  // Each has a key too, and Tab moves between texts.
  const tool = (label: string, icon: React.JSX.Element, run: () => void) => (
    <IconButton size="small" icon={icon} onClick={run} label={label} tabIndex={-1} />
  )
  return (
    <span role="gridcell" className="row-tools">
      {tool(t('insert_below'), <SubtitleIcon name="insert_below" />, () => runOn(editor, id, 'insert_below'))}
      {tool(t('merge_down'), <SubtitleIcon name="merge" />, () => runOn(editor, id, 'merge'))}
      {tool(t('delete_line'), <Trash />, () => {
        if (!isSelected) session.focus(id)
        editor.dialogs.open({ name: 'delete' })
      })}
      <IconButton
        className="row-tools-menu"
        size="small"
        icon={<More />}
        tabIndex={-1}
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect()
          editor.openLineMenu(id, left, bottom)
        }}
        label={t('line_tools')}
      />
    </span>
  )
})

/** Dots in the speakers' colours, with their names. */
function RoleMarks({ cue, roles }: { cue: Cue; roles: readonly Role[] }): ReactNode {
  const { t } = useTranslation('editor')
  const sure = useSpeakerSure(cue)
  if (cue.roles.length === 0 || roles.length === 0) return null
  const speakers = roles.filter((role) => cue.roles.includes(role.folder_role_id))
  if (speakers.length === 0) return null
  const names = formatList(speakers.map((role) => role.role_name))
  return (
    <span
      className="row-roles"
      data-tip={sure === undefined ? names : t('speaker_sure', { names, share: percentOf(sure) })}
    >
      {speakers.map((role) => (
        <span key={role.folder_role_id} className="role-dot" style={{ background: colorOfRole(roles, role).strong }} />
      ))}
      <span className="row-role-name ellipsis">{names}</span>
      {sure !== undefined && isUnsure(sure) && <span className="row-role-unsure">{percentOf(sure)}%</span>}
    </span>
  )
}

function runOn(editor: Editor, id: string, action: ActionId): void {
  editor.session.focus(id)
  editor.run(action)
}
