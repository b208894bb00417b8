import { z } from 'zod'
import { peopleLimits } from '../domain/workflow.ts'
import { call, forPrograms } from './call.ts'
import { id, idempotencyKey, language, lineRemark, text } from './fields.ts'

const flagged = z
  .object({
    file_id: z.string(),
    video_id: z.string(),
    video_name: z.string(),
    name: z.string(),
    language: z.string(),
    cue_id: z.string(),
    /** Of the cue, from 1. */
    number: z.number().int(),
    start: z.number(),
    end: z.number(),
    text: z.string(),
    verdict: z.string(),
    rate: z.number(),
    note: z.string(),
    also: z.array(lineRemark).readonly(),
    /** Who reviewed it and left it unchanged; empty if none. */
    reviewed_by: z.string(),
    review_time: z.string(),
  })
  .meta({ id: 'FlaggedLine' })
export type FlaggedLine = z.infer<typeof flagged>

const redub = z
  .object({
    /** The newest dub of the version. */
    task_id: z.string(),
    task_type: z.string(),
    file_id: z.string(),
    video_id: z.string(),
    video_name: z.string(),
    language: z.string(),
    lines: z.number().int(),
    changed_lines: z.number().int(),
    credits: z.number().int(),
    /** Why it can't be dubbed now; empty if it can. */
    refusal: z.string(),
  })
  .meta({ id: 'ChangedDub' })
export type ChangedDub = z.infer<typeof redub>

/** Cues marked for review by tasks, across the videos of a folder or a batch. */
export const reviewCalls = {
  listFlags: call({
    method: 'GET',
    path: '/admin/space.folder/flags',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Flagged lines of a folder, or of what a batch made: by video, version and time',
    /** Exactly one of folder and batch is given. */
    input: z.object({ folder_id: id.optional(), batch_id: id.optional(), language: language.optional() }),
    data: z.object({
      list: z.array(flagged),
      open: z.number().int(),
      reviewed: z.number().int(),
      /** Whether there are more than an answer holds. */
      is_cut: z.boolean(),
    }),
  }),
  reviewLines: call({
    method: 'POST',
    path: '/admin/file.srt/review',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Mark flagged lines as checked, or undo that; an edited line is no longer flagged',
    input: z.object({
      file_id: id,
      cue_ids: z.array(id).min(1).max(10_000),
      reviewed: z.boolean(),
      person: text(peopleLimits.nameLength).default(''),
    }),
    data: z.object({ reviewed: z.number().int() }),
  }),
  listChangedDubs: call({
    method: 'GET',
    path: '/admin/space.folder/changeddubs',
    access: 'customer',
    auth: forPrograms,
    summary: 'Dubs whose lines were edited since, with the price of speaking only these again',
    input: z.object({ folder_id: id }),
    data: z.object({ list: z.array(redub) }),
  }),
  redub: call({
    method: 'POST',
    path: '/admin/history.task/redub',
    access: 'customer',
    auth: forPrograms,
    summary: 'Dub a version again like an earlier task: unchanged lines are reused and cost nothing',
    input: z.object({ task_id: id, idempotency_key: idempotencyKey }),
    data: z.object({ task_id: z.string(), credits: z.number().int() }),
  }),
}
