import { join } from 'node:path'
import { isUnspaced, type LanguageCode } from '#core/domain/languages.ts'
import { matchScript, type PlacedWord, sentenceWords, type ScriptMatch } from '#core/speech/match-script.ts'
import type { Word } from '#core/speech/words.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { VideoSource } from '../../app/videos/rows.ts'
import type { Run, StepBlob } from '../../jobs/run.ts'
import { hearWords } from './hear-words.ts'
import { cutSpeech, speechAudio } from './speech-audio.ts'
import { speechSpans, unlessFailed } from './speech-spans.ts'

export interface Placing {
  readonly video: VideoSource
  readonly language: LanguageCode
  readonly sentences: readonly string[]
  readonly share: readonly [number, number]
}

/** Sound around a sentence in which its words are aligned, and the most that is aligned at once, in milliseconds. */
const AROUND_MS = 250
const MOST_MS = 28_000
/** A sentence's edges snap to those of speech within this distance. */
const NEAR_EDGE_MS = 400
/** Speech of this length without a sentence is reported as additional. */
const LEAST_ADDED_MS = 1200

/**
 * Finds a script's sentences in a video: by recognised words if an engine knows the language, else by their sound; then
 * aligns the words of each.
 */
export async function placeScript(run: Run, { video, language, sentences, share }: Placing): Promise<ScriptMatch> {
  const { engines } = run.deps
  const at = (part: number): number => share[0] + (share[1] - share[0]) * part
  const hears = engines.for('asr', { language }) !== undefined
  // The script names the speakers.
  const hearing = { video, language, track: 0, channels: 'joined', speakers: 1, share: [at(0), at(0.8)] } as const
  const match = hears
    ? matchScript(sentences, (await hearWords(run, hearing)).words, isUnspaced(language))
    : await placeBySound(run, { video, language, sentences, share: [at(0), at(0.8)] })
  const audio = await speechAudio(run, { video, share: [at(0.8), at(0.8)] })
  const placed: (readonly PlacedWord[] | undefined)[] = []
  for (const [index, words] of match.placed.entries()) {
    const done = at(0.8 + (0.2 * index) / match.placed.length)
    const room = { start: placed.findLast((own) => own)?.at(-1)?.end ?? 0, end: nextStart(match.placed, index) }
    placed.push(words && (await alignedWords(run, { audio, language, words, room, share: [done, done] })))
  }
  return { placed, added: match.added }
}

const nextStart = (placed: ScriptMatch['placed'], index: number): number =>
  placed.slice(index + 1).find((words) => words)?.[0]?.start ?? Infinity

/** Sentences without recognition: a synthetic voice speaks them, and similar sound is searched. */
async function placeBySound(run: Run, { video, language, sentences, share }: Placing): Promise<ScriptMatch> {
  const { deps, signal } = run
  const at = (part: number): number => share[0] + (share[1] - share[0]) * part
  const audio = await speechAudio(run, { video, share: [at(0), at(0.1)] })
  const speech = await speechSpans(run, video, audio, [at(0.1), at(0.2)])
  const [entry] = deps.engines.inOrder('align', { language }).filter(({ engine }) => engine.place)
  if (!entry) return { placed: sentences.map(() => undefined), added: [] }
  const { version, place } = entry.engine
  const input = { audio: audio.blob, sentences, language }
  const step = { name: 'script', version, input, share: [at(0.2), at(1)] as const }
  const { ranges } = await run.step<{ ranges: (TimeRange | null)[] }>(step, async ({ onProgress }) => {
    const wav = await deps.blobs.localPath(audio.blob, run.folder)
    const found = await place?.(wav, sentences, { language, speech, signal, onProgress })
    return { ranges: (found ?? []).map((range) => range ?? null) }
  })
  const moved = ranges.map((range) => range && toSpeech(range, speech))
  const unspaced = isUnspaced(language)
  const placed = sentences.map((text, index) => {
    const range = moved[index]
    return range ? spreadIn(sentenceWords(text, unspaced), range) : undefined
  })
  return { placed, added: besides(speech, moved).map((range) => [{ text: '', ...range }]) }
}

