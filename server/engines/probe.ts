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

interface RawStream {
  codec_type?: string
  codec_name?: string
  width?: number
  height?: number
  avg_frame_rate?: string
  r_frame_rate?: string
  sample_aspect_ratio?: string
  duration?: string
  disposition?: { attached_pic?: number }
  tags?: { language?: string; rotate?: string }
  side_data_list?: { rotation?: number }[]
}

interface RawProbe {
  streams?: RawStream[]
  format?: { duration?: string; format_name?: string }
}

/** Still pictures and text that ffprobe reads as a video of one frame. */
const NOT_VIDEO = /(?:^|,)(?:[a-z0-9]+_pipe|image2|tty|subviewer|srt|webvtt|ass)(?:,|$)/

/** Facts of a media file; a ProbeFailed says why there are none. Only local files: no protocol that a playlist could name. */
export async function probeMedia(ffprobe: string, path: string, signal?: AbortSignal): Promise<MediaInfo> {
  const args = ['-v', 'error', '-protocol_whitelist', 'file', '-show_format', '-show_streams', '-of', 'json', path]
  let raw: RawProbe
  try {
    raw = JSON.parse((await runProgram(ffprobe, args, { signal, timeoutMs: 60_000 })).stdout) as RawProbe
  } catch (error) {
    if (error instanceof ProgramFailed) throw new ProbeFailed('unreadable', error.stderr.trim())
    throw error
  }
  return readProbe(raw)
}

export function readProbe(raw: RawProbe): MediaInfo {
  const format = raw.format?.format_name ?? ''
  const streams = raw.streams ?? []
  const video = streams.find((stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic)
  if (!video || NOT_VIDEO.test(format)) throw new ProbeFailed('no_video', format)
  const durationMs = Math.round(Number(raw.format?.duration ?? video.duration ?? 0) * 1000)
  if (!(durationMs > 0) || !video.width || !video.height) throw new ProbeFailed('unreadable', format)
  return {
    durationMs,
    ...displaySize(video),
    rate: frameRate(video),
    format,
    hasAudio: streams.some((stream) => stream.codec_type === 'audio'),
    streams: streams.map((stream) => ({
      kind: streamKind(stream.codec_type),
      codec: stream.codec_name ?? '',
      language: stream.tags?.language ?? '',
    })),
  }
}

function streamKind(type: string | undefined): StreamInfo['kind'] {
  return type === 'video' || type === 'audio' || type === 'subtitle' ? type : 'other'
}

function displaySize(stream: RawStream): { width: number; height: number } {
  const [num, den] = ratio(stream.sample_aspect_ratio, ':') ?? [1, 1]
  const wide = Math.round((stream.width! * num) / den)
  const turn = Math.abs(
    stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? Number(stream.tags?.rotate ?? 0),
  )
  return turn % 180 === 90 ? { width: stream.height!, height: wide } : { width: wide, height: stream.height! }
}

function frameRate(stream: RawStream): [number, number] {
  return ratio(stream.avg_frame_rate, '/') ?? ratio(stream.r_frame_rate, '/') ?? [25, 1]
}

function ratio(text: string | undefined, separator: string): [number, number] | undefined {
  const [a, b] = (text ?? '').split(separator).map(Number)
  return a && b ? [a, b] : undefined
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
