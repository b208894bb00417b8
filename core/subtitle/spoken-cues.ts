import { plainText } from './markup.ts'
import { labelledRow, speakerNames } from './speaker-labels.ts'

/** A cue as a voice says it. */
export interface SpokenCue {
  /** In one row: no markup, no speaker's name, no sounds in brackets; empty where nothing is said. */
  readonly text: string
  /** The speaker that the cue itself names, as it is written there; empty where it names none. */
  readonly speaker: string
}

const VOICE_TAG = /<v(?:\.[^\s<>]*)?\s+([^<>]+)>/i
/** What is never said: sounds in square brackets, music signs, arrows of live captions. */
const UNSPOKEN = /\[[^[\]]*\]|【[^【】]*】|[♪♫#*_]|>{2,}|(?:&gt;){2,}/g
const IN_PARENTHESES = /[(（]([^()（）]*)[)）]/g
/** A longer remark in parentheses is said, and so is one that is a sentence. */
const MOST_SOUND_WORDS = 6

/**
 * What voices say of the cues of one file, which together tell names from other words before a colon. `known`: names of
 * speakers, in any case.
 */
export function spokenCues(texts: readonly string[], known: Iterable<string> = []): SpokenCue[] {
  const voices = texts.map((text) => VOICE_TAG.exec(text)?.[1]?.trim() ?? '')
  const rowsOf = texts.map((text) => plainText(text).split('\n'))
  const isSpeaker = speakerNames(rowsOf.flat(), [...known, ...voices.filter(Boolean)])
  return rowsOf.map((rows, at) => {
    let speaker = voices[at] ?? ''
    const said = rows.map((row) => {
      const labelled = labelledRow(row)
      if (!isSpeaker(labelled)) return row.replace(/^\s*[-‐–—]\s*/, '')
      speaker ||= labelled.name
      return labelled.rest
    })
    return { text: withoutSounds(said.join(' ')), speaker }
  })
}

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

/** Between sentences, or in capitals among small letters, a few words in parentheses describe a sound: `(sighs)`. */
function isSound(inside: string, before: string, isMixed: boolean): boolean {
  if (inside.trim().split(/\s+/).length > MOST_SOUND_WORDS || /[.?!。？！]\s*$/u.test(inside)) return false
  const isCapitals = /\p{Lu}{2}/u.test(inside) && !/\p{Ll}/u.test(inside)
  return /(?:^|[.?!…。？！]["'”’»」』)）]*)\s*$/u.test(before) || (isCapitals && isMixed)
}
