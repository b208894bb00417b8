import { z } from 'zod'
import { type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { cepstraOf, type PlainSound } from '#core/media/cepstra.ts'
import { withoutEdges } from '#core/media/warp-words.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { infer } from '../inference/host.ts'
import { defineEngine } from '../ports.ts'
import { espeakVersion, lacksEspeak, speakText } from '../tts/espeak-ng.ts'
import type { AlignEngine } from './engine.ts'
import { PLACE_HOP_MS } from './espeak/warp.ts'

const NAME = 'espeak-align'
const VERSION = 'espeak-align-1'

/** A male and a female voice: the one nearer to the speaker finds more. */
const voices = [
  { variant: 'm3', pitch: 48 },
  { variant: 'f3', pitch: 50 },
] as const
type Voice = (typeof voices)[number]

/** Words by language, voice and text: most words of a text repeat. */
const said = new Map<string, Promise<PlainSound>>()
const MOST_WORDS = 2000

interface Speaking {
  readonly language: LanguageCode
  readonly signal: AbortSignal
}

async function sayWord(word: string, voice: Voice, { language, signal }: Speaking): Promise<PlainSound> {
  const name = `${language} ${voice.variant} ${word}`
  const known = said.get(name)
  if (known) return known
  const sound = speakText(word, { ...voice, language, rate: 1, signal })
  if (said.size >= MOST_WORDS) said.clear()
  said.set(name, sound)
  sound.catch(() => said.delete(name))
  return sound
}

/** The words as each voice speaks them, placed by the nearer voice. */
const engine: AlignEngine = {
  version: VERSION,
  async align(path, words, { language, signal }): Promise<TimeRange[] | undefined> {
    const isSaid = words.map((word) => /[\p{L}\p{N}]/u.test(word))
    const spoken = words.filter((_, at) => isSaid[at])
    if (spoken.length === 0) return undefined
    const text = spoken.join(hasBlanks(spoken) ? ' ' : '')
    const found = await Promise.all(
      voices.map(async (voice) => {
        const whole = await speakText(text, { ...voice, language, rate: 1, signal })
        const parts = await Promise.all(spoken.map((word) => sayWord(word, voice, { language, signal })))
        return infer(NAME, 'wordsInSound', { path, spoken: { whole, words: parts } }, signal)
      }),
    )
    const [best] = found.flatMap((each) => each ?? []).toSorted((a, b) => a.cost - b.cost)
    if (!best) return undefined
    let at = 0
    let end = best.times[0]?.start ?? 0
    return isSaid.map((isWord) => {
      const own = isWord ? best.times[at++] : undefined
      end = own?.end ?? end
      return own ?? { start: end, end }
    })
  },
  async place(path, texts, { language, speech, signal, onProgress }) {
    let done = 0
    const found = await Promise.all(
      voices.map(async (voice) => {
        const phrases = await Promise.all(
          texts.map(async (text) => {
            const sound = await speakText(text, { ...voice, language, rate: 1, signal })
            onProgress((0.8 * ++done) / (texts.length * voices.length))
            return cepstraOf(withoutEdges(sound), PLACE_HOP_MS)
          }),
        )
        return infer(NAME, 'phrasesInSound', { path, phrases, speech }, signal)
      }),
    )
    const [best] = found.toSorted((a, b) => a.cost - b.cost)
    return (best?.ranges ?? []).map(
      (range) => range && { start: range.from * PLACE_HOP_MS, end: range.to * PLACE_HOP_MS },
    )
  },
}

/** Characters of a script without spaces are aligned one by one. */
const hasBlanks = (words: readonly string[]): boolean =>
  !words.some((word) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word))

/** Aligns words of every language by dynamic time warping with eSpeak NG's voice. */
export const adapter = defineEngine({
  port: 'align',
  name: NAME,
  label: 'eSpeak NG',
  settings: z.object({}),
  async probe() {
    if (!(await espeakVersion())) return lacksEspeak()
    const abilities = { maxSeconds: 30, priceUnit: 'free' } as const
    return { serves: { languages: languageCodes, abilities }, detail: VERSION }
  },
  open: () => engine,
})
