import './ScriptDialog.css'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { OfferNotes, startText, useOffer } from '#src/tasks/offer.tsx'
import { isScript, ScriptField } from '#src/tasks/ScriptField.tsx'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { later } from '#src/ui/later.tsx'
import { LanguageSelect } from '#src/ui/LanguageSelect.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'
import type { Playback } from '../../media/editor-media.ts'
import { delays } from '../../model/options.ts'
import { useEditor, useLibrary } from '../../context/use-editor.ts'
import { ScriptChoice } from './ScriptChoice.tsx'
import { type Aligned, keepAlignment, openAlignment, readAligned } from './script-task.ts'
import { qualityOf } from '../quality/quality.ts'

/** Loaded when first opened, since its code is large and rarely used. */
const LocalScript = later(async () => (await import('./LocalScript.tsx')).LocalScript)

/** Aligns the lines of a script with the speech, in place of the open lines. */
export function ScriptDialog({ source }: { source: Playback['source'] }): ReactNode {
  const { t } = useTranslation('editor')
  const { dialogs } = useEditor()
  const library = useLibrary()
  const close = (): void => dialogs.close('script')
  const isLocal = !library && source !== undefined
  return (
    <EditorDialog name="script" title={t('script_title')} className="script-dialog" isSteady={isLocal}>
      {library && <ScriptSteps videoId={library.video.video_id} onClose={close} />}
      {isLocal && <LocalScript source={source} onClose={close} />}
      {!library && !source && <NeedsVideo onClose={close} />}
    </EditorDialog>
  )
}

/** Shown for lines without a video, and so without sound. */
function NeedsVideo({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <>
      <DialogBody>
        <Callout intent="primary">{t('script_needs_video')}</Callout>
      </DialogBody>
      <DialogFooter actions={<Button text={t('common:close')} onClick={onClose} />} />
    </>
  )
}

interface StepsProps {
  videoId: string
  onClose: () => void
}

function ScriptSteps({ videoId, onClose }: StepsProps): ReactNode {
  const [taskId, setTaskId] = useState(() => openAlignment(videoId))
  const keep = (id: string | undefined): void => {
    keepAlignment(videoId, id)
    setTaskId(id)
  }
  if (taskId === undefined) return <Ask videoId={videoId} onStarted={keep} onClose={onClose} />
  return <Follow taskId={taskId} onLeft={() => keep(undefined)} onClose={onClose} />
}

function Ask({ videoId, onStarted, onClose }: StepsProps & { onStarted: (taskId: string) => void }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { media } = editor
  const quality = qualityOf(editor)
  const { t: tasksText } = useTranslation('tasks')
  const [script, setScript] = useState('')
  const [language, setLanguage] = useState<LanguageCode>(isLanguageCode(media.language) ? media.language : 'en')
  const [busy, setBusy] = useState(false)
  // The server lacks the user's profiles, so it gets the one that they were copied from.
  const { base: profile } = quality.profile
  const fixed = { video_id: videoId, source_language: language, subtitle_extract_mode: 'audio', profile } as const
  const state = useOffer(
    {
      // The price does not depend on the text.
      quote: { task_type: 'video_extract', ...fixed, script: 'script' },
      choices: { ...fixed, script },
      start: (idempotency_key) => call('runExtract', { ...fixed, script, idempotency_key }),
    },
    { onBusy: setBusy, onStarted: ({ task_id }) => onStarted(task_id) },
  )
  return (
    <>
      <DialogBody>
        <p className="muted">{t('script_text')}</p>
        <ScriptField id="script-text" autoFocus value={script} onChange={setScript} />
        <FormGroup label={tasksText('spoken_language')} labelFor="script-language">
          <LanguageSelect id="script-language" value={language} onChange={setLanguage} />
        </FormGroup>
        <OfferNotes state={state} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={onClose} disabled={busy} />
            <Button
              intent="primary"
              loading={busy}
              disabled={!state.isReady || !isScript(script)}
              text={startText(tasksText, state.offer)}
              onClick={() => void state.start()}
            />
          </>
        }
      />
    </>
  )
}

interface FollowProps {
  taskId: string
  onLeft: () => void
  onClose: () => void
}

/** Polls a task in progress, since its events may be lost. */
const pollOngoing = (task: { readonly state: number } | undefined): number =>
  task && !describeTaskState(task.state).isOngoing ? 0 : delays.poll

/** The task in progress; then its result, or why it failed. */
function Follow({ taskId, onLeft, onClose }: FollowProps): ReactNode {
  const { t } = useTranslation('editor')
  const { data: task, error } = useCall('getTask', { task_id: taskId }, { refreshInterval: pollOngoing })
  const [aligned, setAligned] = useState<Aligned>()
  const isDone = task !== undefined && describeTaskState(task.state).name === 'succeeded'
  useEffect(() => {
    if (!task || !isDone) return undefined
    let isOver = false
    readAligned(task).then((found) => !isOver && setAligned(found), notifyFailure)
    return () => {
      isOver = true
    }
  }, [task, isDone])
  if (aligned) {
    const done = (): void => {
      onLeft()
      onClose()
    }
    return <ScriptChoice aligned={aligned} onDone={done} />
  }
  const failed = error?.message ?? (task && describeTaskState(task.state).name === 'failed' ? task.fail_msg : undefined)
  const isQueued = task !== undefined && describeTaskState(task.state).name === 'queued'
  const remove = async (): Promise<void> => {
    try {
      await call('deleteTask', { task_id: taskId })
      onLeft()
    } catch (refused) {
      notifyFailure(refused)
    }
  }
  return (
    <>
      <DialogBody>
        {failed !== undefined && (
          <Callout intent="danger" role="alert">
            {failed}
          </Callout>
        )}
        {failed === undefined && (
          <div className="script-progress" role="status">
            <p>{t(isQueued ? 'script_queued' : 'script_running')}</p>
            {isDone ? <Spinner size={20} /> : <Progress label={t('script_running')} value={task?.progress ?? 0} />}
            <p className="muted">{t('script_goes_on')}</p>
            {!isQueued && <p className="muted">{t('script_runs')}</p>}
          </div>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {isQueued && <Button text={t('script_stop')} onClick={() => void remove()} />}
            {failed !== undefined && <Button intent="primary" text={t('script_again')} onClick={onLeft} />}
            <Button text={t('common:close')} onClick={onClose} />
          </>
        }
      />
    </>
  )
}
