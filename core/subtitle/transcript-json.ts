import * as z from 'zod/mini'
import { LossList } from './convert.ts'
import { makeCue } from './cue.ts'
import { formatTimecode } from './timecode.ts'
import { writeVtt } from './vtt.ts'
import { escapeVtt } from './vtt-text.ts'

/** A word as engines write it; some give no time to a word that they are not sure of. Seconds. */
const word = z.object({ word: z.string(), start: z.optional(z.nullable(z.number())) })
type Word = z.output<typeof word>

/** OpenAI's Whisper, faster-whisper, WhisperX: words in their segments, or all together beside them. Seconds. */
const whisper = z.object({
  segments: z.array(
    z.object({ start: z.number(), end: z.number(), text: z.string(), words: z.optional(z.nullable(z.array(word))) }),
  ),
  words: z.optional(z.nullable(z.array(word))),
})

/** whisper.cpp. Milliseconds. */
const whisperCpp = z.object({
  transcription: z.array(z.object({ offsets: z.object({ from: z.number(), to: z.number() }), text: z.string() })),
})

/** Lines in JSON, as other programs and `cuelane convert --to json` write them. Milliseconds. */
const line = z.object({ start: z.number(), end: z.number(), text: z.string(), speaker: z.optional(z.string()) })
const lines = z.union([z.array(line), z.object({ cues: z.array(line) })])

/** A piece of speech. Milliseconds. */
interface Segment {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly words: readonly Word[]
}

/**
 * The transcript that a speech engine wrote as JSON as a WebVTT file, each word with its time where the engine says it;
 * undefined for any other text.
 */
export function transcriptVtt(text: string): string | undefined {
  if (!/^\uFEFF?\s*[{[]/.test(text)) return undefined
  const json = parsed(text)
  const plain = lines.safeParse(json)
  if (plain.success) return linesVtt(Array.isArray(plain.data) ? plain.data : plain.data.cues)
  const segments = segmentsOf(json)
  const cues = segments?.filter(({ start, end, text: said }) => start >= 0 && end > start && said.trim() !== '')
  if (!cues || cues.length === 0) return undefined
  return `WEBVTT\n\n${cues.map(writeCue).join('\n')}`
}

/** Their text has the app's markup. */
function linesVtt(all: readonly z.output<typeof line>[]): string | undefined {
  const speakers = new Map<string, string>()
  const cues = all
    .filter(({ start, end, text }) => start >= 0 && end >= start && text.trim() !== '')
    .map(({ start, end, text, speaker }, at) => {
      if (speaker) speakers.set(String(at), speaker)
      return makeCue(String(at), Math.round(start), Math.round(end), text.replace(/\r\n?/g, '\n'))
    })
  return cues.length > 0 ? writeVtt(cues, undefined, speakers, new LossList()) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function segmentsOf(json: unknown): readonly Segment[] | undefined {
  const spoken = whisper.safeParse(json)
  if (spoken.success) {
    const { segments, words } = spoken.data
    const take = takerOf(words ?? [])
    return segments.map((segment) => ({
      start: toMs(segment.start),
      end: toMs(segment.end),
      text: segment.text,
      words: segment.words ?? take(segment.end),
    }))
  }
  const other = whisperCpp.safeParse(json)
  if (!other.success) return undefined
  return other.data.transcription.map(({ offsets, text }) => ({
    start: Math.round(offsets.from),
    end: Math.round(offsets.to),
    text,
    words: [],
  }))
}

const toMs = (seconds: number): number => Math.round(seconds * 1000)

/** Hands out words in their order, up to a time at a time: each once, however many segments there are. */
function takerOf(words: readonly Word[]): (toSeconds: number) => readonly Word[] {
  let from = 0
  return (toSeconds) => {
    const first = from
    while (from < words.length && (words[from]?.start ?? -Infinity) < toSeconds) from++
    return words.slice(first, from)
  }
}

/** How far from the word before it a word is looked for: one that was left out must not cost a search of the whole text. */
const REACH = 200

function writeCue({ start, end, text, words }: Segment): string {
  const said = text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim()
  let out = ''
  let from = 0
  let last = start
  for (const { word: spelled, start: seconds } of words) {
    const ahead = said.slice(from, from + REACH).indexOf(spelled.trim())
    // A word that the text does not have, or without a time of its own, is part of what stands before it.
    if (ahead < 0 || seconds === null || seconds === undefined) continue
    const at = toMs(seconds)
    if (at <= last || at >= end) continue
    out += `${escapeVtt(said.slice(from, from + ahead))}<${formatTimecode(at, '.')}>`
    from += ahead
    last = at
  }
  return `${formatTimecode(start, '.')} --> ${formatTimecode(end, '.')}\n${out}${escapeVtt(said.slice(from))}\n`
}
