import { Button, Tooltip } from '@blueprintjs/core'
import { Add, MergeLinks, Trash } from '@blueprintjs/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { rowHeightPx } from '#core/domain/limits.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { errorsOfLine } from '#core/subtitle/line-errors.ts'
import { replacePatch } from '#core/subtitle/patch.ts'
import { insertLineBelow, mergeWithNext } from '../model/commands.ts'
import type { EditorSession } from '../session.ts'
import { TimeField } from './TimeField.tsx'

interface Props {
  session: EditorSession
  onSeek: (ms: number) => void
  onDelete: () => void
}

/** The lines as a list; only those in view are on the page. */
export function Rows({ session, onSeek, onDelete }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const { list, focus, selection } = useSnapshot(session.cells)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => list.at(index)!.id,
    overscan: 8,
  })
  const selected = new Set(selection)
  useEffect(() => {
    const at = focus === undefined ? undefined : session.list.index.get(focus)
    if (at !== undefined) rows.scrollToIndex(at, { align: 'auto' })
  }, [focus, session, rows])
  return (
    <div ref={scroller} className="rows" role="grid" aria-label={t('lines')} aria-rowcount={list.length} tabIndex={0}>
      <div style={{ height: rows.getTotalSize() }} className="rows-inner">
        {rows.getVirtualItems().map((item) => {
          const cue = list.at(item.index)!
          return (
            <Row
              key={cue.id}
              top={item.start}
              index={item.index}
              cue={cue}
              errors={errorsOfLine(cue, list.at(item.index - 1)).join(' ')}
              isFocused={cue.id === focus}
              isSelected={selected.has(cue.id)}
              session={session}
              onSeek={onSeek}
              onDelete={onDelete}
            />
          )
        })}
      </div>
    </div>
  )
}

interface RowProps extends Props {
  top: number
  index: number
  cue: Cue
  errors: string
  isFocused: boolean
  isSelected: boolean
}

const Row = memo(function Row({
  top,
  index,
  cue,
  errors,
  isFocused,
  isSelected,
  session,
  onSeek,
  onDelete,
}: RowProps): ReactNode {
  const { t } = useTranslation('editor')
  const choose = (event: MouseEvent): void => {
    if (event.shiftKey) extendSelection(session, index)
    else if (event.ctrlKey || event.metaKey) toggleSelection(session, cue.id)
    else session.focus(cue.id)
  }
  const className = ['row', isSelected && 'row-selected', isFocused && 'row-focused', errors && 'row-faulty']
    .filter(Boolean)
    .join(' ')
  const tip = errors
    .split(' ')
    .map((kind) => t(kind))
    .join(' · ')
  const number = (
    <button type="button" className="row-number" onClick={choose} onDoubleClick={() => onSeek(cue.start)}>
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
    >
      <span role="gridcell">{errors ? <Tooltip content={tip}>{number}</Tooltip> : number}</span>
      <span role="gridcell">
        <TimeField session={session} cue={cue} edge="start" label={t('in_time', { n: index + 1 })} />
      </span>
      <span role="gridcell">
        <TimeField session={session} cue={cue} edge="end" label={t('out_time', { n: index + 1 })} />
      </span>
      <span role="gridcell" className="row-text-cell">
        <RowText session={session} cue={cue} index={index} />
      </span>
      <span role="gridcell" className="row-tools">
        <Button
          variant="minimal"
          size="small"
          icon={<Add />}
          title={t('insert_below')}
          aria-label={t('insert_below')}
          onClick={() => runOn(session, cue.id, insertLineBelow)}
        />
        <Button
          variant="minimal"
          size="small"
          icon={<MergeLinks />}
          title={t('merge_down')}
          aria-label={t('merge_down')}
          onClick={() => runOn(session, cue.id, mergeWithNext)}
        />
        <Button
          variant="minimal"
          size="small"
          icon={<Trash />}
          title={t('delete_line')}
          aria-label={t('delete_line')}
          onClick={() => {
            if (!isSelected) session.focus(cue.id)
            onDelete()
          }}
        />
      </span>
    </div>
  )
})

function runOn(session: EditorSession, id: string, command: Parameters<EditorSession['run']>[0]): void {
  session.focus(id)
  session.run(command)
}

function extendSelection(session: EditorSession, index: number): void {
  const { cues, index: places } = session.list
  const from = places.get(session.cells.focus ?? '') ?? index
  const ids = cues.slice(Math.min(from, index), Math.max(from, index) + 1).map((cue) => cue.id)
  session.select(ids, session.cells.focus ?? cues[index]!.id)
}

function toggleSelection(session: EditorSession, id: string): void {
  const { selection } = session.cells
  const ids = selection.includes(id) ? selection.filter((other) => other !== id) : [...selection, id]
  session.select(ids, id)
}

/** Typing writes to the document at each key; a change from elsewhere (undo, a merge) writes to the field. */
function RowText({ session, cue, index }: { session: EditorSession; cue: Cue; index: number }): ReactNode {
  const { t } = useTranslation('editor')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (field.current && field.current.value !== cue.text) field.current.value = cue.text
  }, [cue.text])
  const write = (text: string): void => {
    const current = session.list.at(session.list.index.get(cue.id)!)!
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
