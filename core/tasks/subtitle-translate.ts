import { z } from 'zod'
import { defineKind } from './kind.ts'
import { priceOfText, rates } from './prices.ts'
import { translationFields } from './translation.ts'

/** A subtitle version in another language. */
export const subtitleTranslate = defineKind({
  type: 'subtitle_translate',
  subjects: ['subtitle'],
  config: z.object(translationFields),
  price: ({ characters }) => priceOfText(rates.subtitle_translate, characters),
  freezes: 'cues',
  result: 'subtitle',
  resources: 'net',
  isInternal: false,
})
