import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '#core/contract/batch.ts'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState, TaskState as State } from '#core/domain/task.ts'
import { useCall } from '#src/api/hooks.ts'
import { kindOf } from '#src/tasks/kinds.ts'
import { useRetryBatch } from '#src/tasks/retry.ts'
import { SubtitleTextDialog } from '#src/tasks/SubtitleTextDialog.tsx'
import { TaskState } from '#src/tasks/TaskState.tsx'
import { AnchorButton, Button } from '#src/ui/Button.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ArrowLeft, Download, Manual, Refresh } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { Table } from '#src/ui/Table.tsx'

/** Most files of a batch. */
const ALL = 200
/** In case events are lost. */
const ASK_AGAIN_MS = 5000

/** Results per file and language: live state, open, download, and a zip of all. */
export function TranslateResults({ batchId, onBack }: { batchId: string; onBack: () => void }): ReactNode {
  const { t } = useTranslation('taskpages')
  const { data: batch, error, isValidating, mutate } = useCall('getBatch', { batch_id: batchId }, asked)
  const { data: tasks } = useCall('listTasks', { batch_id: batchId, page_size: ALL }, asked)
  if (!batch && error)
    return (
      <Failing
        title={t('batch_gone')}
        text={error.isOffline ? t('common:offline') : error.message}
        busy={isValidating}
        onRetry={() => void mutate()}
      />
    )
  return (
    <>
      <div className="result-bar">
        <Button variant="minimal" icon={<ArrowLeft />} text={t('translate_more')} onClick={onBack} />
        {batch && <BatchProgress batch={batch} />}
      </div>
      {tasks && <ResultTable tasks={tasks.list} />}
    </>
  )
}

const asked = {
  refreshInterval: (latest?: { task_sum_ing?: number; list?: readonly Task[] }): number => {
    // Polled before the first answer, and then unless the answer says never.
    const isOngoing =
      !latest ||
      (latest.task_sum_ing ?? 0) > 0 ||
      (latest.list ?? []).some(({ state }) => describeTaskState(state).isOngoing)
    return isOngoing ? ASK_AGAIN_MS : 0
  },
}

function BatchProgress({ batch }: { batch: Batch }): ReactNode {
  const { t } = useTranslation('taskpages')
  const { busy, retry } = useRetryBatch(batch.batch_id)
  const { task_sum, task_sum_ing, task_sum_success, task_sum_fail } = batch
  return (
    <>
      <div className="batch-progress" role="status">
        <span>
          {task_sum_ing > 0
            ? t('batch_going', { done: task_sum_success, all: task_sum })
            : t('batch_ended', { done: task_sum_success, failed: task_sum_fail })}
        </span>
        {task_sum_ing > 0 && (
          <Progress
            label={t('in_progress', { count: task_sum_ing })}
            value={1 - task_sum_ing / Math.max(1, task_sum)}
          />
        )}
      </div>
      {task_sum_fail > 0 && (
        <Button icon={<Refresh />} text={t('retry_failed')} loading={busy} onClick={() => void retry()} />
      )}
      {batch.download_url !== '' && (
        <AnchorButton
          intent="primary"
          icon={<Download />}
          text={t('download_all')}
          href={batch.download_url}
          download
        />
      )}
    </>
  )
}

const byName = new Intl.Collator(undefined, { numeric: true })

function ResultTable({ tasks }: { tasks: readonly Task[] }): ReactNode {
  const { t } = useTranslation('taskpages')
  const nameOf = useLanguageNames()
  const languages = [...new Set(tasks.map(({ language }) => language))].toSorted()
  // The order of rows stays while tasks end.
  const inOrder = tasks.toSorted((a, b) => byName.compare(a.task_name, b.task_name))
  const files = [...Map.groupBy(inOrder, ({ source_file_id }) => source_file_id).entries()]
  return (
    <div className="cell-table-frame">
      <Table
        layout="auto"
        className="cell-table"
        columns={[{ key: 'file', label: t('file') }, ...languages.map((code) => ({ key: code, label: nameOf(code) }))]}
      >
        {files.map(([fileId, own]) => (
          <tr key={fileId}>
            <td className="cell-name">
              <FileName fileId={fileId} task={own[0]} />
            </td>
            {languages.map((code) => {
              const task = own.find(({ language }) => language === code)
              return <td key={code}>{task && <ResultCell task={task} />}</td>
            })}
          </tr>
        ))}
      </Table>
    </div>
  )
}

function FileName({ fileId, task }: { fileId: string; task: Task | undefined }): ReactNode {
  const nameOf = useLanguageNames()
  const { data } = useCall('getSubtitlesContent', fileId === '' ? undefined : { file_id: fileId })
  const name = data?.name ?? task?.task_name
  return (
    <div className="file-name">
      <strong className="ellipsis" title={name}>
        {name}
      </strong>
      <span className="muted">{task && nameOf(task.previous_language)}</span>
    </div>
  )
}

/** One file in one language: progress, then acts. */
function ResultCell({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('taskpages')
  const [isOpen, setOpen] = useState(false)
  const kind = kindOf(task.task_type)
  const isDone = task.state === State.succeeded
  return (
    <div className="result-cell" data-task={task.task_id} data-state={describeTaskState(task.state).name}>
      <TaskState task={task} />
      {isDone && task.file_id !== '' && (
        <span className="result-tools">
          <IconButton size="small" icon={<Manual />} label={t('open_text')} onClick={() => setOpen(true)} />
          {kind && <kind.Result task={task} />}
        </span>
      )}
      {isOpen && <SubtitleTextDialog task={task} onClose={() => setOpen(false)} />}
    </div>
  )
}
