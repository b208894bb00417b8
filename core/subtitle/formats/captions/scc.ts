import { formatFrames, labelledFrame, readFrameLabel, repairedFrame } from '../../../domain/frame-timecode.ts'
import { type FrameRate, frameStart } from '../../../domain/frames.ts'
import { type Caption, CaptionField, type CaptionMode } from './cea608-read.ts'
import { sendCaptions } from './cea608-write.ts'
import type { LossList } from '../convert.ts'
import { type Cue, makeCue, type NewId } from '../../cue/cue.ts'
import { type CueExtras, type Format, type FormatExtras, isUnchanged, type SubtitleFile, noFields } from '../format.ts'
import { numberedLines } from '../../text/lines.ts'
import { UNENDED } from '../microdvd.ts'
import type { Problem } from '../../text/problem.ts'

/** Captions of 525-line television. */
export const CAPTION_RATE: FrameRate = { num: 30_000, den: 1001 }

const LINE = /^\s*(\d+:\d\d:\d\d[:;.,]\d\d)\s+([\da-f]{4}(?:\s+[\da-f]{4})*)\s*$/i

/** Reads Scenarist captions: raw CEA-608, two bytes a frame, in drop-frame (`;`) or other timecode. */
export function readScc(source: string, newId: NewId): SubtitleFile {
  const problems: Problem[] = []
  const field = new CaptionField()
  let drops = false
  let at = 0
  for (const [number, line] of numberedLines(source.replace(/^\uFEFF/, ''))) {
    const [, time = '', words = ''] = LINE.exec(line) ?? []
    if (time === '') {
      if (/^\s*Scenarist_SCC/i.test(line) || line.trim() === '') continue
      problems.push({ line: number, kind: 'line_not_understood', text: line })
      continue
    }
    const dropped = /[;,.]\d\d$/.test(time)
    const label = readFrameLabel(time.replace(/[;,.](\d\d)$/, ':$1'))
    const sound = label && labelledFrame(label, CAPTION_RATE, dropped)
    const frame = sound ?? (label && repairedFrame(label, CAPTION_RATE, dropped))
    if (frame === undefined) {
      problems.push({ line: number, kind: 'time_unreadable', text: line })
      continue
    }
    if (sound === undefined) problems.push({ line: number, kind: 'time_repaired', text: time })
    drops ||= dropped
    // Unfinished transmission delays what follows.
    at = Math.max(at, frame)
    for (const word of words.split(/\s+/)) {
      const bytes = Number.parseInt(word, 16)
      field.feed(bytes >> 8, bytes & 0xff, at++)
    }
  }
  const [first, second] = field.finish()
  const spoken = first.length > 0 ? [first, second] : [second]
  return captionFile({ format: 'scc', source, rate: CAPTION_RATE, drops }, spoken, problems, newId)
}

/** A caption file as read. */
interface CaptionSource {
  readonly format: Format
  readonly source: string
  readonly rate: FrameRate
  readonly drops: boolean
}

/** The cues of the first channel; others are reported. */
export function captionFile(
  { format, source, rate, drops }: CaptionSource,
  [captions = [], ...others]: readonly (readonly Caption[])[],
  known: readonly Problem[],
  newId: NewId,
): SubtitleFile {
  const problems = [...known]
  const cues: Cue[] = []
  const kept = new Map<string, CueExtras>()
  for (const { start, end, text } of captions) {
    const from = frameStart(start, rate)
    if (end === undefined) problems.push({ line: 1, kind: 'end_missing', text })
    const cue = makeCue(newId(), from, end === undefined ? from + UNENDED : frameStart(end, rate), text)
    cues.push(cue)
    kept.set(cue.id, { text, source: '', start: cue.start, end: cue.end, fields: noFields })
  }
  const unread = others.flat()
  if (unread.length > 0) problems.push({ line: 1, kind: 'other_channel', text: unread[0]?.text ?? '' })
  const head = `${captions[0]?.mode ?? 'pop-on'} ${drops ? 'drop' : 'non-drop'} ${rate.num}/${rate.den}`
  const extras: FormatExtras = { format, head, before: new Map(), tail: source, cues: kept }
  return { format, cues, problems, extras, speakers: new Map() }
}

/** The file itself if no caption changed: its load times and commands are kept. */
export function unchangedCaptions(
  cues: readonly Cue[],
  extras: FormatExtras | undefined,
  format: Format,
): string | undefined {
  return extras?.format === format && extras.tail !== '' && isUnchanged(cues, extras) ? extras.tail : undefined
}

/** Caption modes and times as in the original file. */
export function captionStyleOf(
  extras: FormatExtras | undefined,
  format: Format,
): { mode: CaptionMode; drops: boolean } {
  const [mode, drop] = extras?.format === format ? extras.head.split(' ') : []
  const own = mode === 'roll-up' || mode === 'paint-on' ? mode : 'pop-on'
  return { mode: own, drops: drop !== 'non-drop' }
}

/** Scenarist captions of cues: pop-on in drop-frame timecode, or as in their file. */
export function writeScc(cues: readonly Cue[], extras: FormatExtras | undefined, losses: LossList): string {
  const kept = unchangedCaptions(cues, extras, 'scc')
  if (kept !== undefined) return kept
  const { mode, drops } = captionStyleOf(extras, 'scc')
  const lines = sendCaptions(cues, 'scc', mode, CAPTION_RATE, losses).map(({ frame, words }) => {
    const codes = words.map((word) => word.toString(16).padStart(4, '0')).join(' ')
    return `${formatFrames(frame, CAPTION_RATE, drops)}\t${codes}\n`
  })
  return ['Scenarist_SCC V1.0\n', ...lines].join('\n')
}
