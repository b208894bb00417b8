import { z } from 'zod'
import { isStorable, unstorable } from '../domain/storable.ts'
import { defineKind } from './kind.ts'
import { priceOfText, rates } from './prices.ts'
import { translationFields } from './translation.ts'

/** One cue in another language: a suggestion for the translator. Only the ledger lists it. */
export const lineTranslate = defineKind({
  type: 'line_translate',
  subjects: ['subtitle'],
  config: z.object({
    ...translationFields,
    cue_id: z.string().min(1).max(64).refine(isStorable, unstorable),
  }),
  price: ({ characters }) => priceOfText(rates.subtitle_translate, characters),
  freezes: 'nothing',
  result: 'none',
  resources: 'net',
  isInternal: true,
})
