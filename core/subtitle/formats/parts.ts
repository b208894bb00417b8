import { type Loss, LossList } from './convert.ts'
import type { NewId } from '../cue/cue.ts'
import { writeSubtitle } from './file.ts'
import type { Format, SubtitleFile } from './format.ts'
import type { Problem } from '../text/problem.ts'
import { readSbv } from './sbv.ts'
import { readSrt, type SrtPlace, srtStart } from './srt/srt.ts'
import { readVtt } from './vtt/vtt.ts'
import { segmentClock } from './vtt/segments.ts'

/** Formats of independent cues: a file of any size is read and written in parts. */
export const partFormats = ['srt', 'vtt', 'sbv'] as const
export type PartFormat = (typeof partFormats)[number]

export const isPartFormat = (format: Format): format is PartFormat =>
  (partFormats as readonly Format[]).includes(format)

/** A blank line followed by a standard cue: a reader can restart there, whatever precedes it. */
const beginnings: Record<PartFormat, RegExp> = {
  srt: /\n\r?\n(?=\d+\r?\n\d{2,}:\d\d:\d\d,\d{3} --> \d{2,}:\d\d:\d\d,\d{3}\r?\n)/g,
  vtt: /\n\r?\n(?=(?:[^\r\n]+\r?\n)?(?:\d+:)?[0-5]\d:[0-5]\d\.\d{3} --> (?:\d+:)?[0-5]\d:[0-5]\d\.\d{3}\r?\n)/g,
  sbv: /\n\r?\n(?=\d+:\d\d:\d\d\.\d{3},\d+:\d\d:\d\d\.\d{3}\r?\n)/g,
}

/** UTF-16 units; far more than a cue has. */
const PART_LENGTH = 1024 ** 2
const WINDOW = 65_536
/** No header is longer. */
const LONGEST_BEGINNING = 4096

/** Reads a text that arrives in pieces; it buffers one part, as long as cues begin in it. */
export class PartReader {
  private readonly format: PartFormat
  private readonly newId: NewId
  private readonly length: number
  private readonly srt: SrtPlace = srtStart()
  private pending = ''
  private sought = 0
  private linesBefore = 0
  private isFirst = true
  private regions = ''
  private map = ''
  private readonly clock = segmentClock()

  /** `length` is the least length of a part, in UTF-16 units. */
  constructor(format: PartFormat, newId: NewId, length = PART_LENGTH) {
    this.format = format
    this.newId = newId
    this.length = length
  }

  /** The part completed by this text; undefined if none is. Problems have their line in the whole file. */
  take(text: string): SubtitleFile | undefined {
    this.pending += text
    if (this.pending.length < this.sought + this.length) return undefined
    const at = this.lastBeginning()
    this.sought = at < 0 ? this.pending.length : 0
    if (at < 0) return undefined
    const { isFirst } = this
    const part = this.read(this.pending.slice(0, at))
    if (this.format === 'vtt' && isFirst && part.cues.length === 0) {
      // Styles and regions belong to the first cue.
      this.isFirst = true
      this.linesBefore = 0
      this.sought = this.pending.length
      return undefined
    }
    this.pending = this.pending.slice(at)
    return part
  }

  /** The rest at the end of the file. */
  end(): SubtitleFile {
    const part = this.read(this.pending)
    this.pending = ''
    return part
  }

  private lastBeginning(): number {
    const { pending } = this
    const first = Math.max(0, this.sought - LONGEST_BEGINNING)
    for (let to = pending.length; to > first; to -= WINDOW) {
      const from = Math.max(first, to - WINDOW - LONGEST_BEGINNING)
      const found = [...pending.slice(from, to).matchAll(beginnings[this.format])].at(-1)
      if (found) return from + found.index + found[0].length
    }
    return -1
  }

  private read(text: string): SubtitleFile {
    const isFirst = this.isFirst
    this.isFirst = false
    if (this.format === 'srt') return readSrt(text, this.newId, this.srt)
    const file = this.format === 'sbv' ? readSbv(text, this.newId) : this.readVtt(text, isFirst)
    const problems = file.problems.map((problem) => ({ ...problem, line: problem.line + this.linesBefore }))
    this.linesBefore += text.match(/\r\n?|\n/g)?.length ?? 0
    return { ...file, problems }
  }

  /** Later parts get the header that a reader requires, and the regions that their positions may name. */
  private readVtt(text: string, isFirst: boolean): SubtitleFile {
    if (isFirst) {
      const file = readVtt(text, this.newId, this.clock)
      this.map = /^X-TIMESTAMP-MAP=.*\n?/m.exec(file.extras.head)?.[0].trimEnd() ?? ''
      this.regions = file.extras.head
        .split(/\n{2,}/)
        .filter((block) => block.startsWith('REGION'))
        .map((block) => `${block}\n\n`)
        .join('')
      return file
    }
    const head = `WEBVTT${this.map && `\n${this.map}`}\n\n${this.regions}`
    const file = readVtt(head + text, this.newId, this.clock)
    const lines = head.split('\n').length - 1
    const problems = file.problems.map((problem): Problem => ({ ...problem, line: problem.line - lines }))
    return { ...file, problems, extras: { ...file.extras, head: 'WEBVTT' } }
  }
}

/** Writes parts as one file; counts losses over all of them. */
export class PartWriter {
  private readonly format: PartFormat
  private readonly losses = new LossList()
  private isFirst = true
  private isTailed = false
  /** Cues so far. */
  count = 0

  constructor(format: PartFormat) {
    this.format = format
  }

  /** The next piece of the file. A part without cues has only the content between them. */
  write({ cues, extras, speakers }: SubtitleFile): string {
    const { isFirst, isTailed, count } = this
    const { text, losses } = writeSubtitle(cues, this.format, { extras, speakers, before: count })
    this.losses.addAll(losses, count)
    this.count += cues.length
    this.isFirst = false
    if (this.format === 'vtt') {
      this.isTailed = extras.format === 'vtt' && extras.tail !== ''
      return (isTailed ? '\n' : '') + (isFirst ? text : text.slice('WEBVTT\n\n'.length))
    }
    return this.format === 'sbv' && count > 0 && cues.length > 0 ? `\n${text}` : text
  }

  /** Of all parts so far. */
  lost(): readonly Loss[] {
    return this.losses.list()
  }
}
