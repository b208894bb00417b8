/** A speaker of the original, and a voice that could speak for them; pitch in hertz, where it is known. */
export interface PitchedSpeaker {
  readonly id: string
  readonly pitch: number | undefined
}
export interface PitchedVoice {
  readonly id: string
  readonly pitch: number | undefined
}

/** Octaves by which a voice that somebody else has already counts as further away. */
const TAKEN_OCTAVES = 0.6
const UNKNOWN_OCTAVES = 1

/**
 * For each speaker the voice nearest in pitch, another one for each as long as there are some near; speakers come in
 * order of importance. Only voices of the list are chosen; none where it is empty.
 */
export function matchVoices(
  speakers: readonly PitchedSpeaker[],
  voices: readonly PitchedVoice[],
  taken: Iterable<string> = [],
): Map<string, string> {
  const uses = new Map<string, number>()
  for (const id of taken) uses.set(id, (uses.get(id) ?? 0) + 1)
  const chosen = new Map<string, string>()
  for (const speaker of speakers) {
    let best: { id: string; distance: number } | undefined
    for (const voice of voices) {
      const distance = octaves(speaker.pitch, voice.pitch) + TAKEN_OCTAVES * (uses.get(voice.id) ?? 0)
      if (!best || distance < best.distance) best = { id: voice.id, distance }
    }
    if (!best) return chosen
    chosen.set(speaker.id, best.id)
    uses.set(best.id, (uses.get(best.id) ?? 0) + 1)
  }
  return chosen
}

function octaves(a: number | undefined, b: number | undefined): number {
  return a === undefined || b === undefined ? UNKNOWN_OCTAVES : Math.abs(Math.log2(a / b))
}
