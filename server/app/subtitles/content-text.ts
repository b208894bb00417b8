import { type Cue, sameCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { diffCues } from '#core/subtitle/cue/diff.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { toWire, type WireCue } from '#core/subtitle/cue/wire.ts'

export interface ContentToRead {
  readonly text: string
  /** Prefix of new cues' ids. */
  readonly prefix: string
}

/** The result of a text: unchanged cues, unreadable, or new cues. */
export type Content = 'same' | 'unreadable' | WireCue[]

/** Cues of a SubRip text; existing ones keep their ids and speakers. */
export function contentOf(before: readonly Cue[], { text, prefix }: ContentToRead): Content {
  const { cues: read } = readSrt(text, sequentialIds(prefix))
  if (read.length === 0 && text.trim() !== '') return 'unreadable'
  const cues = asBefore(before, read)
  const isSame = cues.length === before.length && cues.every((cue, at) => sameCue(cue, before[at]))
  return isSame ? 'same' : toWire(cues)
}

/** Cues of a text, with the ids and speakers of those that they replace. */
function asBefore(before: readonly Cue[], read: readonly Cue[]): Cue[] {
  const cues = [...read]
  for (const difference of diffCues(before, read)) {
    if (difference.kind !== 'same' && difference.kind !== 'changed') continue
    const was = before[difference.a]
    const now = read[difference.b]
    if (was && now) cues[difference.b] = { ...now, id: was.id, roles: was.roles }
  }
  return cues
}
