import { z } from 'zod'
import { isStorable, unstorable } from '../domain/storable.ts'
import { mannerFields, voiceId } from './dubbing.ts'
import { defineKind } from './kind.ts'
import { priceOfTake } from './prices.ts'

/** One cue spoken by a voice: a take, which a dub of the video reuses. Only the ledger lists it. */
export const lineSpeech = defineKind({
  type: 'line_speech',
  subjects: ['subtitle'],
  config: z.object({
    cue_id: z.string().min(1).max(64).refine(isStorable, unstorable),
    /** A preset voice's id. */
    voice: voiceId,
    ...mannerFields,
  }),
  price: priceOfTake,
  freezes: 'nothing',
  result: 'none',
  resources: 'net',
  isInternal: true,
})
