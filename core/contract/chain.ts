import { z } from 'zod'
import {
  chainStates,
  chainStepKinds,
  chainStepStates,
  chainStops,
  MAX_CHAIN_LANGUAGES,
  MAX_CHAIN_VIDEOS,
} from '../domain/chain.ts'
import { dubSubtitles } from '../domain/dubbing.ts'
import { languageCodes } from '../domain/languages.ts'
import { call, forPrograms, listOf } from './call.ts'
import { id, idempotencyKey, int32, language, pageInput } from './fields.ts'

/** What is wanted for each video. */
const goals = {
  /** Spoken or shown language; by default each video's own. */
  source_language: language.optional(),
  /** Languages of the results: the source language itself if empty. */
  to_languages: z.array(language).max(MAX_CHAIN_LANGUAGES).default([]),
  /** Whether subtitles in the source language are made where no other goal needs them; `false` with `erase` makes a clean picture alone. */
  subtitles: z.boolean().default(true),
  /** Whether the text in the picture is erased first. */
  erase: z.boolean().default(false),
  /** Whether a dub is made in each language. */
  dub: z.boolean().default(false),
  /** Whether each language's subtitles are burned into its video, added as a track, or only made. */
  synthesis_type: z.enum(dubSubtitles).default('none'),
  /** After which steps the chain waits for corrections. */
  stops: z.array(z.enum(chainStops)).max(chainStops.length).default([]),
  /** Fields of the kinds' configurations; those of no chosen step are left out. */
  settings: z
    .object({
      /** Of `video_erase`. */
      erase: z.looseObject({}).default({}),
      /** Of `video_extract`. */
      extract: z.looseObject({}).default({}),
      /** Of `subtitle_translate`. */
      translate: z.looseObject({}).default({}),
      /** Of `video_dubbing_only`. */
      dub: z.looseObject({}).default({}),
      /** Of `video_synthesis`. */
      subtitles: z.looseObject({}).default({}),
    })
    .prefault({}),
}

const choice = {
  ...goals,
  /** Prepared videos of any folders. */
  video_ids: z.array(id).min(1).max(MAX_CHAIN_VIDEOS),
  /** The project that its tasks belong to. */
  project_id: id.optional(),
}

const choices = z.object(choice)
export type ChainChoice = z.output<typeof choices>

const limits = { bodyBytes: 512 * 1024 } as const

/** What goals make for a video, in order. */
const planned = {
  /** Unique within the video: `extract`, `dub es`. */
  key: z.string(),
  step: z.enum(chainStepKinds),
  /** Of its result; empty for a picture. */
  language: z.string(),
  /** Kind of its task; empty without one. */
  task_type: z.string(),
  /** Keys of the steps that it needs. */
  needs: z.array(z.string()),
  credits: z.number().int(),
  /** Whether the price depends on a text that does not exist yet. */
  is_estimate: z.boolean(),
  /** The subtitle version that it made or that was there before; empty if none. */
  file_id: z.string(),
}

const step = z
  .object({
    ...planned,
    state: z.enum(chainStepStates),
    /** 0 to 1. */
    progress: z.number(),
    /** What its task does now; empty if it does not run. */
    doing: z.string(),
    /** Estimated seconds until it is done, once it began; null if unknown. */
    remaining_s: z.nullable(z.number().int()),
    /** Empty before it starts. */
    task_id: z.string(),
    /** Signed address of the resulting video or sound; empty if none. */
    result_url: z.string(),
    /** Why it failed, or waits for credits; empty otherwise. */
    reason: z.string(),
    /** Key of that reason. */
    reason_key: z.string(),
    /** Lines of the result that need review. */
    flagged: z.number().int(),
    /** Of a check that is done: findings of the folder's profile in the lines; null otherwise. */
    findings: z.nullable(z.object({ error: z.number(), warning: z.number(), hint: z.number() })),
  })
  .meta({ id: 'ChainStep' })
export type ChainStep = z.infer<typeof step>

const videoFields = {
  video_id: z.string(),
  video_name: z.string(),
  folder_id: z.string(),
  cover: z.string(),
  duration_ms: z.number().int(),
  /** Of its steps. */
  credits: z.number().int(),
  is_estimate: z.boolean(),
}

const video = z
  .object({
    ...videoFields,
    state: z.enum(chainStates),
    /** Share of its steps that is done, 0 to 1. */
    progress: z.number(),
    /** Estimated seconds until its running steps are done; null if unknown. */
    remaining_s: z.nullable(z.number().int()),
    steps: z.array(step),
  })
  .meta({ id: 'ChainVideo' })
export type ChainVideo = z.infer<typeof video>

/** A video, or a language of it, that the chain leaves out, and why. */
const skipped = z.array(z.object({ video_id: z.string(), language: z.string(), reason: z.string() }))

