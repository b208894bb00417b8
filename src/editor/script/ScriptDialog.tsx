import './ScriptDialog.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { type ApartPart, withTaken } from '#core/speech/script-take.ts'
import { patchTo } from '#core/subtitle/patch.ts'
import { writeTime } from '#core/timing/time-notation.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { OfferNotes, startText, useOffer } from '#src/tasks/offer.tsx'
import { isScript, ScriptField } from '#src/tasks/ScriptField.tsx'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { LanguageSelect } from '#src/ui/LanguageSelect.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { notify } from '#src/ui/toaster.ts'
import { cueRules } from '../cue-rules.ts'
import { EditorDialog } from '../dialogs/EditorDialog.tsx'
import { delays } from '../options.ts'
import { useEditor, useLibrary, useNotation } from '../use-editor.ts'
import { type Aligned, keepAlignment, openAlignment, readAligned } from './script-task.ts'

/** Puts the lines of a script where they are spoken, in place of the lines that are open. */
export function ScriptDialog(): ReactNode {
  const { t } = useTranslation('editor')
  const { dialogs } = useEditor()
  const library = useLibrary()
  const close = (): void => dialogs.close('script')
  return (
    <EditorDialog name="script" title={t('script_title')} className="script-dialog">
      {library ? <ScriptSteps videoId={library.video.video_id} onClose={close} /> : <NeedsServer onClose={close} />}
    </EditorDialog>
  )
}

/** A file of this computer has no engine that hears it. */
function NeedsServer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <>
      <DialogBody>
        <Callout intent="primary">{t('script_needs_server')}</Callout>
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
  const { media, quality } = useEditor()
  const { t: tasksText } = useTranslation('tasks')
  const [script, setScript] = useState('')
  const [language, setLanguage] = useState<LanguageCode>(isLanguageCode(media.language) ? media.language : 'en')
  const [busy, setBusy] = useState(false)
  const started = useRef<string>(undefined)
  // A profile of the user's own is for the editor: the server has the one that it was copied from.
  const { base: profile } = quality.profile
  const fixed = { video_id: videoId, source_language: language, subtitle_extract_mode: 'audio', profile } as const
  const state = useOffer(
    {
      // What it costs does not depend on the text.
      quote: { task_type: 'video_extract', ...fixed, script: 'script' },
      choices: { ...fixed, script },
      start: async (idempotency_key) => {
        const { task_id } = await call('runExtract', { ...fixed, script, idempotency_key })
        started.current = task_id
      },
    },
    { onBusy: setBusy, onStarted: () => started.current !== undefined && onStarted(started.current) },
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

/** The news of a task may be lost: it is asked for while there may be some. */
const pollOngoing = (task: { readonly state: number } | undefined): number =>
  task && !describeTaskState(task.state).isOngoing ? 0 : delays.poll

/** The task on its way; its result, or why there is none. */
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
  if (aligned) return <Choose aligned={aligned} onLeft={onLeft} onClose={onClose} />
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

function Choose({ aligned, onLeft, onClose }: { aligned: Aligned } & Omit<FollowProps, 'taskId'>): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, media } = editor
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const { cues, notSpoken, notInScript } = aligned
  const apply = (): void => {
    const language = isLanguageCode(media.language) ? media.language : 'en'
    const parts = [...notSpoken, ...notInScript].filter(({ id, text }) => taken.has(id) && text !== '')
    const { maxLineLength: lineLength, unspaced } = cueRules(editor, language)
    const lines = withTaken(cues, parts, { lineLength, unspaced }, session.newId)
    onLeft()
    onClose()
    session.edit('step_script', patchTo(session.list, lines))
    notify.success(t('script_done', { count: lines.length }))
  }
  const parts = { taken, onTaken: setTaken }
  return (
    <>
      <DialogBody>
        <p>{t('script_found', { count: cues.length })}</p>
        <div className="script-apart">
          <Apart title={t('script_not_spoken')} none={t('script_all_spoken')} list={notSpoken} {...parts} />
          <Apart title={t('script_not_written')} none={t('script_all_written')} list={notInScript} {...parts} />
        </div>
        <p className="muted">{t('script_replaces', { count: session.list.cues.length })}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button
              text={t('script_leave')}
              onClick={() => {
                onLeft()
                onClose()
              }}
            />
            <Button intent="primary" text={t('script_apply', { count: cues.length + taken.size })} onClick={apply} />
          </>
        }
      />
    </>
  )
}

interface ApartProps {
  title: string
  none: string
  list: readonly ApartPart[]
  taken: ReadonlySet<string>
  onTaken: (taken: ReadonlySet<string>) => void
}

/** Parts of one side, each to take or to leave. */
function Apart({ title, none, list, taken, onTaken }: ApartProps): ReactNode {
  const { t } = useTranslation('editor')
  const notation = useNotation()
  const own = list.filter(({ text }) => text !== '')
  const chosen = own.filter(({ id }) => taken.has(id)).length
  const set = (ids: readonly string[], isOn: boolean): void => {
    const next = new Set(taken)
    for (const id of ids) {
      if (isOn) next.add(id)
      else next.delete(id)
    }
    onTaken(next)
  }
  return (
    <fieldset className="script-part">
      <legend>
        {title} ({list.length})
      </legend>
      {list.length === 0 && <p className="muted">{none}</p>}
      {own.length > 1 && (
        <Checkbox
          className="script-all"
          label={t('script_take_all')}
          checked={chosen === own.length}
          indeterminate={chosen > 0 && chosen < own.length}
          onChange={({ currentTarget: { checked } }) =>
            set(
              own.map(({ id }) => id),
              checked,
            )
          }
        />
      )}
      <ul>
        {list.map(({ id, start, text }) => (
          <li key={id}>
            <Checkbox
              checked={taken.has(id)}
              disabled={text === ''}
              onChange={({ currentTarget: { checked } }) => set([id], checked)}
            >
              <span className="muted">{writeTime(start, notation)}</span>{' '}
              <span dir="auto">{text === '' ? t('script_unheard') : text}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
