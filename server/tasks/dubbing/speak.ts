import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import PQueue from 'p-queue'
import { isUnspaced, type LanguageCode } from '#core/domain/languages.ts'
import { VOICE_DB } from '#core/media/ducking.ts'
import { planRate, planTempo } from '#core/media/plans/dub.ts'
import { breaksOff, cutSound, levelledSpeech, type Sound, soundMs, trimmedSpeech } from '#core/media/speech-sound.ts'
import { partStarts } from '#core/speech/align-speech.ts'
import { readWav } from '#core/media/wav.ts'
import { EngineError } from '../../engines/engine-error.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { ProgramFailed } from '../../engines/program.ts'
import { writeWav } from '../../engines/wav.ts'
import { type Run, storeArtifact } from '../../jobs/run.ts'
import { newId } from '../../store/id.ts'
import type { Speaker } from './voices.ts'

/** Speech: its file, trimmed of silence, and its length in milliseconds. */
export interface Spoken {
  readonly blob: string
  readonly ms: number
  /** The voice stopped in mid-word, twice. */
  readonly breaksOff?: boolean
}

/** A text that a voice could not speak, and why. */
export class LineFailed extends Error {}

export interface Saying {
  readonly text: string
  readonly speaker: Speaker
  readonly language: LanguageCode
  /** 1 is the normal rate. */
  readonly rate: number
  readonly share: readonly [number, number]
}

const soundVersion = '2'
const AT_ONCE = 4
const TRIES = 3
const WAIT_MS = 500
const LONGEST_WAIT_MS = 60_000

type Pronounce = (text: string, speaker: Pick<Speaker, 'takesPhonemes'>) => string

/** Speaks texts, some at once; each text once, and stored. */
export class Voices {
  private readonly run: Run
  private readonly queue = new PQueue({ concurrency: AT_ONCE })
  private readonly said = new Map<string, Promise<Spoken>>()
  private readonly pronounce: Pronounce

  /** `pronounce` writes a text as a voice speaks it. */
  constructor(run: Run, pronounce: Pronounce = (text) => text) {
    this.run = run
    this.pronounce = pronounce
  }

  /** Throws LineFailed for a text that the voice can't speak; other errors are rethrown. */
  say({ text: written, ...how }: Saying): Promise<Spoken> {
    const saying = { ...how, text: this.pronounce(written, how.speaker) }
    const { speaker, text, language, rate } = saying
    const key = JSON.stringify([speaker.key, text, language, rate])
    const known = this.said.get(key)
    if (known) return known
    const saying$ = this.queue.add(() => this.sayOnce(saying), { signal: this.run.signal })
    this.said.set(key, saying$)
    return saying$
  }

  private async sayOnce({ speaker, text, language, rate, share }: Saying): Promise<Spoken> {
    const input = { voice: speaker.key, text, language, rate }
    const step = { name: 'speak', version: `${soundVersion}/${speaker.version}`, input, share }
    return this.run.step<Spoken>(step, async (work) => {
      const ask = (): Promise<Sound> => this.retried(() => speaker.speak({ text, language, rate }))
      const first = await ask()
      const answer = breaksOff(first) ? await ask() : first
      const sound = trimmedSpeech(answer)
      if (!sound) throw new LineFailed('silence')
      const spoken = await this.stored(work, levelledSpeech(sound, VOICE_DB))
      return breaksOff(answer) ? { ...spoken, breaksOff: true } : spoken
    })
  }

  /**
   * Texts of one sentence, spoken in one go and cut, so that the voice falls at its end only; each is spoken alone if the
   * cuts are unclear.
   */
  async sayTogether(texts: readonly string[], saying: Omit<Saying, 'text'>): Promise<Spoken[]> {
    const alone = await Promise.all(texts.map((text) => this.say({ ...saying, text })))
    if (alone.some(({ breaksOff: isBroken }) => isBroken)) return alone
    const parts = await this.queue.add(() => this.parts(texts, alone, saying), { signal: this.run.signal })
    return parts.length === texts.length ? parts : alone
  }

