import type { LanguageCode } from '#core/domain/languages.ts'
import { videoIndexOf } from '#core/media/media-info.ts'
import { type BandFrames, bandFrames, pictureTextVersion, planBand } from '#core/media/plans/picture-text.ts'
import { withoutRises } from '#core/media/text-rises.ts'
import { strokeOf, type TextInk } from '#core/media/text-ink.ts'
import { TextGate } from '#core/media/text-gate.ts'
import type { ReadText } from '#core/media/read-text.ts'
import { joinedRolls, RollFilter, type RollingFrames } from '#core/media/text-rolls.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { VideoSource } from '../../app/videos/rows.ts'
import { readFrames } from '../../engines/frames.ts'
import type { Run } from '../../jobs/run.ts'
import type { TextPlace } from './find-text.ts'
import { SegmentReader } from './segment-reader.ts'

export interface TextReading {
  readonly video: VideoSource
  readonly place: TextPlace
  readonly language: LanguageCode
  readonly share: readonly [number, number]
}

/** The text read in a piece of a video. */
interface ReadPiece {
  readonly texts: ReadText[]
  /** Spans of rolling text, which is not read. */
  readonly rolls: TimeRange[]
  /** Number of pictures read. */
  readonly recognitions: number
}

/** Length of a piece: results survive an interruption. */
const PIECE_MS = 240_000

/** Reads the text of a region of a video, in pieces; times in milliseconds of the video. */
export async function readText(run: Run, reading: TextReading): Promise<ReadPiece> {
  const { video, place, language, share } = reading
  const version = run.deps.engines.versionOf('ocr', { language }, (engine) => engine.version)
  const pieces = piecesOf(video.duration_ms)
  const texts: ReadText[] = []
  const rolls: TimeRange[] = []
  let recognitions = 0
  for (const [index, range] of pieces.entries()) {
    const part = (share[1] - share[0]) / pieces.length
    const own = [share[0] + part * index, share[0] + part * (index + 1)] as const
    const input = { content: video.content_hash, place, language, range }
    const step = { name: 'read text', version: `${pictureTextVersion}/${version}`, input, share: own }
    const piece = await run.step<ReadPiece>(step, ({ onProgress }) => readPiece(run, reading, range, onProgress))
    texts.push(...piece.texts)
    rolls.push(...piece.rolls)
    recognitions += piece.recognitions
  }
  const { stands, rolls: rises } = withoutRises(texts)
  return { texts: stands, rolls: joinedRolls([...rolls, ...rises]), recognitions }
}

function piecesOf(durationMs: number): TimeRange[] {
  const count = Math.max(1, Math.round(durationMs / PIECE_MS))
  const at = (index: number): number => Math.round((durationMs * index) / count)
  return Array.from({ length: count }, (_, index) => ({ start: at(index), end: at(index + 1) }))
}

async function readPiece(
  run: Run,
  { video, place, language }: TextReading,
  range: TimeRange,
  onProgress: (share: number) => void,
): Promise<ReadPiece> {
  const { deps, signal } = run
  const band = bandFrames(place.region, video.info)
  const lineHeight = linePixels(place, band)
  const ink: TextInk = { isLight: place.isLight, level: place.level, stroke: strokeOf(lineHeight) }
  const reader = new SegmentReader(deps.engines, { language, ink, lineHeight, rate: band.rate, signal })
  const rolling: RollingFrames[] = []
  const filter = new RollFilter(
    { lineHeight, rate: band.rate },
    { stands: (segment) => reader.take(segment), rolls: (range) => rolling.push(range) },
  )
  const gate = new TextGate({ ...band, ink, lineHeight }, (segment) => filter.take(segment))
  const frames = Math.max(1, ((range.end - range.start) / 1000) * band.rate)
  let seen = 0
  const take = (frame: Uint8Array): void => {
    gate.push(frame)
    if (++seen % 50 === 0) onProgress(Math.min(0.9, (seen / frames) * 0.9))
  }
  const source = await deps.blobs.localPath(video.blob_key, run.folder)
  const program = deps.engines.need('ffmpeg', {}).ffmpeg
  const durationMs = range.end - range.start
  const plan = planBand({ source, videoIndex: videoIndexOf(video.info) }, { region: place.region, band, range })
  await readFrames(plan, band, take, { program, signal, durationMs })
  gate.end()
  filter.end()
  const { segments, recognitions } = await reader.end()
  const at = (frame: number): number => Math.min(range.end, range.start + Math.round((frame * 1000) / band.rate))
  return {
    texts: segments.map(({ first, end, rows, isOther }) => ({ start: at(first), end: at(end), rows, isOther })),
    rolls: rolling.map(({ first, end }) => ({ start: at(first), end: at(end) })),
    recognitions,
  }
}

/** Height of a line in pixels of the band. */
function linePixels({ lineHeight, region }: TextPlace, { height }: BandFrames): number {
  return (lineHeight / region.height) * height
}
