import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/ui/IconButton.tsx'
import { More, Trash } from '#src/ui/icons.ts'
import { SubtitleIcon } from '#src/ui/SubtitleIcon.tsx'
import type { Editor } from '../../context/editor.ts'
import type { ActionId } from '../../keys/action-ids.ts'
import { useEditor } from '../../context/use-editor.ts'
import { placeOfRow, type RowInView } from './rows-in-view.ts'

interface Props {
  scroller: RefObject<HTMLElement | null>
  rows: readonly RowInView[]
  selected: ReadonlySet<string>
  /** Id of the line whose fields are shown. */
  active: string | undefined
}

/** Tools for the line of the row under the pointer, in the place at its right end. */
export function RowTools({ scroller, rows, selected, active }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const hovered = useHoveredRow(scroller)
  const row = rows.find(({ cue }) => cue.id === hovered)
  if (!row) return null
  const { id } = row.cue
  // Each has a key too, and Tab moves between texts.
  const tool = (label: string, icon: React.JSX.Element, run: () => void) => (
    <IconButton size="small" icon={icon} onClick={run} label={label} tabIndex={-1} />
  )
  return (
    <div
      className={id === active ? 'row-over row-tools row-tools-active' : 'row-over row-tools'}
      role="toolbar"
      aria-label={t('line_tools')}
      style={placeOfRow(row.item.start, row.grown)}
      data-cue={id}
    >
      {tool(t('insert_below'), <SubtitleIcon name="insert_below" />, () => runOn(editor, id, 'insert_below'))}
      {tool(t('merge_down'), <SubtitleIcon name="merge" />, () => runOn(editor, id, 'merge'))}
      {tool(t('delete_line'), <Trash />, () => {
        if (!selected.has(id)) editor.session.focus(id)
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
    </div>
  )
}

/** Id of the line whose row is under the pointer; a finger is over no row. */
function useHoveredRow(scroller: RefObject<HTMLElement | null>): string | undefined {
  const [hovered, setHovered] = useState<string>()
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const enter = ({ target, pointerType }: PointerEvent): void => {
      const row =
        pointerType !== 'touch' && target instanceof Element ? target.closest<HTMLElement>('[data-cue]') : null
      setHovered(row?.dataset['cue'])
    }
    scroller.current?.addEventListener('pointerover', enter, { signal, passive: true })
    scroller.current?.addEventListener('pointerleave', () => setHovered(undefined), { signal, passive: true })
    return () => control.abort()
  }, [scroller])
  return hovered
}

function runOn(editor: Editor, id: string, action: ActionId): void {
  editor.session.focus(id)
  editor.run(action)
}
