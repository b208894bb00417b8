import type { Cue } from '../subtitle/cue/cue.ts'
import { type SpokenCue, spokenCues, type Turn } from '../subtitle/cue/spoken-cues.ts'
import { labelledRow } from '../subtitle/text/speaker-labels.ts'
import { plainText } from '../subtitle/text/markup.ts'

/** Names of a version's speakers besides those in its cues. */
export interface KnownSpeakers {
  /** Names of the folder's speakers by their ids. */
  readonly roles: ReadonlyMap<string, string>
  /** Names of cues in the version's imported file, by cue id. */
  readonly named: ReadonlyMap<string, string>
}

/** A cue to speak, or one speaker's part of it. */
export interface DubLine {
  /** The cue's id, with a number for several speakers. */
  readonly id: string
  readonly cueId: string
  /** Id of a role, or `name:` and the name before the cue's text; empty if the speaker is unknown or irrelevant. */
  readonly speaker: string
  readonly start: number
  readonly end: number
  /** In one row, without markup. */
  readonly text: string
}

/** Known speakers of some cues, and the cues' source text if they are translated. */
export interface LineSpeakers extends Partial<KnownSpeakers> {
  readonly original?: readonly Cue[] | undefined
  /** Whether lyrics are spoken too. */
  readonly isSung?: boolean | undefined
}

const NAMED = 'name:'

/** The name of a speaker known from the text only; undefined for a role. */
export const nameIn = (speaker: string): string | undefined =>
  speaker.startsWith(NAMED) ? speaker.slice(NAMED.length) : undefined

/**
 * The speech in time order; names before a colon, sounds in brackets, lyrics and music signs are left out. Cues without a
 * role get the speakers of text or file; several share the cue's time by their words.
 */
export function dubLines(cues: readonly Cue[], isMulti: boolean, known: LineSpeakers = {}): DubLine[] {
  const { roles = none, named = none } = known
  const ids = new Map([...roles].map(([id, name]) => [name.toUpperCase(), id]))
  const idOf = (name: string): string => ids.get(name.toUpperCase()) ?? (name && NAMED + name.toUpperCase())
  return spokenBy(cues, known)
    .flatMap(({ text, speaker, turns }, at): DubLine[] => {
      const cue = cues[at]
      if (!cue) return []
      const {
        id,
        start,
        end,
        roles: [role],
      } = cue
      const whole = { id, cueId: id, start, end: Math.max(end, start + 1), text }
      if (!isMulti) return [{ ...whole, speaker: '' }]
      if (turns.length > 1)
        return shared(
          whole,
          turns.map((turn) => ({ ...turn, speaker: idOf(turn.speaker) })),
        )
      return [{ ...whole, speaker: role ?? idOf(named.get(id) ?? speaker) }]
    })
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .sort((a, b) => a.start - b.start || a.end - b.end)
}

/** A cue's time divided among its speakers by the length of their words. */
function shared(whole: Omit<DubLine, 'speaker'>, turns: readonly Turn[]): DubLine[] {
  const all = turns.reduce((sum, { text }) => sum + text.length, 0)
  let said = 0
  const edge = (): number => Math.round(whole.start + ((whole.end - whole.start) * said) / all)
  return turns.map(({ speaker, text }, at) => {
    const start = edge()
    said += text.length
    return {
      ...whole,
      id: at === 0 ? whole.id : `${whole.id}/${at}`,
      speaker,
      text,
      start,
      end: Math.max(edge(), start + 1),
    }
  })
}

const none: ReadonlyMap<string, string> = new Map()

/** The speech with its speakers: a translation has its original's. */
function spokenBy(cues: readonly Cue[], { roles = none, named = none, original, isSung }: LineSpeakers): SpokenCue[] {
  const names = [...roles.values(), ...named.values()]
  const first = new Map(
    (original ? spokenCues(textsOf(original), names, isSung) : []).map((one, at) => [original?.[at]?.id, one] as const),
  )
  const isNamed = (id: string): boolean => (first.get(id)?.speaker ?? '') !== ''
  // A translated name counts as one without other evidence.
  const translated = cues.flatMap(({ id, text }) => (isNamed(id) ? plainText(text).split('\n') : []))
  const known = [...names, ...translated.map((row) => labelledRow(row).name).filter(Boolean)]
  return spokenCues(textsOf(cues), known, isSung).map((one, at) => {
    const source = first.get(cues[at]?.id)
    if (!source || source.speaker === '') return one
    const { speaker, turns } = source
    if (turns.length !== one.turns.length) return { ...one, speaker, turns: [{ speaker, text: one.text }] }
    return {
      ...one,
      speaker,
      turns: one.turns.map((turn, index) => ({ ...turn, speaker: turns[index]?.speaker ?? '' })),
    }
  })
}

const textsOf = (cues: readonly Cue[]): string[] => cues.map(({ text }) => text)

/** Whether some cues are unspoken lyrics. */
export function hasLyrics(cues: readonly Cue[]): boolean {
  const said = spokenCues(textsOf(cues))
  return spokenCues(textsOf(cues), [], true).some(({ text }, at) => text !== said[at]?.text)
}
