import { z } from 'zod'
import { call, none } from './call.ts'
import { id } from './fields.ts'

/** Sample projects. */
export const sampleCalls = {
  listSamples: call({
    method: 'GET',
    path: '/admin/space.sample/getlist',
    access: 'public',
    summary: 'Sample projects that everyone may open',
    input: none,
    data: z.object({
      list: z.array(
        z.object({
          sample_id: z.string(),
          name: z.string(),
          cover: z.string(),
          /** Signed address of the video. */
          video: z.string(),
          duration_ms: z.number().int(),
          width: z.number().int(),
          height: z.number().int(),
          rate: z.tuple([z.number().int(), z.number().int()]),
          /** Waveform, filmstrip and shot changes. */
          derived: z.object({ peaks: z.string(), strip: z.string(), shot_changes: z.string() }),
          /** SubRip text, the language of the speech first. */
          subtitles: z.array(z.object({ language: z.string(), content: z.string() })),
        }),
      ),
    }),
  }),
  openSample: call({
    method: 'POST',
    path: '/admin/space.sample/open',
    access: 'visitor',
    /** The first opening reads the whole file. */
    limits: { perMinute: 60 },
    summary: 'Copy a sample into the personal space; opening it again returns the same copy',
    input: z.object({ sample_id: id }),
    data: z.object({ folder_id: z.string(), video_id: z.string() }),
  }),
}
