import { nearestFrame } from '../../../domain/frames.ts'
import { fromBase64, toBase64 } from '../base64.ts'
import { type Cue, makeCue, type NewId } from '../../cue/cue.ts'
import { type CueExtras, type FormatExtras, type SubtitleFile, noFields } from '../format.ts'
import { numberedLines } from '../../text/lines.ts'
import { writeMarkup } from '../../text/markup.ts'
import type { Problem } from '../../text/problem.ts'
import { textOfRuns } from '../../text/styled.ts'
import { readTextField } from './text.ts'
import {
  frameOf,
  GSI,
  isStl,
  LAST_BLOCK,
  pastMidnight,
  readHead,
  type StlHead,
  TEXT_FROM,
  TTI,
  USER_DATA,
} from './file.ts'

/** Milliseconds of a frame of a file. */
export function stlTime(frame: number, { rate }: StlHead): number {
  return Math.round((frame * 1000) / rate.num)
}

/** The frame nearest to a time, as a file's labels count. */
export function stlFrame(ms: number, { rate }: StlHead): number {
  return nearestFrame(ms, rate)
}

/**
 * Reads EBU STL from Base64: teletext and open subtitles, subtitles of several blocks, cumulative ones. Times count from
 * the programme's start (TCP); comments and content before it are reported and kept.
 */
export function readStl(source: string, newId: NewId): SubtitleFile {
  const bytes = fromBase64(source)
  if (!isStl(bytes)) return notStl(source)
  const head = readHead(bytes)
  const problems: Problem[] = []
  const cues: Cue[] = []
  const before = new Map<string, string>()
  const extras = new Map<string, CueExtras>()
  const groups = groupBlocks(bytes, problems)
  const placed = placedSubtitles(groups, head)
  let passed = ''
  for (const { blocks, number, text, left, from, to } of placed) {
    const source = toBase64(joined(blocks))
    if (left !== undefined || text === '') {
      if (left !== undefined && text !== '') problems.push({ line: number, kind: left, text })
      passed = passed ? `${passed}\n\n${source}` : source
      continue
    }
    if (text.includes('\uFFFD')) problems.push({ line: number, kind: 'bytes_unreadable', text })
    const cue = makeCue(newId(), stlTime(from, head), stlTime(to, head), text)
    cues.push(cue)
    if (passed) before.set(cue.id, passed)
    passed = ''
    extras.set(cue.id, { text, source, start: cue.start, end: cue.end, fields: noFields })
  }
  const kept: FormatExtras = { format: 'stl', head: toBase64(bytes.slice(0, GSI)), before, tail: passed, cues: extras }
  return { format: 'stl', cues, problems, extras: kept, speakers: new Map() }
}

function notStl(source: string): SubtitleFile {
  const problems: Problem[] = []
  for (const [line, text] of numberedLines(source)) {
    if (text.trim() !== '') problems.push({ line, kind: 'text_outside_cue', text })
  }
  const extras: FormatExtras = { format: 'stl', head: '', before: new Map(), tail: '', cues: new Map() }
  return { format: 'stl', cues: [], problems, extras, speakers: new Map() }
}

interface Placed extends Group {
  readonly text: string
  /** Why it is no subtitle of the programme. */
  readonly left: 'comment_left_out' | 'before_programme' | undefined
  /** Frames from the beginning. */
  readonly from: number
  readonly to: number
}

/**
 * A file's texts with positions. Some files declare a programme start that their times ignore: if most subtitles precede
 * it, it is not used.
 */
function placedSubtitles(groups: readonly Group[], head: StlHead): Placed[] {
  let last: number | undefined
  const placed = groups.map(({ blocks, number }): Placed => {
    const [first = new Uint8Array(TTI)] = blocks
    const text = first[3] === USER_DATA ? '' : textOf(blocks, head)
    const from = pastMidnight(frameOf(first, 5, head), last, head)
    if (from >= head.programme) last = from
    const to = pastMidnight(frameOf(first, 9, head), last, head)
    return { blocks, number, text, left: first[15] === 1 ? 'comment_left_out' : undefined, from, to }
  })
  const subtitles = placed.filter(({ text, left }) => text !== '' && left === undefined)
  const before = subtitles.filter(({ from }) => from < head.programme).length
  if (2 * before > subtitles.length) return placed
  return placed.map((one) => {
    const left = one.left ?? (one.from < head.programme ? 'before_programme' : undefined)
    return { ...one, left, from: one.from - head.programme, to: Math.max(0, one.to - head.programme) }
  })
}

interface Group {
  readonly blocks: readonly Uint8Array[]
  /** Number of its first block, from 1. */
  readonly number: number
}

/** The blocks of each subtitle: extensions up to the last one. */
function groupBlocks(bytes: Uint8Array, problems: Problem[]): Group[] {
  const groups: Group[] = []
  let open: Uint8Array[] = []
  const rest = (bytes.length - GSI) % TTI
  if (rest > 0) problems.push({ line: 1, kind: 'markup_broken', text: `${rest} B` })
  for (let from = GSI, number = 1; from + TTI <= bytes.length; from += TTI, number++) {
    const block = bytes.subarray(from, from + TTI)
    open.push(block)
    const extension = block[3] ?? LAST_BLOCK
    if (extension < 0xf0) continue
    groups.push({ blocks: open, number: number - open.length + 1 })
    open = []
  }
  if (open.length > 0) {
    groups.push({ blocks: open, number: 1 })
    problems.push({ line: 1, kind: 'end_missing', text: 'EBN' })
  }
  return groups
}

function joined(blocks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(blocks.length * TTI)
  for (const [at, block] of blocks.entries()) all.set(block, at * TTI)
  return all
}

function textOf(blocks: readonly Uint8Array[], head: StlHead): string {
  const fields = blocks.flatMap((block) => {
    const field = block.subarray(TEXT_FROM)
    const unused = field.indexOf(0x8f)
    return [...(unused < 0 ? field : field.subarray(0, unused))]
  })
  const runs = readTextField(Uint8Array.from(fields), head)
  if (runs.length === 0) return ''
  const count = textOfRuns(runs).split('\n').length
  return writeMarkup({ runs, align: alignOf(blocks[0], count, head) })
}

/** The place as on a numeric keypad. */
function alignOf(block: Uint8Array | undefined, count: number, { rows, teletext }: StlHead): number | undefined {
  const [row = 0, side = 0] = block?.subarray(13, 15) ?? []
  const reachesBottom = row + count * (teletext ? 2 : 1) > rows
  const height = reachesBottom ? 1 : row < rows * 0.33 ? 7 : row < rows * 0.58 ? 4 : 1
  const align = height + (side === 1 ? 0 : side === 3 ? 2 : 1)
  return align === 2 ? undefined : align
}
