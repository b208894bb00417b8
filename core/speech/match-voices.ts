import type { VoiceGender } from '../domain/voices.ts'

/** A speaker of the original, or a voice for one; pitch in hertz. Unknown values are undefined. */
export interface PitchedSpeaker {
  readonly id: string
  readonly pitch: number | undefined
  readonly gender?: VoiceGender | undefined
}
export interface PitchedVoice {
  readonly id: string
  readonly pitch: number | undefined
  readonly gender?: VoiceGender | undefined
  /** Index of its engine in the order of preference. */
  readonly rank?: number
}

/** A voice for a speaker, and its shift in semitones, negative for lower. */
export interface MatchedVoice {
  readonly id: string
  readonly semitones: number
}

/** Octaves added to the distance of a voice that another speaker has, and of a shifted one. */
const TAKEN_OCTAVES = 0.6
const SHIFTED_OCTAVES = 0.2
/** A voice shifted by this much sounds like another one. */
const SHIFT = 3
const OTHER_SHIFT_OCTAVES = 0.1
const RANK_OCTAVES = 0.15
const UNKNOWN_OCTAVES = 1
/** Male voices are below the first pitch, female ones above the second; between them both are possible. */
const HIGHEST_MALE_HZ = 150
const LOWEST_FEMALE_HZ = 170
const USUAL_MALE_HZ = 120
const USUAL_FEMALE_HZ = 205

/** The sex that a pitch in hertz suggests. */
export function genderOfPitch(pitch: number | undefined): VoiceGender | undefined {
  if (pitch === undefined) return undefined
  if (pitch <= HIGHEST_MALE_HZ) return 'male'
  return pitch >= LOWEST_FEMALE_HZ ? 'female' : undefined
}

const words: Record<VoiceGender, RegExp> = {
  female:
    /(?<!\p{L})(?:woman|girl|lady|mrs|ms|miss|mother|mom|mum|sister|aunt|queen|wife|waitress|grandma)(?!\p{L})|[女她]/iu,
  male: /(?<!\p{L})(?:man|mr|sir|father|dad|brother|uncle|king|husband|waiter|grandpa|guy)(?!\p{L})|男/iu,
}

/** A speaker's pitch limited to the range of their sex: one outside was measured on another speaker. */
function likelyPitch({ pitch, gender }: PitchedSpeaker): number | undefined {
  if (gender === 'male') return Math.min(pitch ?? USUAL_MALE_HZ, HIGHEST_MALE_HZ)
  if (gender === 'female') return Math.max(pitch ?? USUAL_FEMALE_HZ, LOWEST_FEMALE_HZ)
  return pitch
}

/** The name of a diarised speaker: a number or a channel, and the video. */
export const suggestedName = (who: string, video: string): string => `${who} · ${video}`
const SUGGESTED_NAME = /^(?:\d+|[LR]) · /

/**
 * The sex in a speaker's name: `MAN 1`, `Mrs. Smith`. Suggested names contain titles of videos, so they do not count.
 */
export function genderOfName(name: string): VoiceGender | undefined {
  if (SUGGESTED_NAME.test(name)) return undefined
  const [female, male] = [words.female.test(name), words.male.test(name)]
  if (female === male) return undefined
  return female ? 'female' : 'male'
}

/**
 * Assigns each speaker, in order of importance, the voice nearest in pitch, preferably of their sex and unused. A voice
 * that is used again is shifted. Only uses voices of the list; undefined if it is empty.
 */
export function matchVoices(
  speakers: readonly PitchedSpeaker[],
  voices: readonly PitchedVoice[],
  taken: Iterable<string> = [],
): Map<string, MatchedVoice> {
  const used = [...taken].map((id): MatchedVoice => ({ id, semitones: 0 }))
  const chosen = new Map<string, MatchedVoice>()
  for (const speaker of speakers) {
    const own = voices.filter(({ gender }) => speaker.gender !== undefined && gender === speaker.gender)
    let best: (MatchedVoice & { readonly cost: number }) | undefined
    for (const voice of own.length > 0 ? own : voices)
      for (const semitones of [0, -SHIFT, SHIFT]) {
        const cost = costOf(speaker, voice, semitones, used)
        if (!best || cost < best.cost) best = { id: voice.id, semitones, cost }
      }
    if (!best) return chosen
    const { id, semitones } = best
    chosen.set(speaker.id, { id, semitones })
    used.push({ id, semitones })
  }
  return chosen
}

function costOf(
  speaker: PitchedSpeaker,
  { id, pitch, rank = 0 }: PitchedVoice,
  semitones: number,
  used: readonly MatchedVoice[],
): number {
  const shifted = pitch === undefined ? undefined : pitch * 2 ** (semitones / 12)
  const others = used.filter((other) => other.id === id)
  const crowd = others.map((other) =>
    Math.abs(other.semitones - semitones) < SHIFT ? TAKEN_OCTAVES : OTHER_SHIFT_OCTAVES,
  )
  const shift = semitones === 0 ? 0 : SHIFTED_OCTAVES
  return (
    octaves(likelyPitch(speaker), shifted) + shift + RANK_OCTAVES * rank + crowd.reduce((sum, cost) => sum + cost, 0)
  )
}

function octaves(a: number | undefined, b: number | undefined): number {
  return a === undefined || b === undefined ? UNKNOWN_OCTAVES : Math.abs(Math.log2(a / b))
}
