import type { VoiceAge, VoiceGender } from '../domain/voices.ts'

/** Voices beside each other. */
export const MOST_AUDITIONED = 5

interface Traits {
  readonly voice_id: string
  readonly gender: VoiceGender
  readonly age: VoiceAge
}

/**
 * Voices to compare for a line: the one it has, then those of the same gender, of different ages first; others only
 * where these are too few.
 */
export function voicesToCompare<Voice extends Traits>(
  voices: readonly Voice[],
  own: string,
  most = MOST_AUDITIONED,
): Voice[] {
  const first = voices.find(({ voice_id }) => voice_id === own) ?? voices[0]
  if (!first) return []
  const chosen = [first]
  const left = voices.filter((voice) => voice !== first)
  const like = left.filter(({ gender }) => gender === first.gender)
  const ages = new Set([first.age])
  const ofNewAge = like.filter(({ age }) => !ages.has(age) && ages.add(age))
  const inOrder = [...ofNewAge, ...like.filter((voice) => !ofNewAge.includes(voice)), ...left]
  for (const voice of inOrder) if (!chosen.includes(voice) && chosen.length < most) chosen.push(voice)
  return chosen
}
