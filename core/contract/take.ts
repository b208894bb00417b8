import { z } from 'zod'
import { peopleLimits } from '../domain/workflow.ts'
import { recordingLimits } from '../domain/recording-limits.ts'
import { mannerFields, voiceId } from '../tasks/dubbing.ts'
import { storedPronunciation } from './pro.ts'
import { call, forPrograms, none } from './call.ts'
import { id, idempotencyKey, pagePlace, queryInt, text } from './fields.ts'

const take = z
  .object({
    take_id: z.string(),
    cue_id: z.string(),
    /** Counts the takes of its line, from 1. */
    number: z.number().int(),
    /** The line's text when it was spoken. */
    text: z.string(),
    /** The words as they were spoken, with pronunciations. */
    said: z.string(),
    voice: z.string(),
    speed: z.number(),
    pitch: z.number(),
    gap: z.number().int(),
    /** In milliseconds. */
    duration_ms: z.number(),
    breaks_off: z.boolean(),
    /** Who spoke a recorded take, whose voice is `recorded`; empty for others. */
    person: z.string(),
    is_starred: z.boolean(),
    create_time: z.string(),
    /** WAV; expires after some hours. */
    sound_url: z.string(),
  })
  .meta({ id: 'LineTake' })
export type WireTake = z.infer<typeof take>

const lineVoice = z
  .object({ cue_id: z.string(), voice: z.string(), speed: z.number(), pitch: z.number(), gap: z.number().int() })
  .meta({ id: 'LineVoice' })

/** Takes of lines, and how single lines are spoken. */
export const takeCalls = {
  listTakes: call({
    method: 'GET',
    path: '/admin/file.take/getlist',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Takes of a version or of one of its lines, newest first, a page by cursor',
    input: z.object({
      file_id: id,
      /** One line only. */
      cue_id: id.optional(),
      /** `next` of the page before; empty for the first one. */
      after: pagePlace,
      limit: queryInt({ min: 1, max: 1000 }).default(500),
    }),
    data: z.object({ list: z.array(take), next: z.string() }),
  }),
  addTake: call({
    method: 'POST',
    path: '/admin/file.take/add',
    access: 'visitor',
    auth: forPrograms,
    limits: { bodyBytes: 2 * recordingLimits.bytes, perMinute: 240 },
    summary:
      'Keep a recording of a person as a take of a line, free of charge; sent again with its key, it is kept once',
    input: z.object({
      file_id: id,
      cue_id: id,
      /** The line’s text when it was spoken, and its words. */
      text: text(4000),
      said: text(4000),
      /** 16-bit WAV of at most two minutes, as base64. */
      sound: z.base64().max(1.4 * recordingLimits.bytes),
      /** The member of the team; a guest has the name of the account. */
      person: text(peopleLimits.nameLength).default(''),
      idempotency_key: idempotencyKey,
    }),
    data: z.object({ take_id: z.string(), duration_ms: z.number() }),
  }),
  starTake: call({
    method: 'POST',
    path: '/admin/file.take/star',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Choose a take of a line for its dub, in place of the one chosen before, or take that back',
    input: z.object({ take_id: id, starred: z.boolean() }),
    data: none,
  }),
  listLineVoices: call({
    method: 'GET',
    path: '/admin/file.take/voices',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Lines of a version that are spoken in a separate voice or manner, and how words of them are spoken',
    input: z.object({ file_id: id }),
    data: z.object({ list: z.array(lineVoice), pronunciations: z.array(storedPronunciation) }),
  }),
  setLineVoice: call({
    method: 'POST',
    path: '/admin/file.take/setvoice',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Set the voice of one line, its speed, pitch and pauses; without a voice it has the dub’s',
    input: z.object({ file_id: id, cue_id: id, voice: voiceId.or(z.literal('')).default(''), ...mannerFields }),
    data: none,
  }),
}