/** A range moved to the edges of speech near it. */
function toSpeech({ start, end }: TimeRange, speech: readonly TimeRange[]): TimeRange {
  const nearest = (time: number, edges: readonly number[]): number =>
    edges.reduce((best, edge) => (Math.abs(edge - time) < Math.abs(best - time) ? edge : best), Infinity)
  const [first, last] = [
    nearest(
      start,
      speech.map((span) => span.start),
    ),
    nearest(
      end,
      speech.map((span) => span.end),
    ),
  ]
  const from = Math.abs(first - start) <= NEAR_EDGE_MS ? first : start
  const to = Math.abs(last - end) <= NEAR_EDGE_MS ? last : end
  return to > from ? { start: from, end: to } : { start, end }
}

function spreadIn(words: readonly string[], { start, end }: TimeRange): PlacedWord[] {
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  let spent = 0
  return words.map((text) => {
    const from = Math.round(start + ((end - start) * spent) / letters)
    spent += text.length
    return { text, start: from, end: Math.round(start + ((end - start) * spent) / letters), isHeard: false }
  })
}

/** Speech in which no sentence was found. */
function besides(speech: readonly TimeRange[], found: readonly (TimeRange | null | undefined)[]): TimeRange[] {
  const ranges = found.flatMap((range) => range ?? []).toSorted((a, b) => a.start - b.start)
  return speech
    .flatMap((span) => {
      let at = span.start
      const left: TimeRange[] = []
      for (const { start, end } of ranges) {
        if (end <= at || start >= span.end) continue
        left.push({ start: at, end: start })
        at = Math.max(at, end)
      }
      return [...left, { start: at, end: span.end }]
    })
    .filter(({ start, end }) => end - start >= LEAST_ADDED_MS)
}

interface Sentence {
  readonly audio: StepBlob
  readonly language: LanguageCode
  readonly words: readonly PlacedWord[]
  /** Between the sentences before and after it. */
  readonly room: TimeRange
  readonly share: readonly [number, number]
}

/** A partly recognised sentence, aligned word by word; unchanged if that fails. */
async function alignedWords(run: Run, { words, ...sentence }: Sentence): Promise<readonly PlacedWord[]> {
  if (words.every(({ isHeard }) => isHeard)) return words
  const whole: PlacedWord[] = []
  for (const part of partsOf(words)) {
    const [first, last] = [part[0], part.at(-1)]
    if (!first || !last) continue
    const isEnd = whole.length + part.length === words.length
    const range = {
      start: Math.max(whole.at(-1)?.end ?? sentence.room.start, first.start - AROUND_MS, 0),
      end: isEnd ? Math.min(sentence.room.end, last.end + AROUND_MS) : last.end,
    }
    whole.push(...((await found(run, sentence, part, range)) ?? part))
  }
  return whole
}

/** Words in parts short enough to be aligned, cut at a recognised word. */
function partsOf(words: readonly PlacedWord[]): PlacedWord[][] {
  const parts: PlacedWord[][] = []
  for (const word of words) {
    const last = parts.at(-1)
    const isLong = word.end - (last?.[0]?.start ?? word.start) > MOST_MS - 2 * AROUND_MS
    if (last && !isLong) last.push(word)
    else parts.push([word])
  }
  return parts
}

async function found(
  run: Run,
  { audio, language, share }: Omit<Sentence, 'words'>,
  words: readonly PlacedWord[],
  range: TimeRange,
): Promise<PlacedWord[] | undefined> {
  const { deps, signal } = run
  const aligner = deps.engines.for('align', { language })
  if (!aligner || range.end - range.start < 100) return undefined
  const texts = words.map(({ text }) => text)
  const input = { audio: audio.blob, range, language, texts }
  const step = { name: 'script words', version: aligner.version, input, share }
  const result = await unlessFailed(run, 'word times', () =>
    run.step<{ times: TimeRange[] | null }>(step, async ({ folder }) => {
      const piece = join(folder, 'piece.wav')
      await cutSpeech(run, audio, range, piece)
      return { times: (await aligner.align(piece, texts, { language, signal })) ?? null }
    }),
  )
  const length = range.end - range.start
  return result?.times?.map(({ start, end }, at): PlacedWord => {
    const from = range.start + Math.min(length, Math.max(0, start))
    const to = range.start + Math.min(length, Math.max(0, end))
    return { ...(words[at] as Word), start: from, end: Math.max(from, to), isHeard: true }
  })
}
