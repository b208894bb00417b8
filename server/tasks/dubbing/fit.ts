import type { LanguageCode } from '#core/domain/languages.ts'
import type { SlowSpan } from '#core/domain/slow-span.ts'
import { type FitLine, type FitRow, planFit, replanFit } from '#core/speech/fit-plan.ts'
import { shorterWordings } from '#core/speech/shorten.ts'
import { sentencesOf } from '#core/speech/sentences.ts'
import { planSlowDown } from '#core/speech/slow-down.ts'
import type { Run } from '../../jobs/run.ts'
import type { DubLine } from '#core/speech/dub-lines.ts'
import { LineFailed, type Spoken, type Voices } from './speak.ts'
import type { Speaker } from './voices.ts'

/** A cue with its speech at the normal rate. */
export interface SpokenLine {
  readonly line: DubLine
  readonly speaker: Speaker
  /** The spoken text: the cue's, or a shorter wording. */
  readonly text: string
  readonly spoken: Spoken
  /** Cut from its sentence, or a take: repeated alone it would sound different. */
  readonly isPart: boolean
  /** A take: it is spoken as it was heard, without a shorter wording. */
  readonly isTake: boolean
}

/** A cue with the time and rate of its speech. */
export interface PlacedLine extends SpokenLine {
  readonly row: FitRow
}

/** A cue that no voice could speak, and why. */
export interface FailedLine {
  readonly line: DubLine
  readonly why: string
}

export interface Speech {
  readonly lines: readonly DubLine[]
  readonly speakerOf: (line: DubLine) => Speaker | undefined
  /** Takes to use, by line id. */
  readonly takes: ReadonlyMap<string, Spoken>
  readonly language: LanguageCode
  readonly mayShorten: boolean
  /** Whether slow-downs are allowed for cues that have no time otherwise. */
  readonly maySlow: boolean
  readonly mediaMs: number
}

export interface Fitted {
  readonly placed: PlacedLine[]
  readonly failed: FailedLine[]
  /** The slow-downs; times of placed cues are the slowed video's. */
  readonly spans: readonly SlowSpan[]
}

/** Speaks all cues and plans them together; too long ones get a shorter wording, or a slow-down if allowed. */
export async function fitLines(voices: Voices, speech: Speech, share: readonly [number, number]): Promise<Fitted> {
  const { mediaMs } = speech
  const failed: FailedLine[] = []
  const sentences = [...Map.groupBy(speech.lines, speech.speakerOf).values()].flatMap(sentencesOf)
  const said = await inParallel(sentences, (sentence, index) =>
    saidSentence(voices, sentence, speech, failed, shareOf(share, index, sentences.length)),
  )
  const whole = said.flat().sort((a, b) => a.line.start - b.line.start || a.line.end - b.line.end)
  const { lines, rows: fast } = speech.mayShorten
    ? await shortened(voices, whole, speech, share[1])
    : { lines: whole, rows: planFit(whole.map(fitLine), { mediaMs }) }
  const { spans, rows } = speech.maySlow
    ? planSlowDown(lines.map(fitLine), fast, { mediaMs })
    : { spans: [], rows: fast }
  return { placed: lines.map((each, index) => ({ ...each, row: rowAt(rows, index) })), failed, spans }
}

/** Speaks a sentence's cues in one go if that is free, else, or if that fails, each alone. */
async function saidSentence(
  voices: Voices,
  lines: readonly DubLine[],
  { speakerOf, takes, language }: Speech,
  failed: FailedLine[],
  share: readonly [number, number],
): Promise<SpokenLine[]> {
  const speaker = lines[0] && speakerOf(lines[0])
  if (!speaker) return []
  const taken = (line: DubLine): SpokenLine | undefined => {
    const spoken = takes.get(line.id)
    return spoken && { line, speaker, text: line.text, spoken, isPart: true, isTake: true }
  }
  const isAllTaken = lines.every(({ id }) => takes.has(id))
  const saying = { speaker, language, rate: 1, share }
  if (lines.length > 1 && speaker.isFree && !isAllTaken) {
    const texts = lines.map(({ text }) => text)
    const parts = await voices.sayTogether(texts, saying).catch(ofLine)
    if (parts)
      return lines.flatMap((line, at) => {
        const spoken = parts[at]
        return taken(line) ?? (spoken ? [{ line, speaker, text: line.text, spoken, isPart: true, isTake: false }] : [])
      })
  }
  const found = await inParallel(lines, async (line): Promise<SpokenLine[]> => {
    const take = taken(line)
    if (take) return [take]
    const spoken = await spokenOr(failed, line, voices.say({ ...saying, text: line.text }))
    return spoken ? [{ line, speaker, text: line.text, spoken, isPart: false, isTake: false }] : []
  })
  return found.flat()
}

