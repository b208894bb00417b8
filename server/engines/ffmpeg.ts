import { rm } from 'node:fs/promises'
import { type ProgramOptions, runProgram } from './program.ts'

export interface FfmpegRun {
  readonly program: string
  readonly signal: AbortSignal
  /** Length of the output, to turn its clock into a share from 0 to 1. */
  readonly durationMs?: number
  readonly onProgress?: (share: number) => void
  readonly cwd?: string
}

/**
 * Runs ffmpeg with arguments that a pure planner made. Progress goes through standard output, so that an ffmpeg whose
 * worker was killed ends too: its pipe is gone.
 */
export async function runFfmpeg(args: readonly string[], run: FfmpegRun): Promise<void> {
  const options: ProgramOptions = {
    signal: run.signal,
    cwd: run.cwd,
    onStdout: (text) => {
      const us = /out_time_us=(\d+)/g
      let last: string | undefined
      for (const match of text.matchAll(us)) last = match[1]
      if (last && run.durationMs) run.onProgress?.(Math.min(1, Number(last) / 1000 / run.durationMs))
    },
  }
  const output = args[args.length - 1]!
  try {
    await runProgram(
      run.program,
      ['-hide_banner', '-nostdin', '-y', '-v', 'error', '-progress', 'pipe:1', ...args],
      options,
    )
  } catch (error) {
    if (output.startsWith('/')) await rm(output, { force: true })
    throw error
  }
}
