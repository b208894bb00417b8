import { z } from 'zod'
import { defineKind } from './kind.ts'

/** Checks an uploaded file and prepares it for the library and the editor. */
export const videoIngest = defineKind({
  type: 'video_ingest',
  subjects: ['video'],
  config: z.object({}),
  price: () => 0,
  freezes: 'nothing',
  result: 'none',
  resources: 'io',
  isInternal: true,
})