function rowAt(rows: readonly FitRow[], index: number): FitRow {
  const row = rows[index]
  if (!row) throw new Error('A plan has a row for each line')
  return row
}

/** The cues with shorter wordings where the plan needs them, and a new plan. */
async function shortened(
  voices: Voices,
  lines: readonly SpokenLine[],
  { language, mediaMs }: Speech,
  at: number,
): Promise<{ lines: SpokenLine[]; rows: FitRow[] }> {
  const wordings = lines.map(({ line, isTake }) => (isTake ? [] : shorterWordings(line.text, language)))
  const asked = lines.map((each, index) => {
    const keeps = (wordings[index] ?? []).map((wording) => wording.length / each.line.text.length)
    return { ...fitLine(each), keeps }
  })
  const wanted = planFit(asked, { mediaMs })
  const changed = new Set(wanted.filter(({ keep }) => keep < 1).map(({ id }) => id))
  const shorter = await inParallel(lines, async (each, index) => {
    const { keep, isSpoken } = rowAt(wanted, index)
    const wording = wordings[index]?.[asked[index]?.keeps.indexOf(keep) ?? -1]
    const { speaker } = each
    // A cue that fits nowhere has the best chance with the fewest words.
    const text = isSpoken ? wording : wordings[index]?.at(-1)
    if (text === undefined) return each
    const spoken = await spokenOr([], each.line, voices.say({ text, speaker, language, rate: 1, share: [at, at] }))
    return spoken && spoken.ms < each.spoken.ms ? { ...each, text, spoken, isPart: false } : each
  })
  return { lines: shorter, rows: replanFit(shorter.map(fitLine), wanted, changed, { mediaMs }) }
}

function fitLine({ line, spoken }: SpokenLine): FitLine {
  const { id, speaker, start, end } = line
  return { id, speaker, start, end, speechMs: Math.ceil(spoken.ms) }
}

/** Undefined for a fault of one cue; others are rethrown. */
function ofLine(error: unknown): undefined {
  if (!(error instanceof LineFailed)) throw error
}

async function spokenOr(failed: FailedLine[], line: DubLine, saying: Promise<Spoken>): Promise<Spoken | undefined> {
  try {
    return await saying
  } catch (error) {
    if (!(error instanceof LineFailed)) throw error
    failed.push({ line, why: error.message })
    return undefined
  }
}

/** A piece's part of the progress of several. */
export function shareOf([from, to]: readonly [number, number], index: number, count: number): [number, number] {
  const part = (to - from) / Math.max(1, count)
  return [from + part * index, from + part * (index + 1)]
}

/** Runs all at once; fails with the first fault. */
function inParallel<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  return Promise.all(items.map(work))
}

/** Each cue's speech in its planned length: by the voice's own rate if it has one, else by time-stretching. */
export async function inPlannedLength(
  run: Run,
  voices: Voices,
  language: LanguageCode,
  placed: PlacedLine,
  share: readonly [number, number],
): Promise<Spoken> {
  run.signal.throwIfAborted()
  const { spoken, speaker, text, row, isPart } = placed
  if (row.rate === 1) return spoken
  const wanted = row.end - row.start
  const [slowest, fastest] = speaker.speed ?? [1, 1]
  const canSpeak = !isPart && row.rate >= slowest && row.rate <= fastest
  const faster = canSpeak
    ? await spokenOr([], placed.line, voices.say({ text, speaker, language, rate: row.rate, share }))
    : undefined
  return voices.inLength(faster ?? spoken, wanted, share)
}
