import { z } from 'zod'
import { defineKind } from './kind.ts'

/** Fetches the file of a video from another server; preparing it is a task of its own. */
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
