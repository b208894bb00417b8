import '../../parts/ChangesDialog.css'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import { useVersionName } from '#src/tasks/version-name.ts'
import { Button } from '#src/ui/Button.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { type ChangedLine, ChangeList } from '../../parts/ChangeList.tsx'
import { keyOfLine, type PlannedReplace, type Replace } from './use-replace.ts'
import { useEditor, useLibrary } from '../../context/use-editor.ts'

/** A preview of all replacements, line by line in the chosen versions; the user can leave out lines. */
export function ReplaceDialog({ replace }: { replace: Replace }): ReactNode {
  const { t } = useTranslation('editor')
  const { planned, drop } = replace
  const title = t('replace_title')
  return (
    <Dialog
      isOpen={planned !== undefined}
      title={title}
      className="replace-dialog"
      transitionDuration={0}
      onClose={drop}
    >
      {planned && <Planned replace={replace} planned={planned} />}
    </Dialog>
  )
}

function Planned({ replace, planned }: { replace: Replace; planned: PlannedReplace }): ReactNode {
  const { t } = useTranslation('editor')
  const { keepsCase, setKeepsCase, left, leave, apply, drop } = replace
  const lines = useChangedLines(planned)
  const count = lines.filter(({ key }) => !left.has(key)).length
  const versions = planned.others.length
  return (
    <>
      <DialogBody>
        {versions > 0 && <p>{t('replace_versions', { count: versions })}</p>}
        <Checkbox checked={keepsCase} label={t('replace_keeps_case')} onChange={() => setKeepsCase(!keepsCase)} />
        {lines.length > 0 ? (
          <ChangeList lines={lines} left={left} onLeave={leave} label={t('replace_lines')} />
        ) : (
          <p className="muted">{t('replace_none')}</p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={drop} />
            <Button
              intent="primary"
              autoFocus
              text={t('replace_apply', { count })}
              disabled={count === 0}
              onClick={() => void apply()}
            />
          </>
        }
      />
    </>
  )
}

function useChangedLines({ cues, others }: PlannedReplace): readonly ChangedLine[] {
  const { session, media } = useEditor()
  const library = useLibrary()
  const nameOf = useVersionName()
  const versions = library?.others
  const videoName = library?.video.video_name
  return useMemo(() => {
    const own = cues.flatMap((after): ChangedLine[] => {
      const before = cueIn(session.list, after.id)
      const number = (session.list.index.get(after.id) ?? 0) + 1
      const line = { key: keyOfLine(undefined, after.id), number, after, about: '', language: media.language }
      return before ? [{ ...line, before }] : []
    })
    const elsewhere = others.flatMap(({ version: { fileId, list }, cues: changed }) => {
      const named = versions?.find(({ file_id }) => file_id === fileId)
      const about = named ? nameOf(named, videoName) : ''
      return changed.flatMap((after): ChangedLine[] => {
        const before = cueIn(list, after.id)
        const number = (list.index.get(after.id) ?? 0) + 1
        const line = { key: keyOfLine(fileId, after.id), number, after, about, language: named?.language }
        return before ? [{ ...line, before }] : []
      })
    })
    return [...own, ...elsewhere]
  }, [cues, others, session, media, versions, videoName, nameOf])
}
