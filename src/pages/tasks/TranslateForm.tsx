import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LanguageCode } from '#core/domain/languages.ts'
import { mostTranslatedFiles } from '#core/domain/limits.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { askAgain, Shortage, useStart } from '#src/tasks/offer.tsx'
import { TranslationFields, useTranslationChoice } from '#src/tasks/TranslationFields.tsx'
import { Button } from '#src/ui/Button.ts'
import { EmptyScene } from '#src/ui/EmptyScene.tsx'
import { Callout } from '#src/ui/Callout.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { HiddenFilesInput } from '#src/ui/HiddenFileInput.tsx'
import { Cross, FolderOpen, Upload } from '#src/ui/icons.ts'
import { useFileDrop } from '#src/ui/use-file-drop.ts'
import { FileTable } from './FileTable.tsx'
import { LanguageChips } from '#src/tasks/LanguageChips.tsx'
import { PickFilesDialog } from './PickFilesDialog.tsx'
import type { FileList } from './use-files.ts'

interface Props {
  list: FileList
  targets: readonly LanguageCode[]
  onTargets: (targets: readonly LanguageCode[]) => void
  onStarted: (batchId: string) => void
}

/** Files, languages, options, prices, and the start. */
export function TranslateForm({ list, targets, onTargets, onStarted }: Props): ReactNode {
  const { t } = useTranslation('taskpages')
  const { files } = list
  const { data: languages } = useCall('getLanguages', {})
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
  const isPriced = known.length > 0 && targets.length > 0 && !isTooMany
  const isComplete = isPriced && known.length === files.length
  const asked = { ...choice, sources: known.map(({ language }) => language) }
  const options = { ...askAgain, keepPreviousData: true }
  const { data: offer, error, isLoading } = useCall('quoteTranslateFiles', isPriced ? asked : undefined, options)
  // The price of another choice, until the new one is known.
  const isOld = isLoading || error !== undefined
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
    if (isComplete && offer && !isOld && refused.length === 0) void start()
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
        <LanguageChips value={targets} onChange={onTargets} />
        {isChecked && languages && targets.length === 0 && <Fault text={t('target_required')} />}
        <TranslationFields choice={translation} />
        {isTooMany && <Callout intent="warning">{t('errors:too_many_files', { n: mostTranslatedFiles })}</Callout>}
        {refused.length > 0 && <Callout intent="warning">{t('cells_refused', { count: refused.length })}</Callout>}
        {error && <Callout intent="warning">{error.isOffline ? t('common:offline') : error.message}</Callout>}
        {offer && isShort && <Shortage needed={offer.credits} left={credits} />}
        {isVisitor && <Callout intent="primary">{t('tasks:visitors_cannot_run')}</Callout>}
        <Total files={files.length} languages={targets.length} credits={isOld ? undefined : offer?.credits} />
        <Button
          intent={isComplete ? 'primary' : 'none'}
          size="large"
          fill
          loading={busy}
          disabled={!languages || isVisitor || isShort || isTooMany || isOld || refused.length > 0}
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
  const count = files * languages
  if (count === 0) return <p className="muted task-total">{t('nothing_chosen')}</p>
  return (
    <div className="task-total">
      <span className="muted">{t('files_made', { count, files, languages })}</span>
      <strong>{credits === undefined ? '–' : t('common:credits', { count: credits })}</strong>
    </div>
  )
}

/** Sources of files: dropped, local, or from the library. */
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
        {list.files.length === 0 && <EmptyScene of="text" />}
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
