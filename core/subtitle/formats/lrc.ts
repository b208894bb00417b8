import { heldText, inTimeOrder, type LossList } from './convert.ts'
import { type Cue, makeCue, type NewId } from '../cue/cue.ts'
import { type CueExtras, type FormatExtras, type SubtitleFile, noFields } from './format.ts'
import { stretched } from '../cue/inner-times.ts'
import { numberedLines } from '../text/lines.ts'
import { UNENDED } from './microdvd.ts'
import type { Problem } from '../text/problem.ts'
import { plainMarkup } from './sbv.ts'
import { textOfRuns } from '../text/styled.ts'
import type { WordTime } from '../cue/word-times.ts'

const STAMP = /^\s*\[(\d+):(\d\d)(?:[.:](\d{1,3}))?\]/
const WORD_STAMP = /<(\d+):(\d\d)(?:[.:](\d{1,3}))?>/g
/** Most repetitions of a line, and of the whole file: further stamps are text. */
const MOST_STAMPS = 100
const MOST_AGAIN = 4
const TAG = /^\s*\[([a-z#]+):([^\]]*)\]?\s*$/i

const timeOf = ([minutes = '0', seconds = '0', fraction = '']: readonly (string | undefined)[]): number =>
  Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'))

interface Sung {
  readonly start: number
  readonly text: string
  readonly words: readonly WordTime[]
  readonly line: number
}

/**
 * Reads lyrics (LRC): a line lasts until the next, an empty one ends it; stamps before words are word times. A line with
 * several stamps repeats. The head's offset is subtracted.
 */
export function readLrc(source: string, newId: NewId): SubtitleFile {
  const problems: Problem[] = []
  const head: string[] = []
  const sung: Sung[] = []
  let offset = 0
  let again = source.length * MOST_AGAIN
  for (const [number, line] of numberedLines(source.replace(/^\uFEFF/, ''))) {
    const { starts, rest } = stampsOf(line, again)
    again -= Math.max(0, starts.length - 1) * rest.length
    const [, tag, value = ''] = TAG.exec(line) ?? []
    if (starts.length > 0) sung.push(...sungAt(starts, rest, number))
    else if (tag !== undefined) {
      head.push(line.trim())
      if (tag.toLowerCase() === 'offset') offset = Number(value) || 0
    } else if (line.trim() !== '') problems.push({ line: number, kind: 'text_outside_cue', text: line })
  }
  sung.sort((a, b) => a.start - b.start || a.line - b.line)
  const cues: Cue[] = []
  const extras = new Map<string, CueExtras>()
  const ends = nextStarts(sung)
  for (const [at, { start, text, words, line }] of sung.entries()) {
    if (text === '') continue
    const next = ends[at]
    if (next === undefined) problems.push({ line, kind: 'end_missing', text })
    const [from, to] = [start, next ?? start + UNENDED].map((ms) => Math.max(0, ms - offset))
    const cue = makeCue(newId(), from ?? 0, to ?? 0, plainMarkup(text))
    cues.push(cue)
    const moved = words.map((word) => ({ ...word, start: Math.max(0, word.start - offset) }))
    if (words.length > 0) {
      extras.set(cue.id, {
        text: cue.text,
        source: text,
        start: cue.start,
        end: cue.end,
        words: moved,
        fields: noFields,
      })
    }
  }
  problems.sort((a, b) => a.line - b.line)
  const kept: FormatExtras = { format: 'lrc', head: head.join('\n'), before: new Map(), tail: '', cues: extras }
  return { format: 'lrc', cues, problems, extras: kept, speakers: new Map() }
}

/** Times of a line within the remaining limit of repeated letters, and the text after the stamps. */
function stampsOf(line: string, again: number): { starts: number[]; rest: string } {
  const starts: number[] = []
  const rests = [line]
  for (let match = STAMP.exec(line); match && starts.length < MOST_STAMPS; match = STAMP.exec(rests.at(-1) ?? '')) {
    starts.push(timeOf(match.slice(1)))
    rests.push(rests.at(-1)?.slice(match[0].length) ?? '')
  }
  const fitting = 1 + Math.max(0, Math.floor(again / Math.max(1, rests.at(-1)?.length ?? 0)))
  return { starts: starts.slice(0, fitting), rest: rests[Math.min(starts.length, fitting)] ?? '' }
}

/** For each line the first later start. */
export function nextStarts(lines: readonly { readonly start: number }[]): (number | undefined)[] {
  const out: (number | undefined)[] = []
  let [next, later]: (number | undefined)[] = []
  for (let at = lines.length - 1; at >= 0; at--) {
    const start = lines[at]?.start
    if (start !== next) later = next
    next = start
    out[at] = later
  }
  return out
}

/** Word stamps of a repeated line are relative to its first start. */
function sungAt(starts: readonly number[], rest: string, line: number): Sung[] {
  const words: WordTime[] = []
  let text = ''
  let from = 0
  for (const match of rest.matchAll(WORD_STAMP)) {
    const part = rest.slice(from, match.index)
    text += text === '' ? part.trimStart() : part
    from = match.index + match[0].length
    words.push({ offset: text.length, start: timeOf(match.slice(1)) })
  }
  text = `${text}${rest.slice(from)}`.trim()
  const inside = words.filter(({ offset }) => offset < text.length)
  return starts.map((start) => {
    const by = start - (starts[0] ?? start)
    return { start, text, words: by === 0 ? inside : inside.map((word) => ({ ...word, start: word.start + by })), line }
  })
}

/** Lyrics of cues, with known word times. */
export function writeLrc(cues: readonly Cue[], extras: FormatExtras | undefined, losses: LossList): string {
  const own = extras?.format === 'lrc' ? extras : undefined
  const lines = (own?.head ?? '').split('\n').filter((line) => line !== '' && !/^\[offset:/i.test(line))
  const order = inTimeOrder(cues, losses)
  for (const [at, [index, cue]] of order.entries()) {
    const next = order[at + 1]?.[1]
    const text = rowOf(cue, extras?.cues.get(cue.id), index, losses)
    if ([cue.start, cue.end].some((ms) => ms % 10 !== 0)) losses.add('times_rounded', index)
    if (next && next.start < cue.end) losses.add('overlap', index)
    lines.push(`[${stamp(cue.start)}]${text}`)
    if (!next || hundredths(next.start) > hundredths(cue.end)) lines.push(`[${stamp(cue.end)}]`)
  }
  return `${lines.join('\n')}\n`
}

function rowOf(cue: Cue, kept: CueExtras | undefined, index: number, losses: LossList): string {
  const { runs } = heldText(cue.text, 'lrc', index, losses)
  const text = textOfRuns(runs)
  if (text.includes('\n')) losses.add('rows', index)
  const words = kept?.text === cue.text && text === cue.text ? (kept.words ?? []) : []
  const move = kept && stretched(kept, cue)
  let out = ''
  let from = 0
  for (const { offset, start } of words) {
    out += `${text.slice(from, offset)}<${stamp(move ? move(start) : start)}>`
    from = offset
  }
  return (out + text.slice(from)).replace(/\s*\n\s*/g, ' ')
}

const hundredths = (ms: number): number => Math.round(Math.max(0, ms) / 10)

function stamp(ms: number): string {
  const all = hundredths(ms)
  const [minutes, seconds, rest] = [Math.floor(all / 6000), Math.floor(all / 100) % 60, all % 100]
  return `${pad(minutes)}:${pad(seconds)}.${pad(rest)}`
}

const pad = (value: number): string => String(value).padStart(2, '0')
