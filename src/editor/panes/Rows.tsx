import './Rows.css'
import { Button, Tooltip } from '@blueprintjs/core'
import { Add, MergeLinks, Trash } from '@blueprintjs/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { readingOf } from '#core/checks/readings.ts'
import type { Limits } from '#core/checks/rule.ts'
import type { Role } from '#core/contract/role.ts'
import { rowHeightPx } from '#core/domain/limits.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import type { CueIndex } from '#core/subtitle/cue-index.ts'
import { type CueList, cueOf } from '#core/subtitle/cue-list.ts'
import { cueErrorKinds, errorsOfCue } from '#core/subtitle/cue-errors.ts'
import { replacePatch } from '#core/subtitle/patch.ts'
import { referenceText } from '../linked/reference-text.ts'
import { useEditor, useRoles } from '../use-editor.ts'
import { insertLineBelow, mergeWithNext } from '../document/commands.ts'
import { colorOfRole } from '../role-colors.ts'
import type { EditorSession } from '../session.ts'
import { TimeField } from './TimeField.tsx'

/** The lines as a list; only those in view are on the page. */
export function Rows(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, quality } = editor
  const { list, focus, selection } = useSnapshot(session.cells)
  const { list: reference } = useSnapshot(editor.reference.cells)
  const roles = useRoles()
  useSyncExternalStore(quality.profile.subscribe, quality.profile.id)
  const { limits } = quality.profile
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: keysOf(list as CueList),
    overscan: 6,
  })
  const titles = useFigureTitles(limits)
  const selected = useMemo(() => new Set(selection), [selection])
  useEffect(() => {
    const at = focus === undefined ? undefined : session.list.index.get(focus)
    if (at !== undefined) rows.scrollToIndex(at, { align: 'auto' })
  }, [focus, session, rows])
  const className = reference ? 'rows rows-with-reference' : 'rows'
  const openMenu = (event: MouseEvent): void => {
    const target = event.target as HTMLElement
    // A field has the browser's own menu: its suggestions for a word that is spelt wrongly.
    if (target.closest('textarea, input')) return
    const id = target.closest<HTMLElement>('[data-cue]')?.dataset['cue']
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
        onContextMenu={openMenu}
        lang={editor.media.language.replace('_', '-')}
      >
        <div style={{ height: rows.getTotalSize() }} className="rows-inner">
          {rows.getVirtualItems().map((item) => {
            const cue = list.at(item.index)
            if (!cue) return null
            return (
              <Row
                key={cue.id}
                top={item.start}
                index={item.index}
                cue={cue}
                errors={errorsOfCue(cue, list.at(item.index - 1)).join(' ')}
                limits={limits}
                titles={titles}
                isFocused={cue.id === focus}
                isSelected={selected.has(cue.id)}
                roles={roles}
                reference={
                  reference &&
                  referenceText(reference as CueList, list.at(item.index - 1), cue, list.at(item.index + 1))
                }
              />
            )
          })}
        </div>
        {list.length === 0 && <p className="rows-none muted">{t('no_lines')}</p>}
      </div>
    </div>
  )
}

const keyers = new WeakMap<CueIndex, (at: number) => string>()

/** Ids by place. The same function for all lists with the same order: an edit in place does not measure all rows anew. */
function keysOf(list: CueList): (at: number) => string {
  let keyer = keyers.get(list.index)
  if (!keyer) keyers.set(list.index, (keyer = (at) => list.at(at)?.id ?? String(at)))
  return keyer
}

function useFigureTitles({ minDuration, maxDuration, cps, lineLength }: Limits): FigureTitles {
  const { t } = useTranslation('editor')
  return useMemo(
    () => ({
      seconds: t('seconds_of', { min: minDuration / 1000, max: maxDuration / 1000 }),
      cps: t('cps_of', { max: cps }),
      cpl: t('cpl_of', { max: lineLength }),
    }),
    [t, minDuration, maxDuration, cps, lineLength],
  )
}

function RowsHead({ hasReference }: { hasReference: boolean }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <div className="rows-head" aria-hidden>
      <span>#</span>
      <span>{t('head_in')}</span>
      <span>{t('head_out')}</span>
      {hasReference && <span>{t('reference')}</span>}
      <span>{t('head_text')}</span>
      <span className="row-figure">{t('head_seconds')}</span>
      <span className="row-figure row-cps">{t('head_cps')}</span>
      <span className="row-figure">{t('head_cpl')}</span>
    </div>
  )
}

interface RowProps {
  top: number
  index: number
  cue: Cue
  errors: string
  limits: Limits
  isFocused: boolean
  isSelected: boolean
  roles: readonly Role[]
  /** Text of the reference version at that time; undefined where none is shown. */
  reference: string | undefined
  titles: FigureTitles
}

/** What the profile allows, in words: the same for all rows. */
interface FigureTitles {
  readonly seconds: string
  readonly cps: string
  readonly cpl: string
}

