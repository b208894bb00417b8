import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { iso639_2, isUnspaced, type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { type InkPiece, withClauseBlanks, withSeenStops, wordsInGaps } from '#core/media/text-gaps.ts'
import { type PlacedPart, wordsInRuns, wordsOfSyllables } from '#core/media/text-spaces.ts'
import type { Picture, PixelBox } from '../pictures.ts'
import { lacksProgram } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { firstLineOf, outputOf } from '../program-output.ts'
import { runProgram } from '../program.ts'
import { inTemporaryFolder } from '../temporary.ts'
import type { FoundText, ReadEngine, ReadLine, ReadWord, RecogniseOptions } from './engine.ts'

const VERSION = 'tesseract-3'

/** Page segmentation modes: one line, one block, sparse text. */
const modes = { line: '7', block: '6', anywhere: '11' } as const
/** One line without layout analysis, for when nothing is found otherwise. */
const WHOLE_LINE = '13'

/** Name of a language's data file. */
function dataName(language: LanguageCode): string {
  if (language === 'zh_cn') return 'chi_sim'
  return language === 'zh_tw' ? 'chi_tra' : iso639_2(language)
}

/** Below this many pictures a second program is not worth its start. */
const LEAST_SHARE = 6

/** Reads with one language's data on all processors: each picture is independent. */
async function read(...[pictures, data, how]: Parameters<typeof readShare>): Promise<ReadLine[][]> {
  const shares = Math.max(1, Math.min(availableParallelism(), Math.floor(pictures.length / LEAST_SHARE)))
  const size = Math.ceil(pictures.length / shares)
  const parts = Array.from({ length: shares }, (_, at) => pictures.slice(at * size, (at + 1) * size))
  return (await Promise.all(parts.map((part) => readShare(part, data, how)))).flat()
}

async function readShare(
  pictures: readonly Picture[],
  data: string,
  { mode, isUnspaced: joins, signal }: { mode: string; isUnspaced: boolean; signal: AbortSignal },
): Promise<ReadLine[][]> {
  if (pictures.length === 0) return []
  return inTemporaryFolder(async (folder) => {
    const paths = pictures.map((_, index) => join(folder, `${index}.pnm`))
    await Promise.all(pictures.map((picture, index) => writeFile(paths[index] ?? '', portableMap(picture))))
    const list = join(folder, 'list.txt')
    await writeFile(list, paths.join('\n') + '\n')
    const rows: string[] = []
    await runProgram('tesseract', [list, 'stdout', '-l', data, '--psm', mode, '--dpi', '150', 'tsv'], {
      signal,
      // Its threads wait for each other more than they work.
      env: { OMP_THREAD_LIMIT: '1' },
      onStdoutLine: (line) => rows.push(line),
    })
    const pages = readTsv(rows, joins, mode === modes.line || mode === WHOLE_LINE ? pictures : [])
    return pictures.map((_, index) => pages.get(index + 1) ?? [])
  })
}

/** Netpbm's binary formats: grey (P5) or colour (P6). */
function portableMap({ width, height, channels, data }: Picture): Buffer {
  return Buffer.concat([Buffer.from(`P${channels === 1 ? 5 : 6}\n${width} ${height}\n255\n`), data])
}

/**
 * Lines per page from tesseract's `tsv`: level 4 is a line, level 5 a word; coordinates in pixels, confidence 0 to 100.
 * Pictures of one dark row on white show where spaces are.
 */
export function readTsv(
  rows: readonly string[],
  joins: boolean,
  pictures: readonly Picture[] = [],
): Map<number, ReadLine[]> {
  const pages = new Map<number, ReadLine[]>()
  let box: PixelBox = { x: 0, y: 0, width: 0, height: 0 }
  let page = 0
  let words: PlacedPart[] = []
  const endLine = (): void => {
    if (words.length) pages.set(page, [...(pages.get(page) ?? []), lineOf(words, box, joins, pictures[page - 1])])
    words = []
  }
  for (const row of rows) {
    const [level, of, , , , , x, y, width, height, confidence, text = ''] = row.split('\t')
    if (level === '4') {
      endLine()
      page = Number(of)
      box = { x: Number(x), y: Number(y), width: Number(width), height: Number(height) }
    }
    if (level === '5' && text.trim() !== '')
      words.push({
        text: text.trim(),
        confidence: Math.max(0, Number(confidence)) / 100,
        x: Number(x),
        width: Number(width),
      })
  }
  endLine()
  return pages
}

function lineOf(parts: readonly PlacedPart[], box: PixelBox, joins: boolean, picture: Picture | undefined): ReadLine {
  const words = wordsOf(parts, box, picture)
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const weighed = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  return { text: words.map(({ text }) => text).join(joins ? '' : ' '), box, confidence: weighed / letters, words }
}

/** A row's words, corrected by the picture: engines drop or double spaces and stops. */
function wordsOf(parts: readonly PlacedPart[], box: PixelBox, picture: Picture | undefined): readonly ReadWord[] {
  const has = (script: RegExp): boolean => parts.some(({ text }) => script.test(text))
  if (picture && has(/\p{Script=Thai}/u)) return withClauseBlanks(parts, inkPieces(picture, box), box)
  if (picture && has(/\p{Script=Arabic}/u)) {
    const pieces = inkPieces(picture, box)
    return withSeenStops(wordsInGaps(parts, pieces, box), pieces, box)
  }
  const seen = picture && has(/\p{Script=Hangul}/u) ? wordsInRuns(parts, inkPieces(picture, box)) : undefined
  return seen ?? wordsOfSyllables(parts)
}

const DARK = 128

/** Columns of a box with a dark pixel, from the left, and their rows. */
function inkPieces({ width, height, channels, data }: Picture, box: PixelBox): InkPiece[] {
  const pieces: InkPiece[] = []
  const end = Math.min(height, box.y + box.height)
  for (let x = box.x; x < Math.min(width, box.x + box.width); x++) {
    let [top, bottom] = [end, -1]
    for (let y = box.y; y < end; y++) {
      if ((data[(y * width + x) * channels] ?? 255) >= DARK) continue
      top = Math.min(top, y)
      bottom = y
    }
    if (bottom < 0) continue
    const last = pieces.at(-1)
    if (last && last.x + last.width === x)
      pieces[pieces.length - 1] = {
        ...{ x: last.x, width: last.width + 1 },
        ...{ top: Math.min(top, last.top), bottom: Math.max(bottom, last.bottom) },
      }
    else pieces.push({ x, width: 1, top, bottom })
  }
  return pieces
}

function tesseract(installed: ReadonlySet<string>): ReadEngine {
  const [any = 'eng'] = installed.has('eng') ? ['eng'] : installed
  return {
    version: VERSION,
    madeFor: 'pages',
    async recognise(pictures, { language, layout, signal }: RecogniseOptions) {
      const how = { isUnspaced: isUnspaced(language), signal }
      const lines = await read(pictures, dataName(language), { ...how, mode: modes[layout] })
      if (layout !== 'line') return lines
      const empty = pictures.filter((_, index) => lines[index]?.length === 0)
      const again = await read(empty, dataName(language), { ...how, mode: WHOLE_LINE })
      return lines.map((found) => (found.length > 0 ? found : (again.shift() ?? [])))
    },
    async detect(pictures, { signal }): Promise<FoundText[][]> {
      const pages = await read(pictures, any, { mode: modes.anywhere, isUnspaced: false, signal })
      return pages.map((lines) => lines.map(({ box, confidence }) => ({ box, confidence })))
    },
  }
}

async function installedData(): Promise<ReadonlySet<string>> {
  const [, ...names] = (await outputOf('tesseract', ['--list-langs'])).split('\n').filter(Boolean)
  return new Set(names.map((name) => name.trim()).filter((name) => name !== 'osd'))
}

/** Text in pictures by tesseract, in the installed languages. */
export const adapter = defineEngine({
  port: 'ocr',
  name: 'tesseract',
  label: 'Tesseract',
  settings: z.object({}),
  async probe() {
    const data = await installedData()
    const languages = languageCodes.filter((language) => data.has(dataName(language)))
    if (languages.length) {
      const detail = await firstLineOf('tesseract', ['--version'])
      return { serves: { languages, abilities: { priceUnit: 'free' } }, detail }
    }
    return lacksProgram('tesseract', {
      apt: 'tesseract-ocr tesseract-ocr-eng tesseract-ocr-chi-sim',
      brew: 'tesseract tesseract-lang',
      dnf: 'tesseract tesseract-langpack-chi_sim',
    })
  },
  open: (_, { serves }) =>
    tesseract(new Set(languageCodes.filter((code) => serves.languages?.includes(code)).map(dataName))),
})
