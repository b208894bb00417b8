import { z } from 'zod'
import { MAX_BATCH_TASKS } from '../tasks/batch.ts'
import { call, forPrograms, listOf, none } from './call.ts'
import { id, idempotencyKey, language, pageInput, text } from './fields.ts'
import { sameTask } from './task.ts'

/** A video without a task, and why. */
const skipped = z.array(z.object({ video_id: z.string(), language: z.string(), reason: z.string() }))

const batch = z
  .object({
    batch_id: z.string(),
    folder_id: z.string(),
    folder_name: z.string(),
    /** Project of its videos; empty if they are of a folder. */
    project_id: z.string(),
    /** Type of the kind of its tasks. */
    task_type: z.string(),
    create_time: z.string(),
    /** Videos that its tasks work on. */
    file_sum: z.number().int(),
    task_sum: z.number().int(),
    task_sum_ing: z.number().int(),
    task_sum_success: z.number().int(),
    task_sum_fail: z.number().int(),
    credits: z.number().int(),
    task_config: z.record(z.string(), z.unknown()),
    skipped,
    /** Signed address of a zip of all results so far; empty if there are none. */
    download_url: z.string(),
  })
  .meta({ id: 'Batch' })
export type Batch = z.infer<typeof batch>

/** One configuration for all or some videos of a folder or project, times languages. */
const choice = {
  task_type: id,
  /** Videos of one folder or of one project: exactly one is given. */
  folder_id: id.optional(),
  project_id: id.optional(),
  /** By default all. */
  video_ids: z.array(id).min(1).max(MAX_BATCH_TASKS).optional(),
  /** Target languages; for kinds without one, the versions' languages: empty means the active version. */
  to_languages: z.array(language).max(24).default([]),
  /** Subtitle versions to use for their videos; by default the active ones. */
  file_ids: z.array(id).max(MAX_BATCH_TASKS).optional(),
  /** The kind's configuration without the fields that videos supply. */
  config: z.looseObject({}).default({}),
}

/** A configuration has few fields, with a glossary at most. */
const limits = { bodyBytes: 512 * 1024 } as const

const matrixFile = z.object({
  /** Of the video, or of the subtitle file without one. */
  file_id: z.string(),
  name: z.string(),
  cover: z.string(),
  duration_ms: z.number().int(),
})

const matrixCell = z.object({
  task_id: z.string(),
  /** Of the row. */
  file_id: z.string(),
  language: z.string(),
  state: z.number().int(),
  progress: z.number(),
  step: z.string(),
  fail_msg: z.string(),
  /** Cues that need review. */
  flagged: z.number().int(),
  /** The subtitle version that it made; empty if none. */
  made_id: z.string(),
  /**
   * A version that this one can be measured against: of the same video and language, checked or delivered, else imported, the
   * newest; empty where there is none.
   */
  reference_id: z.string(),
})
export type MatrixCell = z.infer<typeof matrixCell>

/** Tasks that are started together. */
export const batchCalls = {
  quoteBatch: call({
    method: 'POST',
    path: '/admin/history.batch/quote',
    access: 'customer',
    auth: forPrograms,
    scope: 'read',
    limits,
    summary: 'What a batch would cost, and which videos it would leave out',
    input: z.object(choice),
    data: z.object({
      task_sum: z.number().int(),
      credits: z.number().int(),
      skipped,
      /** Price of each task; `language` is empty if none was chosen. */
      cells: z.array(
        z.object({
          video_id: z.string(),
          language: z.string(),
          credits: z.number().int(),
          /** If an earlier task spoke the cues: how many of them changed since; only these are paid for. */
          changed: z.nullable(z.object({ lines: z.number().int(), of: z.number().int() })),
          same: sameTask,
        }),
      ),
      /** Names of the chosen videos. */
      files: z.array(z.object({ video_id: z.string(), video_name: z.string() })),
    }),
  }),
  addBatch: call({
    method: 'POST',
    path: '/admin/history.batch/add',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    limits,
    summary: 'Start a task for each video of a folder and each language',
    input: z.object({ ...choice, idempotency_key: idempotencyKey }),
    data: batch,
  }),
  listBatches: call({
    method: 'GET',
    path: '/admin/history.batch/getlist',
    access: 'customer',
    auth: forPrograms,
    summary: 'Batches, newest first; their tasks are listed by listTasks with their batch_id',
    input: z.object({ folder_id: id.optional(), task_type: id.optional(), ...pageInput }),
    data: listOf(batch),
  }),
  getBatch: call({
    method: 'GET',
    path: '/admin/history.batch/getinfo',
    access: 'customer',
    auth: forPrograms,
    summary: 'One batch',
    input: z.object({ batch_id: id }),
    data: batch,
  }),
  getBatchMatrix: call({
    method: 'GET',
    path: '/admin/history.batch/matrix',
    access: 'customer',
    auth: forPrograms,
    summary: 'Tasks of a batch by file and language; with the cursor of an earlier answer, those that changed since',
    input: z.object({ batch_id: id, after: text(40).default('') }),
    data: z.object({
      /** In the order of their names; left out of answers about changes. */
      files: z.nullable(z.array(matrixFile)),
      cells: z.array(matrixCell),
      cursor: z.string(),
    }),
  }),
  retryBatch: call({
    method: 'POST',
    path: '/admin/history.batch/retry',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    summary: 'Start the failed tasks of a batch again; the new ones replace them',
    input: z.object({ batch_id: id, idempotency_key: idempotencyKey }),
    data: z.object({
      ...batch.shape,
      /** Why some stay failed, each reason once; empty if all started. */
      refused: z.array(z.string()),
    }),
  }),
  deleteBatch: call({
    method: 'DELETE',
    path: '/admin/history.batch/del',
    access: 'customer',
    auth: forPrograms,
    summary: 'Delete a batch with its tasks; the credits of queued ones are returned, a running one prevents it',
    input: z.object({ batch_id: id }),
    data: none,
  }),
}
