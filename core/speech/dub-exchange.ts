import { csvField } from '../checks/report.ts'
import { distinctNames } from '../domain/file-names.ts'
import { canDropFrames, formatFrames } from '../domain/frame-timecode.ts'
import { frameAt, type FrameRate } from '../domain/frames.ts'

/** A line of a finished dub, for other programs; times in milliseconds of its video. */
export interface ExchangedLine {
  readonly cue_id: string
  /** Place in its version, from 1. */
  readonly number: number
  readonly start: number
  readonly end: number
  /** Name of its speaker; empty if unknown. */
  readonly speaker: string
  readonly text: string
  readonly voice: string
  readonly verdict: string
}

const LONGEST_NAME = 40

/** A name of letters, digits and hyphens, which no file system and no list takes for anything else. */
function plainName(name: string): string {
  const plain = name
    .slice(0, 1000)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return [...plain].slice(0, LONGEST_NAME).join('').replace(/-+$/, '') || 'line'
}

/** File names of the takes of lines: `0012_Anna_en.wav`. All differ, also where case does not count. */
export function takeFileNames(lines: readonly ExchangedLine[], language: string): string[] {
  const width = lines.reduce((most, { number }) => Math.max(most, String(number).length), 4)
  return distinctNames(
    lines.map(
      ({ number, speaker }) =>
        `${String(number).padStart(width, '0')}_${plainName(speaker)}_${plainName(language)}.wav`,
    ),
  )
}

interface LineFrames {
  readonly first: number
  /** The first frame after it. */
  readonly end: number
}

/** The frames that a line touches. Its file begins with the first one, by silence before the voice. */
export function framesOfLine({ start, end }: Pick<ExchangedLine, 'start' | 'end'>, rate: FrameRate): LineFrames {
  const first = frameAt(start, rate)
  return { first, end: Math.max(first, frameAt(Math.max(start, end - 1), rate)) + 1 }
}

const columns = ['line', 'number', 'in', 'out', 'speaker', 'text', 'take', 'voice', 'verdict'] as const

/** A cue sheet: CSV (RFC 4180) with a header, times as time codes, `take` the file name of the line's sound. */
export function cueSheet(lines: readonly ExchangedLine[], rate: FrameRate, language: string): string {
  const names = takeFileNames(lines, language)
  const drops = canDropFrames(rate)
  const rows = lines.map((line, at) => {
    const { first, end } = framesOfLine(line, rate)
    const times = [first, end].map((frame) => formatFrames(frame, rate, drops))
    const fields = [line.cue_id, String(line.number), ...times, line.speaker, line.text, names[at] ?? '']
    return [...fields, line.voice, line.verdict].map(csvField).join(',')
  })
  // Spreadsheets read UTF-8 only after a byte order mark.
  return `\uFEFF${[columns.join(','), ...rows, ''].join('\r\n')}`
}

/** In one row, as a list of events takes it. */
const oneRow = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)

/**
 * A list of the takes as events of CMX 3600: each take as a separate clip, its reel the number of its file. Programs find
 * the files by the clips' names.
 */
export function editList(
  lines: readonly ExchangedLine[],
  { title, rate, language }: { readonly title: string; readonly rate: FrameRate; readonly language: string },
): string {
  const names = takeFileNames(lines, language)
  const drops = canDropFrames(rate)
  const width = Math.max(3, String(lines.length).length)
  const events = lines.flatMap((line, at) => {
    const { first, end } = framesOfLine(line, rate)
    const name = names[at] ?? ''
    const times = [0, end - first, first, end].map((frame) => formatFrames(frame, rate, drops))
    const reel = name.slice(0, name.indexOf('_')).padEnd(8)
    const row = `${String(at + 1).padStart(width, '0')}  ${reel} A     C        ${times.join(' ')}`
    return [row, `* FROM CLIP NAME: ${name}`, `* COMMENT: ${oneRow(line.text)}`]
  })
  const head = [`TITLE: ${oneRow(title)}`, `FCM: ${drops ? 'DROP FRAME' : 'NON-DROP FRAME'}`]
  return [...head, '', ...events, ''].join('\r\n')
}
