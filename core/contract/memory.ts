import { z } from 'zod'
import { memoryLimits } from '../domain/memory.ts'
import { call, forPrograms, none } from './call.ts'
import { id, int32, language, pagePlace, queryInt, text } from './fields.ts'

const memoryText = text(memoryLimits.textLength)

const confirmedLine = z.object({
  cue_id: id,
  /** The source's text for it, and for the lines before and after it. */
  source: memoryText,
  before: memoryText.default(''),
  after: memoryText.default(''),
})

/** Lines of a version that a person has confirmed as the translation of another version of its video or folder. */
export const confirmed = z.object({
  source_id: id,
  lines: z.array(confirmedLine).max(memoryLimits.mostLines),
})

const pair = z
  .object({
    pair_id: z.string(),
    source_language: z.string(),
    target_language: z.string(),
    source: z.string(),
    target: z.string(),
    /** Where it was said; empty where unknown, or if the caller may not open the video. */
    video_id: z.string(),
    file_id: z.string(),
    cue_id: z.string(),
    video_name: z.string(),
    /** In milliseconds; null if unknown. */
    at_ms: z.nullable(z.number().int()),
    person: z.string(),
    confirm_time: z.string(),
  })
  .meta({ id: 'MemoryPair' })
export type MemoryPairData = z.infer<typeof pair>

const match = pair
  .extend({
    kind: z.enum(['neighbours', 'exact', 'fuzzy']),
    /** 100 for the same words, at least 60. */
    score: z.number().int(),
    /** How often this pair was confirmed. */
    count: z.number().int(),
  })
  .meta({ id: 'MemoryMatch' })
export type MemoryMatch = z.infer<typeof match>

/** The version that is translated decides which pairs are searched: of its owner, for its language. */
const place = { file_id: id, source_language: language }

/** The translation memory: pairs of lines that a person confirmed. */
export const memoryCalls = {
  searchMemory: call({
    method: 'POST',
    path: '/admin/file.memory/search',
    access: 'visitor',
    auth: forPrograms,
    scope: 'read',
    summary: 'Confirmed translations of a line and of similar ones, the best first',
    input: z.object({
      ...place,
      text: memoryText,
      /** The lines before and after it in the source. */
      before: memoryText.default(''),
      after: memoryText.default(''),
    }),
    data: z.object({ list: z.array(match) }),
  }),
  findInMemory: call({
    method: 'POST',
    path: '/admin/file.memory/find',
    access: 'visitor',
    auth: forPrograms,
    scope: 'read',
    summary: 'Confirmed pairs whose source or translation has these words one after another',
    input: z.object({ ...place, phrase: text(200, 1), side: z.enum(['source', 'target']).default('source') }),
    data: z.object({ list: z.array(pair) }),
  }),
  listMemory: call({
    method: 'GET',
    path: '/admin/file.memory/getlist',
    access: 'visitor',
    auth: forPrograms,
    summary: 'The pairs of the caller’s memory, newest first, a page by cursor',
    input: z.object({
      source_language: language.optional(),
      target_language: language.optional(),
      /** `next` of the page before; empty for the first one. */
      after: pagePlace,
      limit: queryInt({ min: 1, max: 1000 }).default(100),
    }),
    data: z.object({ list: z.array(pair), next: z.string() }),
  }),
  deleteMemory: call({
    method: 'POST',
    path: '/admin/file.memory/del',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Delete pairs of the caller’s memory; already deleted ones are ignored',
    input: z.object({ pair_ids: z.array(id).min(1).max(1000) }),
    data: z.object({ deleted: z.number().int() }),
  }),
  confirmLines: call({
    method: 'POST',
    path: '/admin/file.memory/confirm',
    access: 'visitor',
    auth: forPrograms,
    limits: { bodyBytes: memoryLimits.bodyBytes },
    summary:
      'Confirm lines of a version as they are stored: they enter its owner’s memory, each in place of its last pair',
    input: confirmed.extend({ file_id: id }),
    data: z.object({ confirmed: z.number().int() }),
  }),
  importMemory: call({
    method: 'POST',
    path: '/admin/file.memory/import',
    access: 'visitor',
    auth: forPrograms,
    limits: { bodyBytes: memoryLimits.bodyBytes },
    summary: 'Add pairs of another memory, such as a TMX file; those that are there already stay once',
    input: z.object({
      source_language: language,
      target_language: language,
      pairs: z
        .array(
          z.object({
            source: memoryText,
            target: memoryText,
            video_name: text(400).default(''),
            person: text(400).default(''),
            at_ms: int32({ min: 0 }).nullable().default(null),
            /** In ms since 1970; null if unknown. */
            date: z.number().int().min(0).max(memoryLimits.latestMs).nullable().default(null),
          }),
        )
        .max(memoryLimits.mostLines),
    }),
    data: z.object({ added: z.number().int() }),
  }),
  getMemories: call({
    method: 'GET',
    path: '/admin/file.memory/getall',
    access: 'visitor',
    auth: forPrograms,
    summary: 'How many pairs the caller’s memory has for each two languages, and how many it may have in all',
    input: none,
    data: z.object({
      list: z.array(
        z.object({ source_language: z.string(), target_language: z.string(), pair_count: z.number().int() }),
      ),
      most_pairs: z.number().int(),
    }),
  }),
  clearMemory: call({
    method: 'POST',
    path: '/admin/file.memory/clear',
    access: 'visitor',
    summary: 'Delete the caller’s memory for two languages',
    input: z.object({ source_language: language, target_language: language }),
    data: none,
  }),
}
