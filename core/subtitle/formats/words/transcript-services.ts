import { addAll } from '../../../domain/lists.ts'
import { isUnspaced } from '../../text/word-pieces.ts'

/*
 * Transcripts of services with word times, with or without lines. Shapes are tested by hand, as in `transcript-json.ts`.
 */

/** A recognised word. Milliseconds. */
interface Heard {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly speaker: string | undefined
  /** The service ends a segment with it. */
  readonly isLast: boolean
}

/** A recognised line. Milliseconds; words are in seconds, as in Whisper's files. */
export interface HeardLine {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly speaker: string | undefined
  readonly words: readonly { readonly word: string; readonly start: number | undefined }[]
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const toMs = (seconds: number | undefined): number | undefined =>
  seconds !== undefined && seconds >= 0 ? Math.round(seconds * 1000) : undefined

/** A number, also as text. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A speaker's name; a number becomes a numbered name. */
function speakerOf(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? `Speaker ${value}` : textOf(value)?.trim()
}

/** A service's transcript in lines; undefined for other JSON. */
export function serviceLines(json: unknown): HeardLine[] | undefined {
  const fields = fieldsOf(json)
  const readers = [deepgram, transcribe, google, assembly]
  for (const read of readers) {
    const lines = read(fields)
    if (lines && lines.length > 0) return lines
  }
  return undefined
}

function heard(text: unknown, start: number | undefined, end: number | undefined, speaker?: unknown): Heard[] {
  const word = textOf(text)?.trim()
  if (!word || start === undefined) return []
  return [{ text: word, start, end: Math.max(start, end ?? start), speaker: speakerOf(speaker), isLast: false }]
}

/** The last of some words ends a segment. */
function asPart(words: readonly Heard[]): Heard[] {
  return words.map((word, at) => (at === words.length - 1 ? { ...word, isLast: true } : word))
}

/** Deepgram: utterances with their words, else the words of each channel. */
function deepgram({ results }: Fields): HeardLine[] | undefined {
  const { channels, utterances } = fieldsOf(results)
  if (!Array.isArray(channels)) return undefined
  const wordsOf = (list: unknown): Heard[] =>
    listOf(list).flatMap(({ punctuated_word, word, start, end, speaker }) =>
      heard(punctuated_word ?? word, toMs(numberOf(start)), toMs(numberOf(end)), speaker),
    )
  const parts = listOf(utterances).flatMap(({ words }) => asPart(wordsOf(words)))
  if (parts.length > 0) return linesOf(parts)
  const all = listOf(channels).flatMap(({ alternatives }) => wordsOf(listOf(alternatives)[0]?.['words']))
  return linesOf(all)
}

/** Amazon Transcribe: items are words and marks; speakers are beside each, or in a list by start time. */
function transcribe({ results }: Fields): HeardLine[] | undefined {
  const { items, speaker_labels } = fieldsOf(results)
  if (!Array.isArray(items)) return undefined
  const speakers = new Map(
    listOf(fieldsOf(speaker_labels)['segments']).flatMap((segment) =>
      listOf(segment['items']).map(({ start_time, speaker_label }) => [start_time, speaker_label] as const),
    ),
  )
  const words: Heard[] = []
  for (const { type, alternatives, start_time, end_time, speaker_label } of listOf(items)) {
    const content = textOf(listOf(alternatives)[0]?.['content'])
    const last = words.at(-1)
    if (content === undefined) continue
    if (type === 'punctuation') {
      if (last) words[words.length - 1] = { ...last, text: last.text + content }
      continue
    }
    const speaker = speaker_label ?? speakers.get(start_time)
    addAll(words, heard(content, toMs(numberOf(start_time)), toMs(numberOf(end_time)), speaker))
  }
  return linesOf(words)
}

/** Google, v1 and v2: consecutive results with their best alternative; alone, in an operation, or per file. */
function google(fields: Fields): HeardLine[] | undefined {
  const { results } = fieldsOf(fields['response'] ?? fields)
  const list = Array.isArray(results)
    ? listOf(results)
    : Object.values(fieldsOf(results)).flatMap((file) => listOf(fieldsOf(fieldsOf(file)['transcript'])['results']))
  if (!list.some(({ alternatives }) => Array.isArray(alternatives))) return undefined
  const parts: Heard[][] = []
  const lines: HeardLine[] = []
  let end = 0
  for (const result of list) {
    const best = listOf(result['alternatives'])[0] ?? {}
    const words = listOf(best['words']).flatMap(googleWord)
    const [from, until] = [end, durationOf(result['resultEndTime'] ?? result['resultEndOffset'])]
    end = until ?? words.at(-1)?.end ?? end
    const text = textOf(best['transcript'])?.trim()
    if (words.length > 0) parts.push(asPart(words))
    else if (text && end > from) lines.push({ start: from, end, text, speaker: undefined, words: [] })
  }
  // With diarisation the last result repeats all words.
  const [last] = parts.slice(-1)
  const isAll = parts.length > 1 && last?.[0]?.speaker !== undefined && last[0].start <= (parts[0]?.[0]?.start ?? 0)
  const all = isAll ? last : parts.flat()
  return [...lines, ...linesOf(all)].sort((a, b) => a.start - b.start)
}

function googleWord(word: Fields): Heard[] {
  const start = word['startTime'] ?? word['startOffset']
  const end = word['endTime'] ?? word['endOffset']
  // A start of zero is left out.
  const from = start === undefined && end !== undefined ? 0 : durationOf(start)
  return heard(word['word'], from, durationOf(end), word['speakerLabel'] ?? word['speakerTag'] ?? undefined)
}

/** `1.400s`, or separate seconds and nanoseconds. */
function durationOf(value: unknown): number | undefined {
  if (typeof value === 'string') return toMs(numberOf(/^(\d+(?:\.\d+)?)s$/.exec(value)?.[1]))
  const { seconds, nanos } = fieldsOf(value)
  if (seconds === undefined && nanos === undefined) return undefined
  return toMs((numberOf(seconds) ?? 0) + (numberOf(nanos) ?? 0) / 1e9)
}

/** AssemblyAI: words in milliseconds, in utterances with diarisation. ElevenLabs: words in seconds, with spaces. */
function assembly({ words, utterances }: Fields): HeardLine[] | undefined {
  if (!Array.isArray(words) || !listOf(words).some(({ text }) => typeof text === 'string')) return undefined
  const isInSeconds = listOf(words).some(
    ({ type, start, end }) => textOf(type) !== undefined || [start, end].some((time) => !isWhole(time)),
  )
  const time = (value: unknown): number | undefined =>
    isInSeconds ? toMs(numberOf(value)) : toMs((numberOf(value) ?? -1) / 1000)
  const wordsOf = (list: unknown): Heard[] =>
    listOf(list).flatMap(({ text, type, start, end, speaker, speaker_id }) =>
      type === 'spacing' ? [] : heard(text, time(start), time(end), speaker ?? speaker_id),
    )
  const parts = listOf(utterances).flatMap((one) => asPart(wordsOf(one['words'])))
  return linesOf(parts.length > 0 ? parts : wordsOf(words))
}

const isWhole = (value: unknown): boolean => value === undefined || value === null || Number.isInteger(value)

/** Limits of a line: letters of two rows, seconds, and ending pauses in milliseconds. */
const MOST_LETTERS = 84
const MOST_UNSPACED = 32
const MOST_MS = 7000
const PAUSE_MS = 700
const SENTENCE_PAUSE_MS = 250
const SENTENCE_LETTERS = 30
const SENTENCE_END = /[.?!…。！？؟।][\p{Pe}\p{Pf}"']*$/u

/** Words in lines: of one speaker, to a near sentence end, at most two rows. */
function linesOf(words: readonly Heard[]): HeardLine[] {
  const lines: HeardLine[] = []
  let group: Heard[] = []
  let text = ''
  const close = (next: Heard | undefined): void => {
    const [first, last] = [group[0], group.at(-1)]
    if (first && last) {
      const end = Math.max(first.start + 1, Math.min(last.end, Math.max(next?.start ?? Infinity, last.start + 1)))
      const own = group.map((word) => ({ word: word.text, start: word.start / 1000 }))
      lines.push({ start: first.start, end, text, speaker: first.speaker, words: own })
    }
    group = []
    text = ''
  }
  for (const word of words.toSorted((a, b) => a.start - b.start)) {
    const last = group.at(-1)
    const isUnspacedPair = last !== undefined && isUnspaced(last.text.slice(-1)) && isUnspaced(word.text.slice(0, 1))
    const joined = last === undefined ? word.text : `${text}${isUnspacedPair ? '' : ' '}${word.text}`
    if (last && endsBefore(word, { first: group[0] ?? last, last, text, joined })) {
      close(word)
      text = word.text
    } else text = joined
    group.push(word)
  }
  close(undefined)
  return lines
}

interface Group {
  readonly first: Heard
  readonly last: Heard
  readonly text: string
  readonly joined: string
}

function endsBefore(word: Heard, { first, last, text, joined }: Group): boolean {
  const pause = word.start - last.end
  if (last.isLast || last.speaker !== word.speaker || pause >= PAUSE_MS) return true
  if (joined.length > (isUnspaced(joined) ? MOST_UNSPACED : MOST_LETTERS) || word.end - first.start > MOST_MS)
    return true
  return SENTENCE_END.test(text) && (text.length >= SENTENCE_LETTERS || pause >= SENTENCE_PAUSE_MS)
}
