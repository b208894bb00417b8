import { z } from 'zod'
import { voiceAges, voiceGenders } from '../domain/voices.ts'
import { call, forPrograms, listOf } from './call.ts'
import { language, text } from './fields.ts'

const voice = z
  .object({
    voice_id: z.string(),
    name: z.string(),
    style: z.string(),
    age: z.enum(voiceAges),
    gender: z.enum(voiceGenders),
    /** Codes of the languages that it speaks. */
    languages: z.array(z.string()).readonly(),
    /** What can be changed for single lines: ranges of speed and pitch (semitones), the longest pause between words. */
    manner: z.object({
      speed: z.nullable(z.tuple([z.number(), z.number()]).readonly()),
      pitch: z.nullable(z.tuple([z.number(), z.number()]).readonly()),
      gap: z.number(),
      phonemes: z.boolean(),
    }),
    /** Address of its sample; empty until requested. */
    sample_url: z.string(),
  })
  .meta({ id: 'Voice' })
export type DubVoice = z.infer<typeof voice>

/** Voices for dubbing. */
export const voiceCalls = {
  listVoices: call({
    method: 'GET',
    path: '/admin/jowoai.voices/getlist',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Preset voices of a language, the preferred ones first',
    input: z.object({ language }),
    data: listOf(voice).extend({
      /** Whether a speaker's voice can be cloned from the video. */
      can_clone: z.boolean(),
    }),
  }),
  hearVoice: call({
    method: 'POST',
    path: '/admin/jowoai.voices/hear',
    access: 'visitor',
    auth: forPrograms,
    limits: { perMinute: 60, per: 'account' },
    summary: 'A sample sentence of a voice; made once',
    input: z.object({ voice_id: text(120, 1), language }),
    data: z.object({ sample_url: z.string() }),
  }),
}
