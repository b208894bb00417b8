import type { Args } from '#core/media/plans/parts.ts'
import type { PictureSize } from '#core/media/plans/picture-text.ts'
import { type FfmpegRun, runFfmpeg } from './ffmpeg.ts'

/**
 * Runs a plan that writes grey pictures of one size and passes each on; the buffer is reused. Nothing is stored. Throws
 * as `runFfmpeg` does.
 */
export async function readFrames(
  plan: Args,
  { width, height }: PictureSize,
  take: (frame: Uint8Array) => void,
  run: Pick<FfmpegRun, 'program' | 'signal' | 'durationMs' | 'onLogLine'>,
): Promise<void> {
  const frame = new Uint8Array(width * height)
  let filled = 0
  const onBytes = (bytes: Buffer): void => {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + frame.length - filled)
      frame.set(part, filled)
      filled += part.length
      at += part.length
      if (filled < frame.length) continue
      take(frame)
      filled = 0
    }
  }
  await runFfmpeg(plan, { ...run, onBytes })
}
