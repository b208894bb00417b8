import { z } from 'zod'
import { MAX_OPERATION_VERSIONS, operationKinds } from '../domain/operation.ts'
import { profileIds } from '../domain/profiles.ts'
import { subtitleSources } from '../domain/task.ts'
import { call, forPrograms } from './call.ts'
import { id, idempotencyKey, int32, language, revision, text } from './fields.ts'

const LONGEST_SHIFT_MS = 24 * 3_600_000
const profile = z.enum(profileIds).default('cuelane')

const shift = z.object({
  kind: z.literal('shift'),
  by: int32({ min: -LONGEST_SHIFT_MS, max: LONGEST_SHIFT_MS }),
  /** Cues that begin then or later; all if 0. */
  from: int32({ min: 0 }).default(0),
})
const fix = z.object({ kind: z.literal('fix'), profile })
const replace = z.object({
  kind: z.literal('replace'),
  text: text(1000, 1),
  replacement: text(1000).default(''),
  is_pattern: z.boolean().default(false),
  match_case: z.boolean().default(false),
  whole_word: z.boolean().default(false),
})
const roles = z.object({ kind: z.literal('roles'), from_language: language })
const check = z.object({ kind: z.literal('check'), profile })

/** A cue in an answer; times in milliseconds. */
const line = z.object({ start: z.number(), end: z.number(), text: z.string(), roles: z.array(z.string()) })

/** What distinguishes a version from the others of its folder. */
const named = z.object({
  file_id: z.string(),
  /** Empty for a file without a video. */
  video_id: z.string(),
  /** Of the video, or of the file without one. */
  video_name: z.string(),
  name: z.string(),
  language: z.string(),
  from: z.enum(subtitleSources),
  version: z.number().int(),
  is_use: z.boolean(),
})
export type NamedVersion = z.infer<typeof named>

const outcome = named
  .extend({
    revision: z.number().int(),
    cue_sum: z.number().int(),
    /** Cues that change, appear or disappear. */
    changed: z.number().int(),
    /** Why it can't run here, and the first cue that prevents it; then nothing is changed anywhere. */
    fault: z.nullable(z.object({ reason: z.string(), number: z.number().int(), line })),
    samples: z.array(z.object({ number: z.number().int(), before: z.nullable(line), after: z.nullable(line) })),
    /** Findings of the profile in the resulting cues; null if not requested. */
    counts: z.nullable(z.object({ error: z.number(), warning: z.number(), hint: z.number() })),
    findings: z.array(
      z.object({
        number: z.number().int(),
        cue_id: z.string(),
        rule: z.string(),
        values: z.record(z.string(), z.union([z.string(), z.number()])),
        line,
      }),
    ),
  })
  .meta({ id: 'OperationOutcome' })
export type OperationOutcome = z.infer<typeof outcome>

const entry = z
  .object({
    operation_id: z.string(),
    kind: z.enum(operationKinds),
    operation: z.discriminatedUnion('kind', [
      shift,
      fix,
      replace.extend({ text: z.string(), replacement: z.string() }),
      roles,
    ]),
    person: z.string(),
    versions: z.number().int(),
    changed: z.number().int(),
    create_time: z.string(),
    /** Empty while it is in effect. */
    undo_time: z.string(),
  })
  .meta({ id: 'Operation' })
export type OperationEntry = z.infer<typeof entry>

/** A version that was edited or deleted after the dry run. */
const meanwhile = z.discriminatedUnion('reason', [
  named.extend({ reason: z.literal('edited') }),
  z.object({ file_id: z.string(), reason: z.literal('gone') }),
])
export type ChangedMeanwhile = z.infer<typeof meanwhile>

const versions = z
  .array(z.object({ file_id: id, revision }))
  .min(1)
  .max(MAX_OPERATION_VERSIONS)

/** Operations on many versions. */
export const operationCalls = {
  planOperation: call({
    method: 'POST',
    path: '/admin/space.folder/planoperation',
    access: 'visitor',
    auth: forPrograms,
    limits: { perMinute: 120 },
    summary: 'Dry run: what an operation would do to each version of a folder',
    input: z.object({
      folder_id: id,
      operation: z.discriminatedUnion('kind', [shift, fix, replace, roles, check]),
      /** By default all. */
      video_ids: z.array(id).max(1000).optional(),
      languages: z.array(language).max(60).optional(),
      /** Only the active version of each video. */
      only_active: z.boolean().default(false),
    }),
    data: z.object({ list: z.array(outcome), allowed: z.boolean(), changed: z.number().int() }),
  }),
  runOperation: call({
    method: 'POST',
    path: '/admin/space.folder/operate',
    access: 'visitor',
    auth: forPrograms,
    limits: { perMinute: 120 },
    summary: 'Apply an operation to versions at the revisions of its dry run: to all of them or to none',
    input: z.object({
      folder_id: id,
      operation: z.discriminatedUnion('kind', [shift, fix, replace, roles]),
      versions,
      /** The actor; the account itself if empty. */
      person: text(60).default(''),
      idempotency_key: idempotencyKey,
    }),
    data: z.object({
      operation: z.nullable(entry),
      /** The versions changed since the dry run; if not empty, nothing was written. */
      changed_meanwhile: z.array(meanwhile),
    }),
  }),
  undoOperation: call({
    method: 'POST',
    path: '/admin/space.folder/undooperation',
    access: 'visitor',
    auth: forPrograms,
    limits: { perMinute: 120 },
    summary:
      'Undo an operation everywhere; if versions were edited since, they are listed and nothing is written, or they are left out',
    input: z.object({ operation_id: id, skip_edited: z.boolean().default(false) }),
    data: z.object({ undone: z.number().int(), changed_meanwhile: z.array(meanwhile) }),
  }),
  listOperations: call({
    method: 'GET',
    path: '/admin/space.folder/operations',
    access: 'visitor',
    auth: forPrograms,
    summary: 'The newest operations in a folder, with their authors',
    input: z.object({ folder_id: id }),
    data: z.object({ list: z.array(entry) }),
  }),
}