const chain = z
  .object({
    chain_id: z.string(),
    state: z.enum(chainStates),
    project_id: z.string(),
    create_time: z.string(),
    update_time: z.string(),
    /** Its first video's name. */
    name: z.string(),
    source_language: z.enum(['', ...languageCodes]),
    to_languages: z.array(z.string()),
    subtitles: z.boolean(),
    erase: z.boolean(),
    dub: z.boolean(),
    synthesis_type: z.enum(dubSubtitles),
    stops: z.array(z.enum(chainStops)),
    settings: z.record(z.string(), z.record(z.string(), z.unknown())),
    /** Share of all steps that is done, 0 to 1. */
    progress: z.number(),
    /** Estimated seconds until the running steps are done; null if unknown. */
    remaining_s: z.nullable(z.number().int()),
    /** The whole price: spent, held and to come. */
    credits: z.number().int(),
    /** Of finished steps. */
    credits_spent: z.number().int(),
    /** Reserved for steps that are not finished. */
    credits_held: z.number().int(),
    /** Price of the steps that have not started, by the texts as they are now. */
    credits_to_come: z.number().int(),
    is_estimate: z.boolean(),
    video_sum: z.number().int(),
    video_sum_success: z.number().int(),
    video_sum_fail: z.number().int(),
    /** Videos that wait for the user. */
    video_sum_stopped: z.number().int(),
    skipped,
  })
  .meta({ id: 'Chain' })
export type Chain = z.infer<typeof chain>

const chainInfo = chain.extend({ videos: z.array(video) })
export type ChainInfo = z.infer<typeof chainInfo>

const some = {
  chain_id: id,
  /** By default all. */
  video_ids: z.array(id).min(1).max(MAX_CHAIN_VIDEOS).optional(),
}

/** Videos from their file to finished results: several tasks in order, with one price. */
export const chainCalls = {
  quoteChain: call({
    method: 'POST',
    path: '/admin/history.chain/quote',
    access: 'visitor',
    auth: forPrograms,
    scope: 'read',
    limits,
    summary: 'What a chain of tasks would do and cost for each video, without what exists already',
    input: choices,
    data: z.object({
      credits: z.number().int(),
      is_estimate: z.boolean(),
      /** The caller's spendable credits. */
      balance: z.number().int(),
      /** Sums by step, in order; only of steps that are made. */
      parts: z.array(
        z.object({
          step: z.enum(chainStepKinds),
          tasks: z.number().int(),
          credits: z.number().int(),
          is_estimate: z.boolean(),
        }),
      ),
      videos: z.array(z.object({ ...videoFields, steps: z.array(z.object({ ...planned, is_existing: z.boolean() })) })),
      skipped,
      /** Remarks before the start, in the caller's language. */
      remarks: z.array(z.string()),
    }),
  }),
  addChain: call({
    method: 'POST',
    path: '/admin/history.chain/add',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    limits,
    summary: 'Start a chain of tasks for each video; its whole price is reserved',
    input: z.object({
      ...choice,
      /** Refused above this price, the one that the user saw. */
      most_credits: int32({ min: 0 }).optional(),
      idempotency_key: idempotencyKey,
    }),
    data: chainInfo,
  }),
  listChains: call({
    method: 'GET',
    path: '/admin/history.chain/getlist',
    access: 'customer',
    auth: forPrograms,
    summary: 'Chains, newest first; their tasks are listed by listTasks with their chain_id',
    input: z.object({
      video_id: id.optional(),
      /** Only those that have not ended, or that ended and were not dismissed. */
      unread: z.enum(['0', '1']).default('0'),
      ...pageInput,
    }),
    data: listOf(chain),
  }),
  getChain: call({
    method: 'GET',
    path: '/admin/history.chain/getinfo',
    access: 'customer',
    auth: forPrograms,
    summary: 'One chain with the steps of each video',
    input: z.object({ chain_id: id }),
    data: chainInfo,
  }),
  continueChain: call({
    method: 'POST',
    path: '/admin/history.chain/continue',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    summary: 'Continue a chain that stopped for corrections; a second time changes nothing',
    input: z.object({
      ...some,
      /** Refused if what is to come costs more. */
      most_credits: int32({ min: 0 }).optional(),
    }),
    data: chainInfo,
  }),
  retryChain: call({
    method: 'POST',
    path: '/admin/history.chain/retry',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    summary: 'Start the failed and cancelled steps of a chain again, and what needs them',
    input: z.object({ ...some, idempotency_key: idempotencyKey }),
    data: chainInfo,
  }),
  cancelChain: call({
    method: 'POST',
    path: '/admin/history.chain/cancel',
    access: 'customer',
    auth: forPrograms,
    summary: 'Take back the steps that have not begun, with their credits; running ones end',
    input: z.object(some),
    data: chainInfo,
  }),
  readChains: call({
    method: 'POST',
    path: '/admin/history.chain/setread',
    access: 'customer',
    auth: forPrograms,
    summary: 'Dismiss chains that have ended',
    input: z.object({ chain_ids: z.array(id).min(1).max(200) }),
    data: z.object({}),
  }),
}
