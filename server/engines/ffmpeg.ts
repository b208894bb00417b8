import { open, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { videoLimits } from '#core/domain/limits.ts'
import { type ProgramResult, runProgram } from './program.ts'

interface Tool {
  /** Name or path of ffmpeg or ffprobe. */
  readonly program: string
  readonly signal?: AbortSignal | undefined
  readonly gate?: 'short' | 'long'
  readonly timeoutMs?: number
}

export interface FfmpegRun extends Tool {
  /** Length of the output, to convert its clock into progress from 0 to 1. */
  readonly durationMs?: number
  readonly onProgress?: (share: number) => void
  readonly cwd?: string
  /** Receives raw bytes of `pipe:1`, to be copied if kept; disables progress. */
  readonly onBytes?: (bytes: Buffer) => void
  /** Receives standard output line by line; disables progress. */
  readonly onStdoutLine?: (line: string) => void
  /** Gets `pipe:0` and `pipe:1` as streams; disables progress. */
  readonly onStreams?: (streams: { stdin: Writable; stdout: Readable }) => void
  /** Receives the log of level `info` line by line, in which some filters report. */
  readonly onLogLine?: (line: string) => void
}

export interface FfprobeRun extends Tool {
  /** Receives standard output line by line, in place of text in the result. */
  readonly onStdoutLine?: (line: string) => void
  /** Decoder threads; with one, complaints appear at the picture they concern. */
  readonly threads?: number
}

/**
 * Runs ffmpeg with planned arguments; the last is the output, which is removed on failure. Inputs are limited by
 * `inputGuards`. Throws as `runProgram` does.
 */
export async function runFfmpeg(args: readonly string[], run: FfmpegRun): Promise<ProgramResult> {
  const { signal, cwd, onBytes, onStdoutLine, onStreams, onLogLine, durationMs } = run
  const hasProgress = !onBytes && !onStdoutLine && !onStreams
  const general = [
    ...['-hide_banner', '-nostdin', '-nostats', '-y', '-v', onLogLine ? 'info' : 'error'],
    ...['-filter_threads', THREADS, ...(hasProgress ? ['-progress', 'pipe:1'] : [])],
  ]
  const output = args.at(-1) ?? ''
  try {
    const guarded = await guardInputs(args.slice(0, -1))
    return await runProgram(run.program, [...general, ...guarded, '-threads', THREADS, output], {
      signal,
      cwd,
      onBytes,
      onStdoutLine: onStdoutLine ?? (hasProgress ? (line) => passProgress(line, run) : undefined),
      onStreams,
      onStderrLine: onLogLine,
      gate: run.gate,
      timeoutMs: run.timeoutMs ?? (durationMs === undefined ? undefined : TIMEOUT_MS + TIMEOUT_FACTOR * durationMs),
      memoryBytes: MEMORY_BYTES,
    })
  } catch (error) {
    if (output.startsWith('/')) await rm(output, { force: true })
    throw error
  }
}

/** Runs ffprobe on one file, limited by `inputGuards`. Throws as `runProgram` does. */
export async function runFfprobe(args: readonly string[], path: string, run: FfprobeRun): Promise<ProgramResult> {
  const guarded = await guardInputs([...args, '-i', path], run.threads)
  return runProgram(run.program, ['-hide_banner', '-v', 'error', ...guarded], {
    signal: run.signal,
    onStdoutLine: run.onStdoutLine,
    gate: run.gate ?? 'short',
    timeoutMs: run.timeoutMs ?? 60_000,
    memoryBytes: MEMORY_BYTES,
  })
}

/** Address space of one run: 8K pictures with all references need about half of it. */
const MEMORY_BYTES = 4 * 1024 ** 3
const THREADS = String(Math.min(8, availableParallelism()))
/** Ten minutes, plus thirty times the video's length. */
const TIMEOUT_MS = 600_000
const TIMEOUT_FACTOR = 30

function passProgress(line: string, { durationMs, onProgress }: FfmpegRun): void {
  const us = /^out_time_us=(\d+)/.exec(line)?.[1]
  if (us && durationMs) onProgress?.(Math.min(1, Number(us) / 1000 / durationMs))
}

/**
 * Containers of videos and sounds. None of these demuxers opens other files, as those of playlists and image sequences
 * do.
 */
const containers = [
  ...['mov', 'matroska', 'webm', 'avi', 'mpegts', 'flv', 'live_flv', 'mpeg', 'ogg', 'asf'],
  ...['mp3', 'wav', 'flac'],
]

/** Demuxers for files written by this server, by extension; every other file is an untrusted video or sound. */
const ownFiles: Readonly<Record<string, readonly string[]>> = {
  '.srt': ['srt'],
  '.ffmetadata': ['ffmetadata'],
  '.adts': ['aac'],
  '.f32': ['f32le'],
  // A list of pieces of one video.
  '.ffconcat': ['concat', ...containers],
}

/** Pictures that this server writes while ffmpeg reads them. */
const PIPE = 'pipe:0'

/** Inserts the guards before each `-i`. */
async function guardInputs(args: readonly string[], threads?: number): Promise<string[]> {
  const guarded: string[] = []
  for (const [index, arg] of args.entries()) {
    if (arg === '-i') guarded.push(...(await inputGuards(args[index + 1] ?? '', threads)))
    guarded.push(arg)
  }
  return guarded
}

/**
 * Options before an input: local files and matching demuxers only, no picture above the limit, no QuickTime references to
 * other files (off by default; the options exist only there).
 */
async function inputGuards(path: string, threads?: number): Promise<string[]> {
  if (path === PIPE) return ['-protocol_whitelist', 'pipe', '-format_whitelist', 'matroska,rawvideo']
  const demuxers = ownFiles[extname(path)] ?? containers
  return [
    ...['-protocol_whitelist', 'file', '-format_whitelist', demuxers.join(',')],
    ...['-max_pixels', String(videoLimits.maxPixels), '-threads', threads ? String(threads) : THREADS],
    ...(demuxers === containers && (await isQuickTime(path)) ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : []),
  ]
}

const firstAtoms = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'styp', 'pnot']

/** Whether a file begins as MP4 or QuickTime. */
export async function isQuickTime(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined)
  if (!file) return false
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return firstAtoms.includes(buffer.toString('latin1', 4, 8))
  } finally {
    await file.close()
  }
}
