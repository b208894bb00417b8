import type { Cue } from '#core/subtitle/cue.ts'
import { spokenCues } from '#core/subtitle/spoken-cues.ts'
import { labelledRow } from '#core/subtitle/speaker-labels.ts'
import { plainText } from '#core/subtitle/markup.ts'
import type { KnownSpeakers } from '../../app/subtitles/speakers.ts'

/** A cue as it is spoken. */
export interface DubLine {
  readonly cueId: string
  /** Id of a role, or `name:` and the name that the cue itself begins with; empty where nothing says who speaks, or one voice speaks for all. */
  readonly speaker: string
  readonly start: number
  readonly end: number
  /** In one row, without markup. */
  readonly text: string
}

/** Who is known to speak in some cues, and what these say in the language that they were translated from. */
export interface LineSpeakers extends Partial<KnownSpeakers> {
  readonly original?: readonly Cue[] | undefined
}

const NAMED = 'name:'

/** The name of a speaker whom only the text names; undefined for a role. */
export const nameIn = (speaker: string): string | undefined =>
  speaker.startsWith(NAMED) ? speaker.slice(NAMED.length) : undefined

/**
 * The cues that have something to say, in time order: names before a colon, sounds in brackets and music signs are not
 * spoken. A cue without a role is spoken by whom its text or its file names.
 */
export function dubLines(cues: readonly Cue[], isMulti: boolean, known: LineSpeakers = {}): DubLine[] {
  const { roles = none, named = none } = known
  const ids = new Map([...roles].map(([id, name]) => [name.toUpperCase(), id]))
  const { said, labels } = spokenBy(cues, known)
  const speakerOf = ({ id, roles: [role] }: Cue): string => {
    const name = (named.get(id) ?? labels.get(id) ?? '').toUpperCase()
    return role ?? ids.get(name) ?? (name && NAMED + name)
  }
  return cues
    .map((cue, at) => ({
      cueId: cue.id,
      speaker: isMulti ? speakerOf(cue) : '',
      start: cue.start,
      end: Math.max(cue.end, cue.start + 1),
      text: said[at] ?? '',
    }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .sort((a, b) => a.start - b.start || a.end - b.end)
}

const none: ReadonlyMap<string, string> = new Map()

/** What is said, and by cue the name that its text begins with: in a translation the one that the original begins with. */
function spokenBy(cues: readonly Cue[], { roles = none, named = none, original }: LineSpeakers) {
  const names = [...roles.values(), ...named.values()]
  const first = original && spokenCues(textsOf(original), names)
  const labels = new Map<string, string>()
  for (const [at, { speaker }] of first?.entries() ?? []) {
    const id = original?.[at]?.id
    if (id !== undefined && speaker !== '') labels.set(id, speaker)
  }
  // A translated name is one too, though nothing else tells.
  const translated = cues.flatMap(({ id, text }) => (labels.has(id) ? plainText(text).split('\n') : []))
  const said = spokenCues(textsOf(cues), [...names, ...translated.map((row) => labelledRow(row).name).filter(Boolean)])
  for (const [at, { id }] of cues.entries()) {
    const speaker = said[at]?.speaker ?? ''
    if (speaker !== '' && !labels.has(id)) labels.set(id, speaker)
  }
  return { said: said.map(({ text }) => text), labels }
}

const textsOf = (cues: readonly Cue[]): string[] => cues.map(({ text }) => text)
