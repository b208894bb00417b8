import './tasks.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#core/contract/index.ts'
import type { Task } from '#core/contract/task.ts'
import { type Cue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { readSrt, writeSrt } from '#core/subtitle/formats/srt/srt.ts'
import { formatTimecode } from '#core/subtitle/text/timecode.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { notify } from '#src/ui/toaster.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { textsBySpan } from './line-spans.ts'

/** Three rows of text, the usual maximum. */
const ROW_PX = 76

type Content = DataOf<'getSubtitlesContent'>

interface Props {
  task: Pick<Task, 'task_name' | 'file_id' | 'source_file_id' | 'task_id'>
  onClose: () => void
}

/** A task's cues beside their source, to read and correct. */
export function SubtitleTextDialog({ task, onClose }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const { data, error } = useCall('getSubtitlesContent', { file_id: task.file_id }, { revalidateOnFocus: false })
  const { data: source } = useCall(
    'getSubtitlesContent',
    task.source_file_id === '' ? undefined : { file_id: task.source_file_id },
  )
  const [isDirty, setDirty] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  return (
    <Dialog
      isOpen
      title={data?.name ?? task.task_name}
      className="text-dialog"
      canOutsideClickClose={false}
      onClose={() => (isDirty ? setLeaving(true) : onClose())}
    >
      {!data && (
        <DialogBody className="text-dialog-body">
          {error ? <Callout intent="warning">{error.message}</Callout> : <Spinner size={20} />}
        </DialogBody>
      )}
      {data && <TextEditor key={data.file_id} content={data} source={source} onDirty={setDirty} onClose={onClose} />}
      <ConfirmDialog
        open={isLeaving}
        text={t('discard_question')}
        confirmText={t('discard')}
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      />
    </Dialog>
  )
}

interface EditorProps {
  content: Content
  source: Content | undefined
  onDirty: (isDirty: boolean) => void
  onClose: () => void
}

const cuesOf = (text: string): readonly Cue[] => readSrt(text, sequentialIds('line-')).cues

function TextEditor({ content, source, onDirty, onClose }: EditorProps): ReactNode {
  const { t } = useTranslation('tasks')
  const [base, setBase] = useState(content)
  const [cues, setCues] = useState(() => cuesOf(content.subtitle_txt))
  const [isChanged, setChanged] = useState(false)
  const [busy, setBusy] = useState(false)
  const [isStale, setStale] = useState(false)
  const originals = source ? textsBySpan(cuesOf(source.subtitle_txt), cues) : []
  const mark = (changed: boolean): void => {
    setChanged(changed)
    onDirty(changed)
  }
  const write = (id: string, text: string): void => {
    setCues(cues.map((cue) => (cue.id === id ? { ...cue, text } : cue)))
    mark(true)
  }
  const take = (): void => {
    setCues(cuesOf(base.subtitle_txt))
    setStale(false)
    mark(false)
  }
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const input = { file_id: base.file_id, revision: base.revision, subtitle_txt: writeSrt(cues) }
      const { revision } = await call('setSubtitlesContent', input)
      setBase({ ...base, revision })
      mark(false)
      notify.success(t('text_saved'))
      await refresh('getVersion', 'getTask', 'getSubtitlesContent')
    } catch (error) {
      const newer = newerOf(error)
      if (!newer) return notifyFailure(error)
      // Nothing was written: the user decides which text is kept.
      setBase({ ...base, revision: newer.revision, subtitle_txt: newer.current_txt ?? base.subtitle_txt })
      setStale(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <DialogBody className="text-dialog-body">
        {isStale && <Stale onTake={take} onKeep={() => setStale(false)} />}
        <Head languages={[...(source ? [source.language] : []), content.language]} />
        <VirtualList
          items={cues.map((cue, at) => ({ cue, at }))}
          rowHeight={ROW_PX}
          keyOf={({ cue }) => cue.id}
          label={t('lines_of_result')}
          className="text-lines"
          render={({ cue, at }) => (
            <TextRow
              cue={cue}
              language={content.language}
              original={source && (originals[at] ?? '')}
              originalLanguage={source?.language}
              onText={(text) => write(cue.id, text)}
            />
          )}
        />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:close')} onClick={onClose} disabled={busy || isChanged} />
            <Button
              intent="primary"
              loading={busy}
              disabled={!isChanged || isStale}
              text={t('save_text')}
              onClick={() => void save()}
            />
          </>
        }
      />
    </>
  )
}

function Head({ languages }: { languages: readonly string[] }): ReactNode {
  const nameOf = useLanguageNames()
  return (
    <div className="text-head">
      <span />
      {languages.map((language) => (
        <span key={language}>{nameOf(language)}</span>
      ))}
    </div>
  )
}

/** Shows a conflict: nothing was written, and the user decides which text is kept. */
function Stale({ onTake, onKeep }: { onTake: () => void; onKeep: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <Callout intent="warning" className="text-stale">
      <p>{t('text_stale')}</p>
      <Button text={t('text_take_newer')} onClick={onTake} />
      <Button text={t('text_keep_mine')} onClick={onKeep} />
    </Callout>
  )
}

interface RowProps {
  cue: Cue
  language: string
  original: string | undefined
  originalLanguage: string | undefined
  onText: (text: string) => void
}

function TextRow({ cue, language, original, originalLanguage, onText }: RowProps): ReactNode {
  const { t } = useTranslation('tasks')
  const time = formatTimecode(cue.start)
  return (
    <div className="text-row">
      <span className="text-time">{time}</span>
      {original !== undefined && (
        <span className="text-original" dir={textDirection(original, originalLanguage)} title={original}>
          {original}
        </span>
      )}
      <textarea
        value={cue.text}
        dir={textDirection(cue.text, language)}
        maxLength={10_000}
        rows={2}
        spellCheck={false}
        aria-label={t('line_at', { time })}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
    </div>
  )
}

/** The newer text of a refused save. */
function newerOf(error: unknown): DataOf<'setSubtitlesContent'> | undefined {
  if (!(error instanceof CallFailed) || typeof error.data !== 'object' || error.data === null) return undefined
  return 'current_txt' in error.data ? (error.data as DataOf<'setSubtitlesContent'>) : undefined
}
