/** How near cues made of words come to human ones: our segmentation against two other tools', reimplemented here. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { shareWithin, subtitleMetrics } from '#core/metrics/subtitle-metrics.ts'
import { cueRulesOf } from '#core/speech/cue-rules.ts'
import { wordsToCues } from '#core/speech/cues.ts'
import type { Word } from '#core/speech/words.ts'
import { type Cue, makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle } from '#core/subtitle/formats/file.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { realData } from '#tests/support/real-files.ts'
import { goal } from './goals.ts'
import { number, printTable } from './table.ts'

/** Human subtitles of a movie and a talk. */
const files = ['subs/vtt/elephantsdream.en.vtt', 'video/dub-source-en-11s.srt']

const cutters: Readonly<Record<string, (words: readonly Word[]) => Cue[]>> = {
  Cuelane: (words) => wordsToCues(words, cueRulesOf(profiles.cuelane, { language: 'en' }), sequentialIds('c')),
  WhisperX: whisperX,
  VideoLingo: videoLingo,
}

export async function benchSegmentation(): Promise<void> {
  if (!realData) return
  const limits = limitsOf(profiles.netflix, { language: 'en' })
  const rates = new Map<string, number[]>()
  const rows: string[][] = []
  for (const file of files) {
    const content = await readFile(join(realData, file), 'utf8')
    const reference = readSubtitle(content, sequentialIds('r')).cues
    const words = reference.flatMap(spread)
    for (const [name, cut] of Object.entries(cutters)) {
      const cues = cut(words)
      const { suber, breaks } = subtitleMetrics(cues, reference, limits)
      rates.set(name, [...(rates.get(name) ?? []), 100 * suber])
      const shares = [suber, breaks, shareWithin(cues, limits)].map((share) => `${number(100 * share)} %`)
      rows.push([file, name, String(cues.length), ...shares])
    }
  }
  printTable('Lines from perfect words', ['', '', 'lines', 'SubER', 'TER-br', 'within Netflix'], rows)
  const mean = (name: string): number =>
    (rates.get(name) ?? [Infinity]).reduce((sum, rate) => sum + rate, 0) / files.length
  goal('SubER of lines from perfect words, worse file', Math.max(...(rates.get('Cuelane') ?? [])), { most: 15 }, ' %')
  for (const peer of ['WhisperX', 'VideoLingo'])
    goal(`the same, mean, to that of ${peer}`, mean('Cuelane') / mean(peer), { most: 1 })
}

/** Words of a cue, spread over its time by their length. */
function spread({ start, end, text }: Cue): Word[] {
  const words = plainText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  let done = 0
  const at = (): number => Math.round(start + ((end - start) * done) / letters)
  return words.map((word) => {
    const from = at()
    done += word.length
    return { text: word, start: from, end: at() }
  })
}

const cueOf = (words: readonly Word[], text: string, at: number): Cue =>
  makeCue(`p${at}`, words[0]?.start ?? 0, words.at(-1)?.end ?? 0, text)

/** WhisperX, `utils.py`, SubtitlesWriter with two rows of 42: fills rows; a cue ends with them or at a pause of 3 s. */
function whisperX(words: readonly Word[]): Cue[] {
  const cues: Cue[] = []
  let rows: Word[][] = [[]]
  let last = words[0]?.start ?? 0
  const close = (): void => {
    if (rows[0]?.length) cues.push(cueOf(rows.flat(), rows.map(textOf).join('\n'), cues.length))
    rows = [[]]
  }
  for (const word of words) {
    const isPause = word.start - last > 3000
    const row = rows.at(-1) ?? []
    const length = row.reduce((sum, { text }) => sum + text.length, 0)
    if (isPause) close()
    else if (row.length > 0 && length + word.text.length > 42) {
      if (rows.length >= 2) close()
      else rows.push([])
    }
    rows.at(-1)?.push(word)
    last = word.start
  }
  close()
  return cues
}

const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ')

const CONNECTOR = /^(?:which|where|when|because|but|and|or)$/i
/** Words on either side of a connector, and of a comma. */
const BESIDE_CONNECTOR = 5
const BESIDE_COMMA = 4

/**
 * VideoLingo, `spacy_utils` and `max_length` 75: one row, cut at sentence ends, commas, and connectors with enough words
 * on both sides; without its spaCy grammar and language model.
 */
function videoLingo(words: readonly Word[]): Cue[] {
  const pieces: Word[][] = [[]]
  for (const [at, word] of words.entries()) {
    const piece = pieces.at(-1) ?? []
    const rest = words.slice(at + 1, at + 1 + BESIDE_CONNECTOR)
    const isCut =
      CONNECTOR.test(word.text) && piece.length >= BESIDE_CONNECTOR && rest.every(({ text }) => !/[.!?,]$/.test(text))
    if (isCut) pieces.push([])
    pieces.at(-1)?.push(word)
    const behind = words.slice(at + 1, at + 1 + BESIDE_COMMA)
    const isComma =
      word.text.endsWith(',') &&
      (pieces.at(-1)?.length ?? 0) >= BESIDE_COMMA &&
      behind.every(({ text }) => !/[.!?,]$/.test(text))
    if (/[.!?]["']?$/.test(word.text) || isComma) pieces.push([])
  }
  const cut = pieces.flatMap((piece): Word[][] =>
    textOf(piece).length <= 75 ? [piece] : [piece.slice(0, piece.length / 2), piece.slice(piece.length / 2)],
  )
  return cut.filter((piece) => piece.length > 0).map((piece, at) => cueOf(piece, textOf(piece), at))
}
