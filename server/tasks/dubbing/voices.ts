import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CLONED_VOICE, MATCHED_VOICE } from '#core/domain/dubbing.ts'
import type { LineVoice } from '#core/domain/line-voice.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { type Voice, voiceSamples } from '#core/domain/voices.ts'
import { planPitch } from '#core/media/plans/dub.ts'
import type { Sound } from '#core/media/speech-sound.ts'
import { genderOfName, genderOfPitch, type MatchedVoice, matchVoices } from '#core/speech/match-voices.ts'
import { medianPitch } from '#core/speech/pitch.ts'
import { type DubbingChoice, voiceOf } from '#core/tasks/dubbing.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { InspectedVideo } from '../../app/videos/rows.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { writeWav } from '../../engines/wav.ts'
import { type Run, storeArtifact, type StepBlob, TaskFailed } from '../../jobs/run.ts'
import { newId } from '../../store/id.ts'
import { cutSpeech, speechAudio } from '../speech/speech-audio.ts'
import { type DubLine, nameIn } from '#core/speech/dub-lines.ts'
import { readWav } from '#core/media/wav.ts'

/** The voice of an original speaker. */
export interface Speaker {
  /** Identifies the voice's sound; part of its steps' keys. */
  readonly key: string
  readonly version: string
  /** Its own slowest and fastest rate; undefined for a fixed rate. */
  readonly speed: readonly [number, number] | undefined
  /** Whether speaking a text again as part of its sentence is free. */
  readonly isFree: boolean
  /** Whether it speaks phonemes between double brackets. */
  readonly takesPhonemes: boolean
  speak(saying: Utterance): Promise<Sound>
}

interface Utterance {
  readonly text: string
  readonly language: LanguageCode
  readonly rate: number
  readonly pitch?: number
  readonly gap?: number
}

/** The manner of a line, without its voice. */
export type Manner = Omit<LineVoice, 'voice'>

/** A voice that speaks in the manner of a line. */
export function inManner(speaker: Speaker, { speed, pitch, gap }: Manner): Speaker {
  if (speed === 1 && pitch === 0 && gap === 0) return speaker
  const [slowest, fastest] = speaker.speed ?? [1, 1]
  return {
    ...speaker,
    key: `${speaker.key}/${speed}/${pitch}/${gap}`,
    speed: speaker.speed && [slowest / speed, fastest / speed],
    speak: (saying) => speaker.speak({ ...saying, rate: saying.rate * speed, pitch, gap }),
  }
}

export interface Casting {
  readonly video: InspectedVideo
  readonly lines: readonly DubLine[]
  readonly language: LanguageCode
  readonly choice: DubbingChoice
  /** Names of the folder's speakers by id. */
  readonly roles: ReadonlyMap<string, string>
  /** The original text of a cue, if known. */
  readonly originalText: (cueId: string) => string
  readonly share: readonly [number, number]
}

/** Assigns a voice to each speaker. */
export async function castVoices(run: Run, casting: Casting): Promise<Map<string, Speaker>> {
  const { lines, choice } = casting
  const bySpeaker = [...Map.groupBy(lines, ({ speaker }) => speaker)].sort(([, a], [, b]) => b.length - a.length)
  const wanted = (speaker: string): string => voiceOf(choice, speaker)
  const found = new Map<string, Speaker>()
  const toMatch: [string, readonly DubLine[]][] = []
  for (const [speaker, own] of bySpeaker) {
    const voice = wanted(speaker)
    if (voice === MATCHED_VOICE) toMatch.push([speaker, own])
    else if (voice === CLONED_VOICE) found.set(speaker, await clonedVoice(run, casting, own))
    else found.set(speaker, presetVoice(run, voice, casting.language))
  }
  const taken = bySpeaker.map(([speaker]) => wanted(speaker))
  for (const [speaker, { id, semitones }] of await matched(run, casting, toMatch, taken))
    found.set(speaker, presetVoice(run, id, casting.language, semitones))
  return found
}

