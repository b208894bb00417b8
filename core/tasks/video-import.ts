import { z } from 'zod'
import { defineKind } from './kind.ts'

/** Fetches a video's file from another server; preparing it is another task. */
export const videoImport = defineKind({
  type: 'video_import',
  subjects: ['video'],
  config: z.object({}),
  price: () => 0,
  freezes: 'nothing',
  result: 'none',
  resources: 'net',
  isInternal: true,
})
