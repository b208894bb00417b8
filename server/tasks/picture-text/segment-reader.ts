import { isUnspaced, type LanguageCode } from '#core/domain/languages.ts'
import { type PixelArea, regionOf } from '#core/domain/picture-region.ts'
import { hasOtherLetter, otherLetters } from '#core/media/text-changes.ts'
import { cropped, type TextInk } from '#core/media/text-ink.ts'
import { pageEdges, pageLine, pageRooms } from '#core/media/text-page.ts'
import {
  freshArea,
  freshStrokes,
  keepsText,
  lookOf,
  sharesText,
  wholeRow,
  type TextSegment,
} from '#core/media/text-segments.ts'
import type { ReadRow } from '#core/media/read-text.ts'
import { hasOwnScript } from '#core/media/text-lines.ts'
import { cleanWords, weighReadings, type WeighedWord } from '#core/media/text-readings.ts'
import { DOUBTED_SIGN, weighSigns, withoutStraySigns } from '#core/media/text-signs.ts'
import { blanksBetweenSigns, wordsOfSigns } from '#core/media/text-spaces.ts'
import { withOwnLetters, withOwnMarks, withoutStrayBrackets } from '#core/media/text-spelling.ts'
import { type ReadPart, wordsToLookUp } from '#core/media/text-words.ts'
import { knownWords } from '../../engines/dictionaries/known-words.ts'
import type { ReadEngine, ReadLine, ReadWord } from '../../engines/ocr/engine.ts'
import type { EngineRegistry, OpenEngine } from '../../engines/registry.ts'
import { detectText } from './detect-text.ts'

/** Thai stacks marks; where only one engine reads pages, pale letters and dots need it too. */
const ownLooks: Partial<Record<LanguageCode, Parameters<typeof pageLine>[3]>> = {
  th: { room: pageRooms.tall, isOutlined: true },
  hi: { isPale: true },
  ar: { isPale: true, hasDots: true, isOutlined: true },
}

interface ReaderOptions {
  readonly language: LanguageCode
  readonly ink: TextInk
  /** In pixels. */
  readonly lineHeight: number
  /** Frames a second. */
  readonly rate: number
  readonly signal: AbortSignal
}

/** A segment with its text; `first` and `end` are frames. */
export interface ReadSegment {
  readonly first: number
  readonly end: number
  readonly rows: readonly ReadRow[]
  /** The picture shows another letter than the segment before. */
  readonly isOther: boolean
}

interface Sighting {
  readonly segment: TextSegment
  readonly lines: ReadLine[]
}

/** Share of equal strokes within the rows that means the same text. */
const SAME_STROKES = 0.72
/** New strokes that may be another row, in squares of a line's height. */
const NEXT_ROW = 0.2
/** Least time of an added word in ms: where this share of a text is still shown, the rest is motion behind it. */
const PASSING_MS = 500
const KEPT = 0.85
const LONGEST_BREAK = 3
/** Below this confidence a word's row is read again in another rendering. */
const DOUBTED = 0.85
/** Strokes beside a row over this share of its height are an undetected mark. */
const LOST_MARK = 0.3
/** Bonus for the rendering that keeps pale dots, within one engine. */
const LOOK_FAVOUR = 0.05
/** A single letter is not detected as text; its reading must be surer than a row's. */
const SURE = 0.8

/**
 * Reads segments in order while more arrive: each text once, by the engine for pictures, and in scripts with spaces also
 * by the one for print; per word the surer one wins.
 */
export class SegmentReader {
  private readonly engines: EngineRegistry
  private readonly options: ReaderOptions
  private readonly scene: OpenEngine<'ocr'> | undefined
  private readonly page: OpenEngine<'ocr'> | undefined
  private readonly seen: Sighting[] = []
  /** The last one that was read itself. */
  private read: Sighting | undefined
  private before: TextSegment | undefined
  private work: Promise<void> = Promise.resolve()
  private fault: unknown
  private recognitions = 0

  constructor(engines: EngineRegistry, options: ReaderOptions) {
    this.engines = engines
    this.options = options
    const known = engines.inOrder('ocr', { language: options.language })
    this.scene = known.find(({ engine }) => engine.madeFor === 'scenes')
    this.page = known.find(({ engine }) => engine.madeFor === 'pages')
  }

