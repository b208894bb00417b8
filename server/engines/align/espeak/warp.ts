import { readFile } from 'node:fs/promises'
import { type Cepstra, cepstraOf } from '#core/media/cepstra.ts'
import { type PlacedPhrases, placePhrases } from '#core/media/place-phrases.ts'
import { type SpokenText, type WarpedWords, warpWords } from '#core/media/warp-words.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { readWav } from '#core/media/wav.ts'

/** Distance of the frames that locate sentences, in milliseconds. */
export const PLACE_HOP_MS = 40
/** How far from its expected time a sentence is searched for. */
const REACH_MS = 60_000

/** Word times of a text in a file. Runs in the process of `infer`. */
export async function wordsInSound(input: { path: string; spoken: SpokenText }): Promise<WarpedWords | undefined> {
  const sound = readWav(await readFile(input.path))
  return sound && warpWords(sound, input.spoken)
}

interface Placing {
  readonly path: string
  readonly phrases: readonly Cepstra[]
  readonly speech: readonly TimeRange[]
}

/** Times of phrases in a file. Runs in the process of `infer`. */
export async function phrasesInSound({ path, phrases, speech }: Placing): Promise<PlacedPhrases> {
  const sound = readWav(await readFile(path))
  if (!sound) throw new Error('This is no WAV file')
  const cepstra = cepstraOf(sound, PLACE_HOP_MS)
  const isSpeech = new Uint8Array(cepstra.frames)
  for (const { start, end } of speech)
    isSpeech.fill(1, Math.max(0, Math.floor(start / PLACE_HOP_MS)), Math.ceil(end / PLACE_HOP_MS))
  return placePhrases(cepstra, phrases, { reach: REACH_MS / PLACE_HOP_MS, isSpeech })
}
