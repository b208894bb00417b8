import { z } from 'zod'
import { languageCodes } from '../domain/languages.ts'
import { defineKind } from './kind.ts'
import { priceOfText, rates } from './prices.ts'

/** A subtitle version in another language. */
export const subtitleTranslate = defineKind({
  type: 'subtitle_translate',
  subjects: ['subtitle'],
  config: z.object({ source_language: z.enum(languageCodes), to_language: z.enum(languageCodes) }),
  price: ({ characters }) => priceOfText(rates.subtitle_translate, characters),
  freezes: 'cues',
  result: 'subtitle',
  resources: 'net',
  isInternal: false,
})
