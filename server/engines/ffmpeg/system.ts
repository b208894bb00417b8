import { z } from 'zod'
import { defineEngine, installPackages } from '../ports.ts'
import { firstLineOf } from '../program-output.ts'

const settings = z
  .object({ FFMPEG_PATH: z.string().default('ffmpeg'), FFPROBE_PATH: z.string().default('ffprobe') })
  .transform((set) => ({ ffmpeg: set.FFMPEG_PATH, ffprobe: set.FFPROBE_PATH }))

/** The ffmpeg and ffprobe programs of this machine. */
export const adapter = defineEngine({
  port: 'ffmpeg',
  name: 'ffmpeg',
  settings,
  async probe({ ffmpeg, ffprobe }) {
    const [version, probeVersion] = await Promise.all([
      firstLineOf(ffmpeg, ['-version']),
      firstLineOf(ffprobe, ['-version']),
    ])
    if (version && probeVersion) return { serves: {}, detail: version }
    const missing = installPackages({ apt: 'ffmpeg', brew: 'ffmpeg', dnf: 'ffmpeg' })
    return { lacks: probeVersion ? ffmpeg : ffprobe, missing, isOptional: false }
  },
  open: (programs) => programs,
})
