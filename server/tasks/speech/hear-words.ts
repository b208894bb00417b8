import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import PQueue from 'p-queue'
import type { LanguageCode } from '#core/domain/languages.ts'
import { soundTracks } from '#core/media/media-info.ts'
import type { HeardSound } from '#core/media/plans/speech-audio.ts'
import { joinChannels } from '#core/speech/channels.ts'
import { speechPieces, wordsInPlace } from '#core/speech/chunks.ts'
import { speakersOfSentences, speakersOfWords } from '#core/speech/speakers.ts'
import type { Word } from '#core/speech/words.ts'
import type { VoicesApart } from '#core/domain/task.ts'
import type { channelChoices } from '#core/domain/sound-track.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { VideoSource } from '../../app/videos/rows.ts'
import type { FoundSpeakers } from '../../engines/diarise/engine.ts'
import type { Run, StepBlob } from '../../jobs/run.ts'
import { cutSpeech, speechAudio } from './speech-audio.ts'
import { talkersAreApart } from './channels.ts'
import { quietestTimes, speechSpans, unlessFailed } from './speech-spans.ts'

export interface Hearing {
  readonly video: VideoSource
  readonly language: LanguageCode
  /** Which sound track, and whether its two channels are recognised separately. */
  readonly track: number
  readonly channels: (typeof channelChoices)[number]
  /** The number of speakers, if the user gave it. */
  readonly speakers?: number | undefined
  readonly share: readonly [number, number]
}

/** Length of a recognised piece in milliseconds: engines take about half a minute. */
const PIECES = { target: 24_000, most: 30_000 }

/** The recognised speech of a video. */
export interface Heard {
  /** In order; empty if there is no speech. */
  readonly words: Word[]
  /** The diarised voices, or the number that there may be. */
  readonly voices?: VoicesApart
}

/** Recognises a video's words and their speakers. */
export async function hearWords(run: Run, { speakers, ...hearing }: Hearing): Promise<Heard> {
  const { video, language, track, channels, share } = hearing
  if (!video.info.hasAudio) return { words: [] }
  const at = (part: number): number => share[0] + (share[1] - share[0]) * part
  const hear = (part: [number, number], channel?: number) =>
    hearSound(run, { video, language, sound: { track, channel }, share: [at(part[0]), at(part[1])] })
  const isStereo = soundTracks(video.info)[track]?.channels === 2
  const isApart =
    isStereo &&
    (channels === 'apart' || (channels === 'auto' && (await talkersAreApart(run, video, { track }, [at(0), at(0.03)]))))
  if (isApart) return { words: joinChannels((await hear([0.03, 0.5], 0)).words, (await hear([0.5, 1], 1)).words) }
  const { words, audio } = await hear([0.03, 0.95])
  if (words.length === 0 || words.some(({ speaker }) => speaker !== undefined)) return { words }
  return withSpeakers(words, await speakerTurns(run, { audio, speakers }, [at(0.95), at(1)]))
}

/** Adds speakers to words if there are several, with enough confidence. */
function withSpeakers(words: Word[], { turns, sure, maybe }: FoundSpeakers): Heard {
  const count = new Set(turns.map(({ speaker }) => speaker)).size
  if (count > 1 && (sure ?? 1) >= LEAST_SURE) {
    const said = speakersOfWords(words, turns)
    const voices = { count, sure: sure ?? null, ...(maybe !== undefined && { maybe }) }
    return { words: sure === undefined ? said : speakersOfSentences(said), voices }
  }
  const other = count > 1 ? count : maybe
  return { words, ...(sure !== undefined && other !== undefined && { voices: { count: 1, sure, maybe: other } }) }
}

interface HeardPart extends Pick<Hearing, 'video' | 'language' | 'share'> {
  readonly sound: HeardSound
}

