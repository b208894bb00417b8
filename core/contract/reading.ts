import { z } from 'zod'
import { call, none } from './call.ts'
import { id } from './fields.ts'
import { wireCue } from './subtitle.ts'

const reading = z
  .object({
    reading_id: z.string(),
    cue_id: z.string(),
    /** Null if the cue was deleted in it. */
    cue: wireCue.pick({ time: true, text: true, folder_role_id: true }).nullable(),
  })
  .meta({ id: 'LineReading' })
export type LineReading = z.infer<typeof reading>

/** Other readings of concurrently edited cues: the cue has one, the others wait for a decision. */
export const readingCalls = {
  listReadings: call({
    method: 'GET',
    path: '/admin/file.srt/readings',
    access: 'visitor',
    summary: 'Undecided readings of the lines of a version, the oldest first',
    input: z.object({ file_id: id }),
    data: z.object({ list: z.array(reading) }),
  }),
  settleReadings: call({
    method: 'POST',
    path: '/admin/file.srt/settlereadings',
    access: 'visitor',
    summary: 'Mark readings as decided, or as open again',
    input: z.object({ file_id: id, reading_ids: z.array(id).min(1).max(1000), settled: z.boolean() }),
    data: none,
  }),
}
