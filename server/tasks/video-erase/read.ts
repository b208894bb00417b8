import { isLanguageCode, isUnspaced, type LanguageCode } from '#core/domain/languages.ts'
import { type LookReading, weighReading } from '#core/media/erase/reading.ts'
import { type GreyPicture, learnInk } from '#core/media/text-ink.ts'
import { pageLine } from '#core/media/text-page.ts'
import type { Deps } from '../../app/deps.ts'
import type { ReadEngine } from '../../engines/ocr/engine.ts'
import type { Picture, PixelBox } from '../../engines/pictures.ts'
import type { Run } from '../../jobs/run.ts'

/** One language per script, tried in this order if the video's language reads nothing. */
const scripts: readonly LanguageCode[] = ['zh_cn', 'en', 'ru', 'ja', 'ko', 'ar', 'hi', 'th', 'el']
/** A script is given up after this many unread rows. */
const MOST_TRIES = 4
/** Margin around a row, in its heights: boxes are tight. */
const ROOM = 0.2

interface Candidate {
  readonly language: LanguageCode
  readonly engine: ReadEngine
  tries: number
  sure: number
}

/** Reads rows of a video with the engine of its language, or of the script that succeeds. */
export class RowReader {
  private readonly run: Run
  private readonly candidates: Candidate[]

  /** `language` is the video's; empty if unknown. */
  constructor(run: Run, language: string) {
    this.run = run
    this.candidates = candidatesOf(run.deps, language)
  }

  /** Reads the row in a box of a picture; `triesOthers`: with other scripts too, if the usual one fails. */
  async read(picture: Picture, box: PixelBox, { triesOthers }: { triesOthers: boolean }): Promise<LookReading> {
    let best: LookReading = { text: '', confidence: 0, isSure: false }
    const inOrder = [...this.candidates].sort((a, b) => b.sure - a.sure)
    for (const candidate of inOrder) {
      const isOther = candidate.sure === 0 && candidate !== inOrder[0]
      if (isOther && (!triesOthers || candidate.tries >= MOST_TRIES)) continue
      candidate.tries++
      const reading = await this.readBy(candidate, picture, box)
      if (reading.confidence > best.confidence) best = reading
      if (!reading.isSure) continue
      candidate.sure++
      return reading
    }
    return best
  }

  private async readBy({ engine, language }: Candidate, picture: Picture, box: PixelBox): Promise<LookReading> {
    const row = engine.madeFor === 'scenes' ? cutOut(picture, box) : pageOf(picture, box)
    const { signal } = this.run
    const [lines = []] = await engine.recognise([row], { language, layout: 'line', signal })
    const parts = lines.flatMap(({ signs, words }, at) => [
      ...(at > 0 ? [{ text: ' ', confidence: 1 }] : []),
      ...(signs ?? spaced(words, language)),
    ])
    return weighReading(parts)
  }
}

/** Part of the keys of reading steps: the result depends on the available engines. */
export function readingVersion(deps: Pick<Deps, 'engines'>, language: string): string {
  return candidatesOf(deps, language)
    .map((candidate) => `${candidate.language}:${candidate.engine.version}`)
    .join('+')
}

/** Engines to try: the video's language first, and one per script. */
function candidatesOf({ engines }: Pick<Deps, 'engines'>, language: string): Candidate[] {
  const own = isLanguageCode(language) ? [language] : []
  const candidates: Candidate[] = []
  for (const code of new Set([...own, ...scripts])) {
    const open = engines.inOrder('ocr', { language: code })
    const { engine } = open.find((one) => one.engine.madeFor === 'scenes') ?? open[0] ?? {}
    const isKnown = candidates.some((one) => one.engine === engine && engine.madeFor === 'scenes')
    if (engine && !isKnown) candidates.push({ language: code, engine, tries: 0, sure: 0 })
  }
  return candidates
}

function spaced<T extends { text: string; confidence: number }>(words: readonly T[], language: LanguageCode) {
  const joint = isUnspaced(language) ? '' : ' '
  return words.map(({ text, confidence }, at) => ({ text: at > 0 ? joint + text : text, confidence }))
}

function cutOut({ width, height, channels, data }: Picture, box: PixelBox): Picture {
  const room = box.height * ROOM
  const left = Math.max(0, Math.floor(box.x - room))
  const top = Math.max(0, Math.floor(box.y - room))
  const right = Math.min(width, Math.ceil(box.x + box.width + room))
  const bottom = Math.min(height, Math.ceil(box.y + box.height + room))
  const size = { width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
  const cut = new Uint8Array(size.width * size.height * channels)
  for (let y = 0; y < size.height; y++) {
    const from = ((top + y) * width + left) * channels
    cut.set(data.subarray(from, from + size.width * channels), y * size.width * channels)
  }
  return { ...size, channels, data: cut }
}

/** The row as on a page, for engines that read print. */
function pageOf(picture: Picture, box: PixelBox): Picture {
  const grey = greyOf(picture)
  const ink = learnInk([{ picture: grey, boxes: [box] }], box.height)
  return { ...pageLine(grey, box, ink), channels: 1 }
}

/** Luma of a picture. */
export function greyOf({ width, height, channels, data }: Picture): GreyPicture {
  if (channels === 1) return { width, height, data }
  const luma = new Uint8Array(width * height)
  for (let at = 0; at < luma.length; at++)
    luma[at] = ((data[3 * at] ?? 0) * 77 + (data[3 * at + 1] ?? 0) * 150 + (data[3 * at + 2] ?? 0) * 29) >> 8
  return { width, height, data: luma }
}
