import { existsSync } from 'node:fs'
import { type CoverOptions, coverPlans } from '#core/media/plans/cover.ts'
import { type FfmpegRun, runFfmpeg } from '../../engines/ffmpeg.ts'
import { ProgramFailed } from '../../engines/program.ts'

/** Writes a video's cover; tries the next plan if one finds or decodes nothing. */
export async function makeCover(options: CoverOptions, run: Pick<FfmpegRun, 'program' | 'signal'>): Promise<void> {
  const plans = coverPlans(options)
  for (const [at, plan] of plans.entries()) {
    try {
      await runFfmpeg(plan, run)
    } catch (error) {
      if (!(error instanceof ProgramFailed) || run.signal?.aborted || at === plans.length - 1) throw error
    }
    if (existsSync(options.output)) return
  }
}