  /** Adds the next segment; it is read after those before it. */
  take(segment: TextSegment): void {
    this.work = this.work.then(async () => {
      if (this.fault !== undefined) return
      try {
        const known = this.knownLines(segment)
        const sighting = { segment, lines: known ?? (await this.linesOf(segment)) }
        if (!known) this.read = sighting
        this.seen.push(sighting)
        this.before = segment
      } catch (error) {
        this.fault = error
      }
    })
  }

  /** The texts of all segments, and the number of pictures read. Throws the reading's error. */
  async end(): Promise<{ segments: ReadSegment[]; recognitions: number }> {
    await this.work
    if (this.fault !== undefined) throw this.fault
    const rows = this.page ? await this.weighed(this.page) : undefined
    const { language } = this.options
    const read = this.seen.map(({ segment, lines }) => {
      const words = lines.map((line) =>
        withOwnMarks(this.withBlanks(rows?.get(line) ?? line.words, line, segment), language),
      )
      const own = withoutStrayBrackets(words)
      return { segment, lines, rows: lines.map(({ box }, at) => rowOf(segment, box, own[at] ?? [], this.joint)) }
    })
    const isOther = otherLetters(
      read.map(({ segment, lines, rows: own }) => ({
        segment,
        areas: lines.map(({ box }) => box),
        text: own.map(({ text }) => text).join('\n'),
      })),
      { ...this.look, rate: this.options.rate },
    )
    const segments = read.map(({ segment: { first, end }, rows: own }, at) => {
      return { first, end, rows: own, isOther: isOther[at] ?? false }
    })
    return { segments, recognitions: this.recognitions }
  }

  private get look(): { isLight: boolean; lineHeight: number } {
    return { isLight: this.options.ink.isLight, lineHeight: this.options.lineHeight }
  }

  private get joint(): string {
    return isUnspaced(this.options.language) ? '' : ' '
  }

  /** The lines of the last text, if a segment shows them again. */
  private knownLines(segment: TextSegment): ReadLine[] | undefined {
    const last = this.seen.at(-1)
    if (!last || last.lines.length === 0) return undefined
    const areas = last.lines.map(({ box }) => box)
    if (hasOtherLetter(last.segment, segment, this.look, areas)) return undefined
    return this.isSame(last, segment) || this.isPassing(last, segment) ? last.lines : undefined
  }

  /** A shorter moment than the one that was read, with motion behind the text. */
  private isPassing(last: Sighting, segment: TextSegment): boolean {
    const { read } = this
    if (!read || read.lines !== last.lines) return false
    const lengthOf = ({ first, end }: TextSegment): number => end - first
    const isBrief =
      lengthOf(segment) * 1000 < PASSING_MS * this.options.rate && lengthOf(segment) < lengthOf(read.segment)
    if (!isBrief || segment.first - last.segment.end > LONGEST_BREAK) return false
    return read.lines.every(({ box }) => keepsText(read.segment, segment, box, KEPT))
  }

  private async linesOf(segment: TextSegment): Promise<ReadLine[]> {
    const picture = { ...segment.picture, channels: 1 } as const
    const { language, signal } = this.options
    if (!this.scene) return this.foundRows(segment)
    const need = { language }
    const [lines = []] = await this.engines.withFailover('ocr', need, signal, ({ engine }) =>
      engine.recognise([picture], { language, layout: 'block', signal }),
    )
    if (lines.length > 0) {
      this.recognitions++
      return isUnspaced(language) ? lines.map((line) => withoutStrays(line, language)) : lines
    }
    return this.singleLetter(segment)
  }

  /** The same strokes as the last text, and no new ones beside them. */
  private isSame({ segment: last, lines }: Sighting, segment: TextSegment): boolean {
    if (!lines.every(({ box }) => sharesText(last, segment, box, SAME_STROKES))) return false
    const fresh = freshArea(segment, last)
    if (!fresh || fresh.width < this.options.lineHeight * 0.3) return true
    if (freshStrokes(segment, last).length >= NEXT_ROW * this.options.lineHeight ** 2) return false
    return !lines.some(({ box }) => fresh.y < box.y + box.height && fresh.y + fresh.height > box.y)
  }

