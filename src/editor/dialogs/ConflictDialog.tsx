import './ConflictDialog.css'
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ref } from 'valtio'
import type { Cue } from '#core/subtitle/cue.ts'
import type { Conflict } from '#core/subtitle/merge.ts'
import { replacePatch } from '#core/subtitle/patch.ts'
import { writeSpan } from '#core/timing/time-notation.ts'
import type { EditorSession } from '../session.ts'
import { useCell } from '../use-cell.ts'
import { useNotation } from '../use-editor.ts'

/** Lines that were changed here and elsewhere: both readings side by side, ours in place until somebody chooses. */
export function ConflictDialog({ session }: { session: EditorSession }): ReactNode {
  const { t } = useTranslation('editor')
  const conflicts = useCell(session.cells, 'conflicts')
  const drop = (id: string): void => {
    session.cells.conflicts = ref(session.cells.conflicts.filter((conflict) => conflict.id !== id))
  }
  const takeTheirs = ({ id, theirs }: Conflict): void => {
    if (theirs && session.list.index.has(id)) session.edit('step_text', replacePatch(session.list, [theirs]))
    drop(id)
  }
  return (
    <Dialog
      isOpen={conflicts.length > 0}
      title={t('conflicts', { count: conflicts.length })}
      isCloseButtonShown={false}
      className="conflict-dialog"
    >
      <DialogBody>
        <p>{t('conflicts_text')}</p>
        <ul>
          {conflicts.map((conflict) => (
            <li key={conflict.id} className="conflict">
              <Reading label={t('mine')} cue={conflict.mine} action={t('keep')} onChoose={() => drop(conflict.id)} />
              <Reading
                label={t('theirs')}
                cue={conflict.theirs}
                action={t('take')}
                onChoose={() => takeTheirs(conflict)}
              />
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter actions={<Button text={t('keep_all')} onClick={() => conflicts.forEach(({ id }) => drop(id))} />} />
    </Dialog>
  )
}

interface ReadingProps {
  label: string
  cue: Cue | undefined
  action: string
  onChoose: () => void
}

function Reading({ label, cue, action, onChoose }: ReadingProps): ReactNode {
  const { t } = useTranslation('editor')
  const notation = useNotation()
  return (
    <div className="conflict-reading">
      <strong>{label}</strong>
      <span className="muted">{cue ? writeSpan(cue, notation) : t('deleted_line')}</span>
      <p>{cue?.text}</p>
      <Button size="small" text={action} onClick={onChoose} />
    </div>
  )
}
