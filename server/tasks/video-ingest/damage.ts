import { type MediaInfo, videoIndexOf } from '#core/media/media-info.ts'
import { damageArgs, DamageReader, damageVersion } from '#core/media/plans/damage.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { Inspection } from '../../app/videos/inspection.ts'
import { runFfprobe } from '../../engines/ffmpeg.ts'
import { probeStart } from '../../engines/probe.ts'
import { ProgramFailed } from '../../engines/program.ts'
import type { Run } from '../../jobs/run.ts'
import type { SourceFile } from './source.ts'

/** Time limit of a damaged video's second reading: ten minutes plus its length. */
const TIMEOUT_MS = 600_000

/** Locates the damage of a video that decodes with faults; returns nothing on a timeout. */
export async function findDamage(
  run: Run,
  source: SourceFile,
  { hash, info }: Inspection,
): Promise<readonly TimeRange[]> {
  const step = { name: 'damage', version: damageVersion, input: { content: hash }, share: [0.85, 0.87] as const }
  try {
    const { ranges } = await run.step<{ ranges: TimeRange[] }>(step, async () => {
      const ranges = await readDamage(run, source.path, info)
      await source.checkUnchanged()
      return { ranges }
    })
    return ranges
  } catch (error) {
    if (!(error instanceof ProgramFailed) || run.signal.aborted) throw error
    run.noteFault('damage', error)
    return []
  }
}

async function readDamage({ deps, signal }: Run, path: string, info: MediaInfo): Promise<TimeRange[]> {
  const { ffprobe } = deps.engines.need('ffmpeg', {})
  const reader = new DamageReader({ ...info, startMs: await probeStart(ffprobe, path, signal) })
  await runFfprobe(damageArgs(videoIndexOf(info)), path, {
    program: ffprobe,
    signal,
    threads: 1,
    gate: 'long',
    timeoutMs: TIMEOUT_MS + info.durationMs,
    onStdoutLine: (line) => reader.take(line),
  })
  return reader.end()
}