  /** Rows found by the engine for pictures, to be read by the one for print later. */
  private async foundRows(segment: TextSegment): Promise<ReadLine[]> {
    const picture = { ...segment.picture, channels: 1 } as const
    const found = await detectText(this.engines, picture, this.options.signal)
    if (found.length > 0) this.recognitions++
    return rowBoxes(found.map(({ box }) => box)).map((box) => ({ box, text: '', confidence: 0, words: [] }))
  }

  /** One or two new letters, too few to be detected as text, if the new strokes are as high as letters. */
  private async singleLetter(segment: TextSegment): Promise<ReadLine[]> {
    const { lineHeight, language, signal } = this.options
    const fresh = freshArea(segment, this.before)
    if (!fresh || fresh.height < lineHeight * 0.3 || fresh.height > lineHeight * 1.3) return []
    if (fresh.width > lineHeight * 4) return []
    const margin = lineHeight * 0.3
    const box = {
      x: fresh.x - margin,
      y: fresh.y - margin,
      width: fresh.width + 2 * margin,
      height: fresh.height + 2 * margin,
    }
    const part = cropped(segment.picture, box)
    const [lines = []] = await this.engines.withFailover('ocr', { language }, signal, ({ engine }) =>
      engine.recognise([{ ...part, channels: 1 }], { language, layout: 'line', signal }),
    )
    this.recognitions++
    return lines.filter(({ confidence }) => confidence >= SURE).map((line) => ({ ...line, box }))
  }

  /** Reads rows with the engine for print in one go and weighs them against the other reading. */
  private async weighed({ engine }: OpenEngine<'ocr'>): Promise<Map<ReadLine, readonly WeighedWord[]>> {
    const rows = new Map<ReadLine, TextSegment>()
    for (const { segment, lines } of this.seen) for (const line of lines) if (!rows.has(line)) rows.set(line, segment)
    return this.scene && isUnspaced(this.options.language)
      ? this.weighedSigns(engine, rows)
      : this.weighedWords(engine, rows)
  }

  /** In a script without spaces, which the engine for pictures reads better, only doubtful characters. */
  private async weighedSigns(
    engine: ReadEngine,
    rows: ReadonlyMap<ReadLine, TextSegment>,
  ): Promise<Map<ReadLine, readonly WeighedWord[]>> {
    const { language, lineHeight } = this.options
    const isDoubted = ([line, segment]: readonly [ReadLine, TextSegment]): boolean =>
      line.words.some(({ confidence }) => confidence < DOUBTED_SIGN) ||
      wholeRow(segment, line.box).width > line.box.width + lineHeight * LOST_MARK
    const read = await this.pageWords(engine, [...rows].filter(isDoubted))
    return new Map([...read].map(([line, words]) => [line, weighSigns(line.words, words, language)]))
  }

  private async weighedWords(
    engine: ReadEngine,
    rows: ReadonlyMap<ReadLine, TextSegment>,
  ): Promise<Map<ReadLine, readonly WeighedWord[]>> {
    const first = await this.pageWords(engine, [...rows])
    const isDoubted = (words: readonly ReadWord[]): boolean =>
      words.length === 0 || words.some(({ confidence }) => confidence < DOUBTED)
    // With two engines the other one is the second reading.
    const doubted = this.scene ? [] : [...rows].filter(([line]) => isDoubted(first.get(line) ?? []))
    const again = await this.pageWords(engine, doubted, pageEdges.wide)
    const read = [...rows].map(([line, segment]) => {
      const other = this.scene ? this.firstWords(line, segment) : (again.get(line) ?? [])
      return { line, other, words: first.get(line) ?? [] }
    })
    const asked = read.flatMap(({ other, words }) => wordsToLookUp([...other, ...words]))
    const known = await knownWords(this.options.language, asked, this.options.signal)
    const knows = (word: string): boolean => known.has(word)
    const weighing = this.scene ? { knows } : { knows, favour: LOOK_FAVOUR }
    return new Map(
      read.map(({ line, other, words }) => [
        line,
        other.length > 0 ? weighReadings(other, words, weighing) : cleanWords(words),
      ]),
    )
  }