async function hearSound(
  run: Run,
  { video, language, sound, share }: HeardPart,
): Promise<{ words: Word[]; audio: StepBlob }> {
  const at = (part: number): number => share[0] + (share[1] - share[0]) * part
  const audio = await speechAudio(run, { video, sound, share: [at(0), at(0.08)] })
  const spans = await speechSpans(run, video, audio, [at(0.08), at(0.15)])
  const engine = run.deps.engines.inOrder('asr', { language })[0]
  const { speakers, maxSeconds = 0, concurrency } = engine?.serves.abilities ?? {}
  // Names of speakers hold within a request only; other engines take less than a minute at once.
  const rules = speakers || maxSeconds > 0 ? { target: maxSeconds * 900, most: maxSeconds * 1000 } : PIECES
  const quietest = await quietestTimes(run, audio, spans, rules.most)
  const pieces = speechPieces(spans, video.duration_ms, { ...rules, quietest })
  const queue = new PQueue({ concurrency: concurrency ?? availableParallelism() })
  const heard = await queue.addAll(
    pieces.map((range, index) => () => {
      const part = (share[1] - share[0]) * 0.85 * (1 / Math.max(1, pieces.length))
      return hearPiece(run, { audio, range, language }, [at(0.15) + part * index, at(0.15) + part * (index + 1)])
    }),
  )
  return { words: heard.flat().sort((a, b) => a.start - b.start), audio }
}

interface Piece {
  readonly audio: StepBlob
  readonly range: TimeRange
  readonly language: LanguageCode
}

async function hearPiece(
  run: Run,
  { audio, range, language }: Piece,
  share: readonly [number, number],
): Promise<Word[]> {
  const { deps, signal } = run
  const version = deps.engines.versionOf('asr', { language }, (engine) => engine.version)
  const aligner = deps.engines.for('align', { language })
  const input = { audio: audio.blob, range, language, times: aligner?.version }
  const { words } = await run.step<{ words: Word[] }>({ name: 'speech', version, input, share }, async (work) => {
    const piece = join(work.folder, 'piece.wav')
    await cutSpeech(run, audio, range, piece)
    const durationMs = range.end - range.start
    const heard = await deps.engines.withFailover('asr', { language }, signal, async ({ engine, serves }) => {
      const found = await engine.transcribe(piece, { language, durationMs, signal, onProgress: work.onProgress })
      return serves.abilities?.wordTimes ? found : timed(run, piece, found, language)
    })
    return { words: heard.filter(({ text }) => text.trim() !== '') }
  })
  return wordsInPlace(words, range)
}

/** Words of an engine without times: placed by the aligning engine, else spread evenly. */
async function timed(run: Run, wavPath: string, words: Word[], language: LanguageCode): Promise<Word[]> {
  const { deps, signal } = run
  const aligner = deps.engines.for('align', { language })
  if (!aligner || words.length === 0) return words
  const texts = words.map(({ text }) => text)
  const times = await unlessFailed(run, 'word times', () => aligner.align(wavPath, texts, { language, signal }))
  return times ? words.map((word, at) => ({ ...word, ...times[at] })) : words
}

/** Diarises; no speakers if no engine can. */
async function speakerTurns(
  run: Run,
  { audio, speakers }: { readonly audio: StepBlob; readonly speakers: number | undefined },
  share: readonly [number, number],
): Promise<FoundSpeakers> {
  const { deps, signal } = run
  const engine = deps.engines.for('diarise', {})
  if (!engine || speakers === 1) return { turns: [] }
  const input = { audio: audio.blob, ...(speakers !== undefined && { speakers }) }
  const step = { name: 'speakers', version: engine.version, input, share }
  const found = await unlessFailed(run, 'speakers', () =>
    run.step<FoundSpeakers>(step, async () => {
      const wav = await deps.blobs.localPath(audio.blob, run.folder)
      return engine.turns(wav, { speakers, signal })
    }),
  )
  return found ?? { turns: [] }
}

/** Below this confidence a cue is as often another speaker's. */
const LEAST_SURE = 0.5