interface LinesCast {
  readonly speakers: ReadonlyMap<string, Speaker>
  readonly language: LanguageCode
  /** Lines with a separate voice or manner, by cue id. */
  readonly voices: Readonly<Record<string, LineVoice>>
}

/** Returns the voice of each line: its own, or its speaker's in the line's manner; the same object for equal ones. */
export function speakersOfLines(
  run: Run,
  { speakers, language, voices }: LinesCast,
): (line: DubLine) => Speaker | undefined {
  const made = new Map<string, Speaker | undefined>()
  return ({ cueId, speaker }) => {
    const own = voices[cueId]
    if (!own) return speakers.get(speaker)
    const { voice, ...manner } = own
    const key = JSON.stringify([speaker, voice, manner])
    const known = made.get(key)
    if (known) return known
    const base = voice === '' ? speakers.get(speaker) : presetVoice(run, voice, language)
    const found = base && inManner(base, manner)
    made.set(key, found)
    return found
  }
}

/** A voice of an engine. */
export function presetVoice(run: Run, id: string, language: LanguageCode, semitones = 0): Speaker {
  const { engines } = run.deps
  const engine = engines.need('tts', { language, voice: id })
  const voice = engine.voices.find((each) => each.id === id)
  if (!voice) throw new TaskFailed('voice_gone', { voice: id })
  const entry = engines.inOrder('tts', { language, voice: id })[0]
  return {
    key: semitones === 0 ? id : `${id}/${semitones}`,
    version: engine.version,
    speed: entry?.serves.abilities?.speed,
    isFree: entry?.serves.abilities?.priceUnit === 'free',
    takesPhonemes: entry?.serves.abilities?.phonemes === true,
    speak: async (saying) => shifted(run, await engine.speak({ ...saying, voice, signal: run.signal }), semitones),
  }
}

/** The sound shifted by semitones. */
async function shifted(run: Run, sound: Sound, semitones: number): Promise<Sound> {
  if (semitones === 0) return sound
  const { ffmpeg: program, filters } = run.deps.engines.need('ffmpeg', {})
  const [source, output] = [join(run.folder, `${newId()}.wav`), join(run.folder, `${newId()}.wav`)]
  try {
    await writeFile(source, writeWav(sound))
    const plan = planPitch({ source, output, semitones, rate: sound.rate, hasRubberband: filters.has('rubberband') })
    await runFfmpeg(plan, { program, signal: run.signal })
    return readWav(await readFile(output)) ?? sound
  } finally {
    await Promise.all([source, output].map((path) => rm(path, { force: true })))
  }
}

/** Most voices of one engine that are compared with the original. */
const COMPARED_VOICES = 24
/** An engine's clearest voices come first; this many places weigh as much as the next engine. */
const PLACES_OF_A_RANK = 10

async function matched(
  run: Run,
  casting: Casting,
  speakers: readonly [string, readonly DubLine[]][],
  taken: readonly string[],
): Promise<Map<string, MatchedVoice>> {
  if (speakers.length === 0) return new Map()
  const pitched = []
  for (const { voice, rank } of voicesToCompare(run, casting.language))
    pitched.push({ id: voice.id, gender: voice.gender, rank, pitch: await voicePitch(run, casting, voice) })
  const heard = []
  for (const [id, lines] of speakers) {
    const pitch = await speakerPitch(run, casting, lines)
    const name = nameIn(id) ?? casting.roles.get(id) ?? ''
    heard.push({ id, pitch, gender: genderOfName(name) ?? genderOfPitch(pitch) })
  }
  return matchVoices(heard, pitched, taken)
}

