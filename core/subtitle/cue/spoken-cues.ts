import { plainText } from '../text/markup.ts'
import { labelledRow, speakerNames } from '../text/speaker-labels.ts'

/** A cue as spoken. */
export interface SpokenCue {
  /** In one row, without markup, speaker names, sounds in brackets and lyrics; empty if silent. */
  readonly text: string
  /** The first speaker named in the cue, as written; empty if none is. */
  readonly speaker: string
  /** Per speaker if the cue names several; else one entry. */
  readonly turns: readonly Turn[]
}

/** One speaker's part of a cue. */
export interface Turn {
  readonly text: string
  readonly speaker: string
}

const VOICE_TAG = /<v(?:\.[^\s<>]*)?\s+([^<>]+)>/i
const BEFORE_VOICE = /(?=<v(?:\.[^\s<>]*)?\s)/i
/** Never spoken: sounds in square brackets, music signs, arrows of live captions. */
const UNSPOKEN = /\[[^[\]]*\]|【[^【】]*】|[♪♫♬#*_]|>{2,}|(?:&gt;){2,}/g
const IN_PARENTHESES = /[(（]([^()（）]*)[)）]/g
/** A longer remark in parentheses is spoken, and so is a sentence. */
const MOST_SOUND_WORDS = 6
const DASH = /^\s*[-‐–—]\s*/
/** From a music note to the next, or to the end; between hashes if they enclose everything. */
const LYRICS = /[♪♫♬][^♪♫♬]*(?:[♪♫♬]+|$)/g
const HASHED = /^\s*#\s.*\s#\s*$/u

/**
 * The speech of a file's cues, which together distinguish names from other words before a colon. `known`: names of
 * speakers, in any case. Lyrics are skipped unless `isSung`.
 */
export function spokenCues(texts: readonly string[], known: Iterable<string> = [], isSung = false): SpokenCue[] {
  const pieces = texts.map((text) =>
    text.split(BEFORE_VOICE).map((piece) => ({
      voice: VOICE_TAG.exec(piece)?.[1]?.trim() ?? '',
      rows: plainText(piece).split('\n'),
    })),
  )
  const all = pieces.flat()
  const voices = all.flatMap(({ voice }) => (voice === '' ? [] : [voice]))
  const isSpeaker = speakerNames(
    all.flatMap(({ rows }) => rows),
    [...known, ...voices],
  )
  return pieces.map((own) => {
    const turns: { speaker: string; rows: string[] }[] = []
    for (const { voice, rows } of own) {
      if (voice !== '') turns.push({ speaker: voice, rows: [] })
      for (const row of rows) {
        const labelled = labelledRow(row)
        if (isSpeaker(labelled)) turns.push({ speaker: labelled.name, rows: [labelled.rest] })
        else if (turns.length > 0) turns.at(-1)?.rows.push(row)
        else turns.push({ speaker: '', rows: [row] })
      }
    }
    return spokenCue(turns, isSung)
  })
}

/** Merges consecutive turns of a speaker; unattributed text joins the next speaker. */
function spokenCue(turns: readonly { speaker: string; rows: readonly string[] }[], isSung: boolean): SpokenCue {
  const said = turns.map(({ speaker, rows }) => ({ speaker, text: saidOf(rows, isSung) }))
  const speaker = said.find((turn) => turn.speaker !== '')?.speaker ?? ''
  const text = said
    .map((turn) => turn.text)
    .filter(Boolean)
    .join(' ')
  const joined: Turn[] = []
  for (const turn of said) {
    if (turn.text === '') continue
    const last = joined.at(-1)
    const isSame = last && (last.speaker === '' || keyOf(last.speaker) === keyOf(turn.speaker))
    if (isSame) joined[joined.length - 1] = { speaker: turn.speaker, text: `${last.text} ${turn.text}` }
    else joined.push(turn)
  }
  return { text, speaker, turns: joined.length > 1 ? joined : [{ speaker, text }] }
}

const keyOf = (name: string): string => name.toUpperCase()

function saidOf(rows: readonly string[], isSung: boolean): string {
  const plain = rows.map((row) => row.replace(DASH, ''))
  if (isSung) return withoutSounds(plain.join(' '))
  // A dash begins another person's speech, who may not sing.
  const speeches: string[] = []
  rows.forEach((row, at) => {
    const text = plain[at] ?? ''
    if (speeches.length === 0 || DASH.test(row)) speeches.push(text)
    else speeches[speeches.length - 1] += ` ${text}`
  })
  return withoutSounds(speeches.map((speech) => (HASHED.test(speech) ? '' : withoutLyrics(speech))).join(' '))
}

/** A single note after the last word is music under speech. */
const withoutLyrics = (text: string): string => text.replace(LYRICS, ' ')

function withoutSounds(text: string): string {
  const bare = text.replace(UNSPOKEN, ' ')
  const isMixed = /\p{Ll}/u.test(bare.replace(IN_PARENTHESES, ''))
  return bare
    .replace(IN_PARENTHESES, (whole, inside: string, offset: number) =>
      isSound(inside, bare.slice(0, offset), isMixed) ? ' ' : whole,
    )
    .replace(/\s+/g, ' ')
    .trim()
}

/** Between sentences, or in capitals within lower case, a few words in parentheses are a sound: `(sighs)`. */
function isSound(inside: string, before: string, isMixed: boolean): boolean {
  if (inside.trim().split(/\s+/).length > MOST_SOUND_WORDS || /[.?!。？！]\s*$/u.test(inside)) return false
  const isCapitals = /\p{Lu}{2}/u.test(inside) && !/\p{Ll}/u.test(inside)
  return /(?:^|[.?!…。？！]["'”’»」』)）]*)\s*$/u.test(before) || (isCapitals && isMixed)
}
