import type { Cue } from '#core/subtitle/cue.ts'
import { plainText } from '#core/subtitle/markup.ts'
import { spokenText } from '#core/subtitle/spoken-text.ts'

/** A cue as it is spoken. */
export interface DubLine {
  readonly cueId: string
  /** Id of a role; empty where the cue has none, or one voice speaks for all. */
  readonly speaker: string
  readonly start: number
  readonly end: number
  /** In one row, without markup. */
  readonly text: string
}

/** The cues that have something to say, in time order: sounds in brackets and music signs are not spoken. */
export function dubLines(cues: readonly Cue[], isMulti: boolean): DubLine[] {
  return cues
    .map(({ id, start, end, text, roles }) => ({
      cueId: id,
      speaker: isMulti ? (roles[0] ?? '') : '',
      start,
      end: Math.max(end, start + 1),
      text: aloud(text),
    }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .sort((a, b) => a.start - b.start || a.end - b.end)
}

/** What a voice says of a cue: no markup, no sounds in brackets, no dashes of a dialogue. */
function aloud(text: string): string {
  return plainText(spokenText(text.replace(/^\s*[-–—]\s*/gm, '')).text)
    .replace(/\[[^\]]*\]|【[^】]*】|[♪♫#*_]/g, ' ')
    .replace(/^\s*[(（][^)）]*[)）]\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}