/** The preferred engine's voices, and those of other free engines. */
function voicesToCompare(run: Run, language: LanguageCode): { voice: Voice; rank: number }[] {
  const engines = run.deps.engines.inOrder('tts', { language })
  const isFree = ({ serves }: (typeof engines)[number]): boolean => serves.abilities?.priceUnit === 'free'
  return engines
    .filter((entry, rank) => rank === 0 || isFree(entry))
    .flatMap(({ engine }, rank) =>
      engine.voices
        .filter((voice) => voice.languages.includes(language))
        .slice(0, COMPARED_VOICES)
        .map((voice, place) => ({ voice, rank: rank + place / PLACES_OF_A_RANK })),
    )
}

async function voicePitch(run: Run, { language, share }: Casting, voice: Voice): Promise<number | undefined> {
  const engine = run.deps.engines.need('tts', { language, voice: voice.id })
  const step = { name: 'voice', version: `1/${engine.version}`, input: { voice: voice.id, language }, share }
  const { hz } = await run.step<{ hz: number | null }>(step, async () => {
    const text = voiceSamples[language]
    const sound = await engine.speak({ text, voice, language, rate: 1, signal: run.signal })
    return { hz: medianPitch(sound) ?? null }
  })
  return hz ?? undefined
}

/** Speech analysed for a speaker's pitch, in milliseconds. */
const HEARD_MS = 20_000

async function speakerPitch(run: Run, casting: Casting, lines: readonly DubLine[]): Promise<number | undefined> {
  const { video, share } = casting
  if (!video.info.hasAudio) return undefined
  const ranges = longest(lines, HEARD_MS)
  const input = { content: video.content_hash, ranges }
  const { hz } = await run.step<{ hz: number | null }>({ name: 'pitch', version: '1', input, share }, async (work) => {
    const audio = await speechAudio(run, casting)
    const pitches: number[] = []
    for (const [index, range] of ranges.entries()) {
      const piece = join(work.folder, `${index}.wav`)
      await cutSpeech(run, audio, range, piece)
      const sound = readWav(await readFile(piece))
      const pitch = sound && medianPitch(sound)
      if (pitch !== undefined) pitches.push(pitch)
    }
    return { hz: pitches.sort((a, b) => a - b)[Math.floor(pitches.length / 2)] ?? null }
  })
  return hz ?? undefined
}

/** The longest cues, as many as needed. */
function longest(lines: readonly DubLine[], wantedMs: number): TimeRange[] {
  const ranges: TimeRange[] = []
  let total = 0
  for (const { start, end } of [...lines].sort((a, b) => b.end - b.start - (a.end - a.start))) {
    if (total >= wantedMs) break
    ranges.push({ start, end: Math.min(end, start + wantedMs) })
    total += end - start
  }
  return ranges
}

/** Length limits of a cue that a voice is cloned from, in milliseconds. */
const REFERENCE_MS = 12_000

async function clonedVoice(run: Run, casting: Casting, lines: readonly DubLine[]): Promise<Speaker> {
  const { video, language, share, originalText } = casting
  const engine = run.deps.engines.need('clone', { language })
  const [line] = [...lines].sort(
    (a, b) => Math.min(b.end - b.start, REFERENCE_MS) - Math.min(a.end - a.start, REFERENCE_MS),
  )
  if (!line || !video.info.hasAudio) throw new TaskFailed('no_voice_to_clone')
  const range = { start: line.start, end: Math.min(line.end, line.start + REFERENCE_MS) }
  const step = { name: 'reference', version: '1', input: { content: video.content_hash, range }, share }
  const { blob } = await run.step<StepBlob>(step, async (work) => {
    const output = join(work.folder, 'reference.wav')
    await cutSpeech(run, await speechAudio(run, casting), range, output)
    return storeArtifact(run, `${work.scope}/reference.wav`, output)
  })
  const wavPath = await run.deps.blobs.localPath(blob, run.folder)
  const reference = { wavPath, text: line.id === line.cueId ? originalText(line.cueId) : '' }
  return {
    key: `${CLONED_VOICE}/${blob}`,
    version: engine.version,
    speed: undefined,
    isFree: false,
    takesPhonemes: false,
    speak: (saying) => engine.speak({ ...saying, reference, signal: run.signal }),
  }
}