  private async parts(
    written: readonly string[],
    alone: readonly Spoken[],
    { speaker, language, rate, share }: Omit<Saying, 'text'>,
  ): Promise<Spoken[]> {
    const texts = written.map((text) => this.pronounce(text, speaker))
    const input = { voice: speaker.key, texts, language, rate }
    const step = { name: 'sentence', version: `${soundVersion}/${speaker.version}`, input, share }
    const { parts } = await this.run.step<{ parts: Spoken[] }>(step, async (work) => {
      const text = texts.join(isUnspaced(language) ? '' : ' ')
      const answer = await this.retried(() => speaker.speak({ text, language, rate }))
      const whole = breaksOff(answer) ? undefined : trimmedSpeech(answer)
      const sounds = await Promise.all(alone.map((spoken) => this.soundOf(spoken)))
      const starts = whole && partStarts(whole, sounds)
      if (!whole || !starts) return { parts: [] }
      const cut = cutSound(levelledSpeech(whole, VOICE_DB), starts).map(trimmedSpeech)
      const found: Spoken[] = []
      for (const [index, sound] of cut.entries()) {
        if (!sound) return { parts: [] }
        found.push(await this.stored(work, sound, `part-${index}.wav`))
      }
      return { parts: found }
    })
    return parts
  }

  /** The same speech in another length in milliseconds; unchanged if it has that length. */
  async inLength(spoken: Spoken, wantedMs: number, share: readonly [number, number]): Promise<Spoken> {
    const tempo = spoken.ms / wantedMs
    if (Math.abs(tempo - 1) < 0.01) return spoken
    const { deps, signal, folder } = this.run
    const { ffmpeg: program, filters } = deps.engines.need('ffmpeg', {})
    const hasRubberband = filters.has('rubberband')
    const input = { spoken: spoken.blob, tempo: tempo.toFixed(4), hasRubberband }
    return this.run.step<Spoken>({ name: 'tempo', version: soundVersion, input, share }, async (work) => {
      const source = await deps.blobs.localPath(spoken.blob, folder)
      const output = join(work.folder, 'stretched.wav')
      await runFfmpeg(planTempo({ source, output, tempo, hasRubberband }), { program, signal })
      const sound = readWav(await readFile(output))
      if (!sound) throw new LineFailed('silence')
      return this.stored(work, sound)
    })
  }

  /** The sound of a spoken text. */
  async soundOf({ blob }: Spoken): Promise<Sound> {
    const sound = readWav(await readFile(await this.run.deps.blobs.localPath(blob, this.run.folder)))
    if (!sound) throw new LineFailed('silence')
    return sound
  }

  /** The same at a common sample rate: engines may differ. */
  async soundAt(spoken: Spoken, rate: number): Promise<Sound> {
    const sound = await this.soundOf(spoken)
    if (sound.rate === rate) return sound
    const { deps, signal, folder } = this.run
    const source = await deps.blobs.localPath(spoken.blob, folder)
    const output = join(folder, `${newId()}.wav`)
    await runFfmpeg(planRate({ source, output, rate }), { program: deps.engines.need('ffmpeg', {}).ffmpeg, signal })
    const resampled = readWav(await readFile(output))
    await rm(output)
    if (!resampled) throw new LineFailed('silence')
    return resampled
  }

  private async stored(work: { folder: string; scope: string }, sound: Sound, name = 'line.wav'): Promise<Spoken> {
    const path = join(work.folder, name)
    await writeFile(path, writeWav(sound))
    const { blob } = await storeArtifact(this.run, `${work.scope}/${name}`, path)
    return { blob, ms: soundMs(sound) }
  }

  /** Waits and retries where that can help. */
  private async retried<T>(ask: () => Promise<T>): Promise<T> {
    const { signal } = this.run
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask()
      } catch (error) {
        signal.throwIfAborted()
        const wait = waitAfter(error, attempt)
        if (wait === undefined) throw faultOfLine(error)
        await setTimeout(wait, undefined, { signal })
      }
    }
  }
}

/** Milliseconds until a retry; undefined if it can't help. */
function waitAfter(error: unknown, attempt: number): number | undefined {
  if (attempt >= TRIES) return undefined
  if (error instanceof ProgramFailed) return WAIT_MS
  if (!(error instanceof EngineError)) return undefined
  if (error.fault === 'rate') return Math.min(LONGEST_WAIT_MS, error.retryAfterMs ?? WAIT_MS * 4 ** attempt)
  return error.fault === 'transient' ? WAIT_MS * 2 ** attempt : undefined
}

/** A fault of one cue affects only that cue; an unknown or exhausted key affects all. */
function faultOfLine(error: unknown): unknown {
  if (error instanceof ProgramFailed) return new LineFailed(error.message)
  if (!(error instanceof EngineError) || error.fault === 'auth' || error.fault === 'quota') return error
  return new LineFailed(error.message)
}
