import { z } from 'zod'
import { lacksProgram } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { firstLineOf, outputOf } from '../program-output.ts'

const settings = z
  .object({ FFMPEG_PATH: z.string().default('ffmpeg'), FFPROBE_PATH: z.string().default('ffprobe') })
  .transform((set) => ({ ffmpeg: set.FFMPEG_PATH, ffprobe: set.FFPROBE_PATH }))

/** Names in the list of `-filters`, whose rows are like ` T.C loudnorm   A->A   EBU R128 …`. */
function readFilters(output: string): string[] {
  return [...output.matchAll(/^ [T.][S.][C.]? (\S+)\s+\S+->\S+/gm)].map(([, name = '']) => name)
}

/** The ffmpeg and ffprobe programs of this machine. */
export const adapter = defineEngine({
  port: 'ffmpeg',
  name: 'ffmpeg',
  label: 'FFmpeg',
  settings,
  async probe({ ffmpeg, ffprobe }) {
    const [version, probeVersion, filters] = await Promise.all([
      firstLineOf(ffmpeg, ['-version']),
      firstLineOf(ffprobe, ['-version']),
      outputOf(ffmpeg, ['-hide_banner', '-filters']),
    ])
    if (version && probeVersion)
      return { serves: { filters: readFilters(filters), abilities: { priceUnit: 'free' } }, detail: version }
    return lacksProgram(probeVersion ? ffmpeg : ffprobe, { apt: 'ffmpeg', brew: 'ffmpeg', dnf: 'ffmpeg' })
  },
  open: (programs, { serves }) => ({ ...programs, filters: new Set(serves.filters) }),
})