const Row = memo(function Row(props: RowProps): ReactNode {
  const { top, index, cue, errors, limits, isFocused, isSelected, roles, reference, titles } = props
  const { t } = useTranslation('editor')
  // Buttons in every row would be most of what a scroll costs.
  const [isHovered, setHovered] = useState(false)
  const editor = useEditor()
  const { session } = editor
  const choose = (event: MouseEvent): void => {
    if (event.shiftKey) session.selectTo(cue.id)
    else if (event.ctrlKey || event.metaKey) session.toggleSelected(cue.id)
    else session.focus(cue.id)
  }
  const className = ['row', isSelected && 'row-selected', isFocused && 'row-focused', errors && 'row-faulty']
    .filter(Boolean)
    .join(' ')
  const found = errors.split(' ')
  const tip = cueErrorKinds
    .filter((kind) => found.includes(kind))
    .map((kind) => t(kind))
    .join(' · ')
  const number = (
    <button
      type="button"
      className="row-number"
      onClick={choose}
      onDoubleClick={() => editor.playhead.seek(cue.start)}
      aria-label={errors ? `${index + 1}: ${tip}` : `${index + 1}`}
    >
      {index + 1}
    </button>
  )
  return (
    <div
      className={className}
      style={{ transform: `translateY(${top}px)` }}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      data-cue={cue.id}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <span role="gridcell">{errors ? <Tooltip content={tip}>{number}</Tooltip> : number}</span>
      <span role="gridcell">
        <TimeField session={session} id={cue.id} edge="start" ms={cue.start} label={t('in_time', { n: index + 1 })} />
      </span>
      <span role="gridcell">
        <TimeField session={session} id={cue.id} edge="end" ms={cue.end} label={t('out_time', { n: index + 1 })} />
      </span>
      {reference !== undefined && (
        <span role="gridcell" className="row-reference" title={reference}>
          {reference}
        </span>
      )}
      <span role="gridcell" className="row-text-cell">
        <RoleMarks cue={cue} roles={roles} />
        <RowText session={session} cue={cue} index={index} />
      </span>
      <Figures cue={cue} limits={limits} titles={titles} />
      {(isFocused || isHovered) && <RowTools id={cue.id} isSelected={isSelected} />}
    </div>
  )
})

/** Seconds, characters a second, longest row; red where the profile does not allow them. */
const Figures = memo(function Figures({ cue, limits, titles }: { cue: Cue; limits: Limits; titles: FigureTitles }) {
  const { ms, cps, row, isOffLength, isFast, isWide } = readingOf(cue, limits)
  const figure = (text: string, isOff: boolean, title: string, name = '') => (
    <span role="gridcell" className={`row-figure ${name} ${isOff ? 'row-figure-off' : ''}`} title={title}>
      {text}
    </span>
  )
  return (
    <>
      {figure((ms / 1000).toFixed(1), isOffLength, titles.seconds)}
      {figure(cps.toFixed(0), isFast, titles.cps, 'row-cps')}
      {figure(String(row), isWide, titles.cpl)}
    </>
  )
})

const RowTools = memo(function RowTools({ id, isSelected }: { id: string; isSelected: boolean }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session } = editor
  const tool = (label: string, icon: React.JSX.Element, run: () => void) => (
    <Button variant="minimal" size="small" icon={icon} title={label} aria-label={label} onClick={run} />
  )
  return (
    <span role="gridcell" className="row-tools">
      {tool(t('insert_below'), <Add />, () => runOn(session, id, insertLineBelow))}
      {tool(t('merge_down'), <MergeLinks />, () => runOn(session, id, mergeWithNext))}
      {tool(t('delete_line'), <Trash />, () => {
        if (!isSelected) session.focus(id)
        editor.dialogs.open({ name: 'delete' })
      })}
    </span>
  )
})

/** Dots of the speakers' colours, with their names. */
function RoleMarks({ cue, roles }: { cue: Cue; roles: readonly Role[] }): ReactNode {
  if (cue.roles.length === 0 || roles.length === 0) return null
  const speakers = roles.filter((role) => cue.roles.includes(role.folder_role_id))
  if (speakers.length === 0) return null
  const names = speakers.map((role) => role.role_name).join(', ')
  return (
    <span className="row-roles" title={names}>
      {speakers.map((role) => (
        <span key={role.folder_role_id} className="role-dot" style={{ background: colorOfRole(roles, role).strong }} />
      ))}
      <span className="row-role-name ellipsis">{names}</span>
    </span>
  )
}

function runOn(session: EditorSession, id: string, command: Parameters<EditorSession['run']>[0]): void {
  session.focus(id)
  session.run(command)
}

/** Typing writes to the document at each key; a change from elsewhere (undo, a merge) writes to the field. */
function RowText({ session, cue, index }: { session: EditorSession; cue: Cue; index: number }): ReactNode {
  const { t } = useTranslation('editor')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (field.current && field.current.value !== cue.text) field.current.value = cue.text
  }, [cue.text])
  const write = (text: string): void => {
    const current = cueOf(session.list, cue.id)
    session.edit('step_text', replacePatch(session.list, [{ ...current, text }]), { join: `text ${cue.id}` })
  }
  const key = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Escape') event.currentTarget.blur()
  }
  return (
    <textarea
      ref={field}
      className="row-text"
      rows={1}
      spellCheck
      defaultValue={cue.text}
      aria-label={t('text_of', { n: index + 1 })}
      onFocus={() => session.focus(cue.id)}
      onChange={(event) => write(event.currentTarget.value)}
      onKeyDown={key}
    />
  )
}
