import { Button, Callout } from '@blueprintjs/core'
import { Cross, FolderOpen, Upload } from '@blueprintjs/icons'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LanguageCode } from '#core/domain/languages.ts'
import { mostTranslatedFiles } from '#core/domain/limits.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { askAgain, Shortage, useStart } from '#src/tasks/offer.tsx'
import { TranslationFields, useTranslationChoice } from '#src/tasks/TranslationFields.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { notify } from '#src/ui/toaster.ts'
import { HiddenFilesInput } from '#src/ui/HiddenFileInput.tsx'
import { useFileDrop } from '#src/ui/use-file-drop.ts'
import { FileTable } from './FileTable.tsx'
import { LanguageChips } from '#src/tasks/LanguageChips.tsx'
import { PickFilesDialog } from './PickFilesDialog.tsx'
import { type ChosenFile, isSrt, type RefusedFile, sendSubtitleFile, translationFolder } from './translate-files.ts'

/** Files, languages, options, the price of each and of all, and the start. */
export function TranslateForm({ onStarted }: { onStarted: (batchId: string) => void }): ReactNode {
  const { t } = useTranslation('taskpages')
  const list = useFiles()
  const { files } = list
  const [targets, setTargets] = useState<readonly LanguageCode[]>([])
  const [isChecked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const translation = useTranslationChoice(files[0]?.language, targets[0] ?? '')
  const known = files.filter(({ language }) => language !== undefined)
  const choice = {
    ...translation.value,
    file_ids: known.map(({ file_id }) => file_id),
    to_languages: [...targets],
  }
  const isTooMany = files.length * targets.length > mostTranslatedFiles
  const isComplete = files.length > 0 && known.length === files.length && targets.length > 0 && !isTooMany
  const asked = { ...choice, sources: known.map(({ language }) => language) }
  const { data: offer, error } = useCall(
    'quoteTranslateFiles',
    known.length > 0 && targets.length > 0 && !isTooMany ? asked : undefined,
    { ...askAgain, keepPreviousData: true },
  )
  const refused = offer?.cells.filter(({ available }) => !available) ?? []
  const { credits, isVisitor, start } = useStart(
    asked,
    async (idempotency_key) => {
      const { batch_id } = await call('runTranslateFiles', { ...choice, idempotency_key })
      onStarted(batch_id)
    },
    { onBusy: setBusy, onStarted: () => undefined },
  )
  const isShort = offer !== undefined && credits !== undefined && credits < offer.credits
  const submit = (): void => {
    setChecked(true)
    if (isComplete && offer && refused.length === 0) void start()
  }
  return (
    <div className="task-columns">
      <section className="task-main">
        <FileSource list={list} isVisitor={isVisitor} />
        {files.length > 0 && (
          <FileTable
            files={files}
            targets={targets}
            cells={offer?.cells ?? []}
            isChecked={isChecked}
            onLanguage={list.setLanguage}
            onRemove={list.remove}
          />
        )}
      </section>
      <aside className="task-side">
        <h2>{t('into')}</h2>
        <LanguageChips value={targets} onChange={setTargets} />
        {isChecked && targets.length === 0 && <Fault text={t('target_required')} />}
        <TranslationFields choice={translation} />
        {isTooMany && <Callout intent="warning">{t('errors:too_many_files', { n: mostTranslatedFiles })}</Callout>}
        {refused.length > 0 && <Callout intent="warning">{t('cells_refused', { count: refused.length })}</Callout>}
        {error && !offer && <Callout intent="warning">{error.isOffline ? t('common:offline') : error.message}</Callout>}
        {offer && isShort && <Shortage needed={offer.credits} left={credits} />}
        {isVisitor && <Callout intent="primary">{t('tasks:visitors_cannot_run')}</Callout>}
        <Total files={files.length} languages={targets.length} credits={offer?.credits} />
        <Button
          intent="primary"
          size="large"
          fill
          loading={busy}
          disabled={isVisitor || isShort || isTooMany || refused.length > 0}
          text={
            offer && isComplete && refused.length === 0
              ? t('tasks:start_for', { count: offer.credits })
              : t('tasks:start')
          }
          onClick={submit}
        />
        {isChecked && files.length === 0 && <Fault text={t('file_required')} />}
      </aside>
    </div>
  )
}

function Fault({ text }: { text: string }): ReactNode {
  return (
    <p className="task-fault" role="alert">
      {text}
    </p>
  )
}

interface TotalProps {
  files: number
  languages: number
  credits: number | undefined
}

function Total({ files, languages, credits }: TotalProps): ReactNode {
  const { t } = useTranslation('taskpages')
  return (
    <div className="task-total">
      <span className="muted">{t('files_made', { count: files * languages, files, languages })}</span>
      <strong>{credits === undefined ? '–' : t('common:credits', { count: credits })}</strong>
    </div>
  )
}

interface FileList {
  readonly files: readonly ChosenFile[]
  readonly refused: readonly RefusedFile[]
  readonly isReading: boolean
  readonly add: (sent: readonly File[]) => Promise<void>
  readonly pick: (picked: readonly ChosenFile[]) => void
  readonly setLanguage: (fileId: string, language: LanguageCode) => void
  readonly remove: (file: ChosenFile) => void
  readonly forget: () => void
}

/** The files that are to be translated: sent from this computer, or chosen from the space. */
function useFiles(): FileList {
  const { t } = useTranslation('taskpages')
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const [isReading, setReading] = useState(false)
  const add = async (sent: readonly File[]): Promise<void> => {
    if (sent.length > 1 && !sent.some(({ name }) => isSrt(name))) {
      notify.error(t('errors:batch_empty'))
      return
    }
    setReading(true)
    try {
      const folderId = await translationFolder(t('translations_folder'))
      for (const file of sent) {
        const made = await sendSubtitleFile(file, folderId)
        if ('reason' in made) setRefused((before) => [...before, made])
        else setFiles((before) => [...before, made])
      }
    } catch (error) {
      notifyFailure(error)
    } finally {
      setReading(false)
    }
  }
  const pick = (picked: readonly ChosenFile[]): void =>
    setFiles((before) => [
      ...before,
      ...picked.filter(({ file_id }) => !before.some((file) => file.file_id === file_id)),
    ])
  const setLanguage = (fileId: string, language: LanguageCode): void => {
    const change = (before: readonly ChosenFile[]): readonly ChosenFile[] =>
      before.map((file) => (file.file_id === fileId ? { ...file, language, confidence: undefined } : file))
    call('setVersionLanguage', { file_id: fileId, language })
      .then(() => setFiles(change))
      .catch(notifyFailure)
  }
  const remove = (file: ChosenFile): void => {
    setFiles((before) => before.filter(({ file_id }) => file_id !== file.file_id))
    if (file.isSent)
      call('deleteVersion', { folder_id: file.folder_id, subtitles_id: file.file_id }).catch(notifyFailure)
  }
  return { files, refused, isReading, add, pick, setLanguage, remove, forget: () => setRefused([]) }
}

/** Where files come from: dropped, chosen from this computer, or from the space. */
function FileSource({ list, isVisitor }: { list: FileList; isVisitor: boolean }): ReactNode {
  const { t } = useTranslation('taskpages')
  const input = useRef<HTMLInputElement>(null)
  const [isPicking, setPicking] = useState(false)
  const drop = useFileDrop((dropped) => {
    if (!isVisitor) void list.add(dropped)
    return true
  })
  return (
    <>
      <div
        className={`drop-zone ${drop.isOver ? 'drop-over' : ''} ${list.files.length > 0 ? 'drop-small' : ''}`}
        {...drop.handlers}
      >
        <p>
          <strong>{t('drop_srt')}</strong>
          <span className="muted">{t('drop_srt_text')}</span>
        </p>
        <div className="drop-buttons">
          <Button
            icon={<Upload />}
            text={t('choose_files')}
            loading={list.isReading}
            disabled={isVisitor}
            onClick={() => input.current?.click()}
          />
          <Button
            variant="minimal"
            icon={<FolderOpen />}
            text={t('choose_from_space')}
            disabled={isVisitor}
            onClick={() => setPicking(true)}
          />
        </div>
        <HiddenFilesInput input={input} accept=".srt" testId="srt-files" onFiles={(files) => void list.add(files)} />
      </div>
      {list.refused.length > 0 && (
        <Callout intent="danger" role="alert" className="refused-files">
          <ul>
            {list.refused.map(({ name, reason }, at) => (
              <li key={`${at} ${name}`}>
                <strong>{name}</strong> {reason}
              </li>
            ))}
          </ul>
          <IconButton size="small" icon={<Cross />} label={t('common:close')} onClick={list.forget} />
        </Callout>
      )}
      {isPicking && (
        <PickFilesDialog
          onPick={(picked) => {
            list.pick(picked)
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}
