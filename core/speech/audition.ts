import type { VoiceAge, VoiceGender } from '../domain/voices.ts'
import { genderOfPitch } from './match-voices.ts'

/** Voices beside each other. */
export const MOST_AUDITIONED = 5

interface Traits {
  readonly voice_id: string
  readonly gender: VoiceGender
  readonly age: VoiceAge
}

/**
 * Voices to compare for a line: the one it has, then those of the gender that the original's pitch suggests, else of the
 * same gender, of different ages first; others only where these are too few. Pitch in hertz.
 */
export function voicesToCompare<Voice extends Traits>(
  voices: readonly Voice[],
  own: string,
  pitch?: number,
  most = MOST_AUDITIONED,
): Voice[] {
  const first = voices.find(({ voice_id }) => voice_id === own) ?? voices[0]
  if (!first) return []
  const chosen = [first]
  const left = voices.filter((voice) => voice !== first)
  const wanted = genderOfPitch(pitch) ?? first.gender
  const like = left.filter(({ gender }) => gender === wanted)
  const ages = new Set(first.gender === wanted ? [first.age] : [])
  const ofNewAge = like.filter(({ age }) => !ages.has(age) && ages.add(age))
  const inOrder = [...ofNewAge, ...like.filter((voice) => !ofNewAge.includes(voice)), ...left]
  for (const voice of inOrder) if (!chosen.includes(voice) && chosen.length < most) chosen.push(voice)
  return chosen
}