  /** The words of rows rendered as on a page. */
  private async pageWords(
    engine: ReadEngine,
    rows: readonly (readonly [ReadLine, TextSegment])[],
    edge: number = pageEdges.narrow,
  ): Promise<Map<ReadLine, ReadWord[]>> {
    const { ink, language, signal } = this.options
    const look = { edge, ...ownLooks[language] }
    const pictures = rows.map(
      ([{ box }, segment]) =>
        ({ ...pageLine(segment.picture, wholeRow(segment, box), ink, look), channels: 1 }) as const,
    )
    const read = await engine.recognise(pictures, { language, layout: 'line', signal })
    return new Map(
      rows.map(([line], index) => {
        const seen = (read[index] ?? []).flatMap((other) => other.words)
        const words = withOwnLetters(seen, language)
        // A comma in a row without spaces is no speck.
        return [line, isUnspaced(language) ? withOwnMarks(words, language) : words]
      }),
    )
  }

  /** The reading of the engine for pictures, with its dropped spaces restored. */
  private firstWords({ signs, box, words }: ReadLine, segment: TextSegment): readonly ReadPart[] {
    if (!signs) return words
    return wordsOfSigns(signs, box, this.inkOf(segment))
  }

  /** Characters of a script without spaces, joined with the spaces that were shown. */
  private withBlanks(words: readonly WeighedWord[], { signs, box }: ReadLine, segment: TextSegment) {
    if (!signs || !isUnspaced(this.options.language)) return words
    const blanks = blanksBetweenSigns(signs, box, this.inkOf(segment))
    // Weighing changes single characters, and adds some at the end.
    const read = words.filter(({ text }) => text.trim() !== '')
    return read.map((word, at) => (blanks.has(at) ? { ...word, text: ` ${word.text}` } : word))
  }

  /** Separates the pixels of letters in a segment's picture. */
  private inkOf({ picture: { data, width }, strokes }: TextSegment): (x: number, y: number) => boolean {
    const { isLight, level } = this.options.ink
    return (x, y) => {
      const value = data[y * width + x] ?? (isLight ? 0 : 255)
      return strokes.mask[y * width + x] === 1 || (isLight ? value >= level : value <= level)
    }
  }
}

/** A row of a script without spaces, by character. */
function withoutStrays(line: ReadLine, language: LanguageCode): ReadLine {
  const { signs, box } = line
  const own = signs && withoutStraySigns(signs, box.height, (sign) => hasOwnScript(sign, language))
  const [first, last] = [own?.[0], own?.at(-1)]
  if (!own || !first || !last || own.length === signs?.length) return line
  const left = Math.max(box.x, first.x - box.height / 2)
  const right = Math.min(box.x + box.width, last.x + box.height / 2)
  return { ...line, signs: own, words: own, box: { ...box, x: left, width: right - left } }
}

function rowOf(segment: TextSegment, box: PixelArea, words: readonly WeighedWord[], joint: string): ReadRow {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const weighed = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  const text = words
    .map((word) => word.text)
    .join(joint)
    .trim()
  const look = lookOf(segment, box)
  const row = { box: regionOf(box, segment.picture), words, text, confidence: letters > 0 ? weighed / letters : 0 }
  return look ? { ...row, look } : row
}

/** Adjacent boxes are one row, unless they are farther apart than this, in heights: one may be part of the scene. */
const FAR_APART = 1.5

function rowBoxes(boxes: readonly PixelArea[]): PixelArea[] {
  const rows: PixelArea[] = []
  const gapBetween = (a: PixelArea, b: PixelArea): number => Math.max(a.x - b.x - b.width, b.x - a.x - a.width)
  for (const box of [...boxes].sort((a, b) => a.y - b.y)) {
    const at = rows.findIndex(
      (row) =>
        Math.abs(row.y + row.height / 2 - box.y - box.height / 2) < row.height / 2 &&
        gapBetween(row, box) < FAR_APART * Math.min(row.height, box.height),
    )
    const row = rows[at]
    if (!row) {
      rows.push(box)
      continue
    }
    const x = Math.min(row.x, box.x)
    const y = Math.min(row.y, box.y)
    const right = Math.max(row.x + row.width, box.x + box.width)
    const bottom = Math.max(row.y + row.height, box.y + box.height)
    rows[at] = { x, y, width: right - x, height: bottom - y }
  }
  return rows
}
