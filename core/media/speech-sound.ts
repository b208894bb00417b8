/** Mono sound of 16-bit samples at a rate. */
export interface Sound {
  readonly samples: Int16Array
  readonly rate: number
}

const FULL_SCALE = 32_768
const WINDOW_MS = 10
/** Windows this far below the loudest are no speech, in decibels; nor are those below the absolute level. */
const BELOW_PEAK_DB = 42
const FLOOR_DB = -60
/** Margin around speech for soft onsets and endings, in milliseconds. */
const LEAD_MS = 15
const TAIL_MS = 40

const decibels = (power: number): number => (power > 0 ? 10 * Math.log10(power) : -120)

/** Length in milliseconds, not rounded. */
export function soundMs({ samples, rate }: Sound): number {
  return (samples.length / rate) * 1000
}

/** Mean power per window of 10 ms, full scale being 1. */
function windowPowers({ samples, rate }: Sound): Float64Array {
  const size = Math.max(1, Math.round((rate * WINDOW_MS) / 1000))
  const powers = new Float64Array(Math.ceil(samples.length / size))
  for (let index = 0; index < samples.length; index++) {
    const window = Math.floor(index / size)
    powers[window] = (powers[window] ?? 0) + ((samples[index] ?? 0) / FULL_SCALE) ** 2 / size
  }
  return powers
}

/** The speech without silence around it; undefined if there is none. */
export function trimmedSpeech(sound: Sound): Sound | undefined {
  const powers = windowPowers(sound)
  const loudest = decibels(powers.reduce((most, power) => Math.max(most, power), 0))
  const limit = Math.max(FLOOR_DB, loudest - BELOW_PEAK_DB)
  const isSpeech = (power: number): boolean => decibels(power) > limit
  const first = powers.findIndex(isSpeech)
  if (first < 0) return undefined
  const last = powers.findLastIndex(isSpeech)
  const { samples, rate } = sound
  const at = (ms: number): number => Math.round((ms * rate) / 1000)
  const from = Math.max(0, at(first * WINDOW_MS - LEAD_MS))
  return { rate, samples: samples.slice(from, Math.min(samples.length, at((last + 1) * WINDOW_MS + TAIL_MS))) }
}

/** Level of a finished voice's ending, as a share of its loudness; all voices measured below 0.04. */
const BROKEN_SHARE = 0.15

/** Whether the sound stops in mid-word: its last 10 ms are still loud. */
export function breaksOff({ samples, rate }: Sound): boolean {
  const levelOf = (part: Int16Array): number =>
    Math.sqrt(part.reduce((sum, sample) => sum + sample ** 2, 0) / Math.max(1, part.length))
  const last = samples.subarray(-Math.round((rate * WINDOW_MS) / 1000))
  return levelOf(last) > BROKEN_SHARE * levelOf(samples)
}

/** Loudness of the speech windows, in decibels of full scale. */
function speechLevel(sound: Sound): number {
  const powers = windowPowers(sound)
  const loudest = powers.reduce((most, power) => Math.max(most, power), 0)
  const spoken = powers.filter((power) => power > loudest / 1000)
  return decibels(spoken.reduce((sum, power) => sum + power, 0) / Math.max(1, spoken.length))
}

/** The speech at a target loudness in decibels of full scale, limited by its peaks. */
export function levelledSpeech(sound: Sound, wantedDb: number): Sound {
  const peak = sound.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1)
  const gain = Math.min(10 ** ((wantedDb - speechLevel(sound)) / 20), (0.95 * FULL_SCALE) / peak)
  return { rate: sound.rate, samples: sound.samples.map((sample) => Math.round(sample * gain)) }
}

/** Fade at a cut in milliseconds, against clicks. */
const FADE_MS = 5

/** The stretches of a sound from each start to the next one in milliseconds, with faded cuts. */
export function cutSound({ samples, rate }: Sound, starts: readonly number[]): Sound[] {
  const at = (ms: number): number => Math.round((ms * rate) / 1000)
  return starts.map((start, index) => {
    const next = starts[index + 1]
    const part = samples.slice(at(start), next === undefined ? samples.length : at(next))
    const fade = Math.min(at(FADE_MS), part.length >> 1)
    for (let offset = 0; offset < fade; offset++) {
      const last = part.length - 1 - offset
      if (index > 0) part[offset] = Math.round(((part[offset] ?? 0) * offset) / fade)
      if (next !== undefined) part[last] = Math.round(((part[last] ?? 0) * offset) / fade)
    }
    return { samples: part, rate }
  })
}
