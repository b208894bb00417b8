import './FixDialog.css'
import { Button, DialogBody, DialogFooter, Spinner } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Left } from '#core/checks/fix.ts'
import { findingWords } from '#core/checks/finding-words.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import type { Change } from '#core/subtitle/patch.ts'
import { type TimeNotation, writeSpan } from '#core/timing/time-notation.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { useEditor, useNotation } from '../use-editor.ts'
import { EditorDialog } from './EditorDialog.tsx'
import type { EditorSession } from '../session.ts'

/** What the fixers would do, line by line, before it is done; rows and timeline behind show it already. */
export function FixDialog(): ReactNode {
  const { t } = useTranslation('editor')
  const { session, fixing } = useEditor()
  const { result } = useSnapshot(fixing.cells)
  const changes = result?.patch.length ?? 0
  const close = (): void => fixing.close()
  return (
    <EditorDialog
      name="fix"
      title={result ? t('fix_title', { count: changes }) : t('fix_working')}
      className="fix-dialog"
      onClose={close}
    >
      <DialogBody>
        {!result && <Spinner />}
        {result && changes > 0 && (
          <VirtualList
            items={result.patch}
            rowHeight={64}
            keyOf={(change) => change.id}
            label={t('fix_changes')}
            render={(change) => <ChangeLine session={session} change={change} />}
          />
        )}
        {result && result.left.length > 0 && (
          <>
            <h3>{t('fix_left', { count: result.left.length })}</h3>
            <VirtualList
              items={result.left}
              rowHeight={48}
              keyOf={(left, index) => `${left.finding.id} ${index}`}
              label={t('fix_left', { count: result.left.length })}
              render={(left) => <LeftLine session={session} left={left} />}
            />
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={close} />
            <Button
              intent="primary"
              autoFocus
              text={t('fix_apply', { count: changes })}
              disabled={result !== undefined && changes === 0}
              onClick={() => void fixing.apply()}
            />
          </>
        }
      />
    </EditorDialog>
  )
}

/** In one row; a fix may change nothing but where the text's own rows break. */
const shown = (cue: Cue, notation: TimeNotation): string =>
  `${writeSpan(cue, notation)}  ${cue.text.replaceAll('\n', ' ↵ ')}`

function ChangeLine({ session, change }: { session: EditorSession; change: Change }): ReactNode {
  const { t } = useTranslation('editor')
  const notation = useNotation()
  const number = (session.list.index.get(change.id) ?? change.at) + 1
  return (
    <div className="change">
      <span className="finding-number">{number}</span>
      <del className="ellipsis">{change.from && shown(change.from, notation)}</del>
      <ins className="ellipsis">{change.to ? shown(change.to, notation) : t('deleted_line')}</ins>
    </div>
  )
}

function LeftLine({ session, left }: { session: EditorSession; left: Left }): ReactNode {
  const { t } = useTranslation('editor')
  const { finding, reason, breaks } = left
  const { message, values } = findingWords(finding, useNotation())
  const at = session.list.index.get(finding.id)
  const why = t(`checks:left_${reason}`, { rule: breaks ? t(`checks:title_${breaks}`) : '' })
  return (
    <div className="change">
      <span className="finding-number">{at === undefined ? '' : at + 1}</span>
      <span className="ellipsis">{t(`checks:${message}`, values)}</span>
      <span className="ellipsis muted">{why}</span>
    </div>
  )
}
