import { audioOf, type MediaFacts, type RawProbe, readFacts, videoOf } from '#core/media/facts.ts'
import { ProgramFailed, runProgram } from './program.ts'

export interface StreamInfo {
  readonly kind: 'video' | 'audio' | 'subtitle' | 'other'
  readonly codec: string
  readonly language: string
}

export interface MediaInfo {
  readonly durationMs: number
  /** Displayed size: rotation and pixel aspect applied. */
  readonly width: number
  readonly height: number
  readonly rate: readonly [number, number]
  readonly format: string
  readonly hasAudio: boolean
  readonly streams: readonly StreamInfo[]
}

export type ProbeFault = 'unreadable' | 'no_video' | 'truncated'

export class ProbeFailed extends Error {
  readonly fault: ProbeFault
  constructor(fault: ProbeFault, detail: string) {
    super(`${fault}: ${detail}`)
    this.fault = fault
  }
}

/** Facts of a film; a ProbeFailed says why there are none. */
export async function probeMedia(ffprobe: string, path: string, signal?: AbortSignal): Promise<MediaInfo> {
  return mediaInfo(await probeFacts(ffprobe, path, signal))
}

/** Hertz of the first sound track. */
export async function probeAudioRate(ffprobe: string, path: string, signal?: AbortSignal): Promise<number> {
  const audio = audioOf(await probeFacts(ffprobe, path, signal))
  if (!audio) throw new ProbeFailed('unreadable', 'no sound')
  return audio.rate
}

/** Only local files: no protocol that a playlist could name. */
async function probeFacts(ffprobe: string, path: string, signal?: AbortSignal): Promise<MediaFacts> {
  const args = ['-v', 'error', '-protocol_whitelist', 'file', '-show_format', '-show_streams', '-of', 'json', path]
  let raw: RawProbe
  try {
    raw = JSON.parse((await runProgram(ffprobe, args, { signal, timeoutMs: 60_000 })).stdout) as RawProbe
  } catch (error) {
    if (error instanceof ProgramFailed) throw new ProbeFailed('unreadable', error.stderr.trim())
    throw error
  }
  return readFacts(raw)
}

/** What the product keeps of a film's facts; a ProbeFailed where it is none. */
function mediaInfo(facts: MediaFacts): MediaInfo {
  const video = videoOf(facts)
  if (!video) throw new ProbeFailed('no_video', facts.container)
  if (facts.durationMs <= 0) throw new ProbeFailed('unreadable', facts.container)
  return {
    durationMs: facts.durationMs,
    width: video.width,
    height: video.height,
    rate: video.rate,
    format: facts.container,
    hasAudio: audioOf(facts) !== undefined,
    streams: facts.streams.map(({ kind, codec, language }) => ({
      kind: kind === 'image' ? 'other' : kind,
      codec,
      language,
    })),
  }
}

/** How much of the file decodes: reads the last seconds, so that an upload that broke off is told at once. */
export async function checkWhole(ffmpeg: string, path: string, info: MediaInfo, signal?: AbortSignal): Promise<void> {
  const from = Math.max(0, info.durationMs / 1000 - 2)
  const args = ['-v', 'error', '-nostdin', '-protocol_whitelist', 'file', '-ss', from.toFixed(3), '-i', path]
  const found = await runProgram(ffmpeg, [...args, '-map', '0:v:0', '-frames:v', '1', '-f', 'framecrc', '-'], {
    signal,
    timeoutMs: 120_000,
  }).catch((error: unknown) => {
    if (error instanceof ProgramFailed) return { stdout: '', stderr: error.stderr }
    throw error
  })
  const frames = found.stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  if (frames.length === 0) throw new ProbeFailed('truncated', found.stderr.trim())
}
