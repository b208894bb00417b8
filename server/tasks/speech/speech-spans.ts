import { createReadStream } from 'node:fs'
import { planSilence, SilenceReader, silenceVersion } from '#core/media/plans/silence.ts'
import { speechAudioRate } from '#core/media/plans/speech-audio.ts'
import { type PieceRules, spansBetween } from '#core/speech/chunks.ts'
import { LoudnessMeter, quietestMs } from '#core/speech/hearing.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { VideoSource } from '../../app/videos/rows.ts'
import { isOfEngine } from '../../engines/failover.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import type { Run, StepBlob } from '../../jobs/run.ts'

const WAV_HEADER = 44

/** Spans of speech by a detecting engine, else – or if it fails – by loudness. */
export async function speechSpans(
  run: Run,
  video: VideoSource,
  audio: StepBlob,
  share: readonly [number, number],
): Promise<TimeRange[]> {
  const heard = await voiceSpans(run, audio, share)
  if (heard) return heard
  const { deps, signal } = run
  const step = { name: 'speech spans', version: silenceVersion, input: { audio: audio.blob }, share }
  const { spans } = await run.step<{ spans: TimeRange[] }>(step, async () => {
    const wav = await deps.blobs.localPath(audio.blob, run.folder)
    const reader = new SilenceReader()
    const program = deps.engines.need('ffmpeg', {}).ffmpeg
    await runFfmpeg(planSilence(wav), { program, signal, onLogLine: (line) => reader.take(line) })
    return { spans: spansBetween(reader.silences, video.duration_ms) }
  })
  return spans
}

/** Spans of speech by an engine; undefined if there is none, or it fails. */
export async function voiceSpans(
  run: Run,
  audio: StepBlob,
  share: readonly [number, number],
): Promise<TimeRange[] | undefined> {
  const { deps, signal } = run
  const engine = deps.engines.for('vad', {})
  if (!engine) return undefined
  const step = { name: 'speech spans', version: engine.version, input: { audio: audio.blob }, share }
  const found = await unlessFailed(run, 'voice activity', () =>
    run.step<{ spans: TimeRange[] }>(step, async () => {
      const wav = await deps.blobs.localPath(audio.blob, run.folder)
      return { spans: await engine.speech(samplesOf(wav), { signal }) }
    }),
  )
  return found?.spans
}

/** Where speech longer than a piece is cut; undefined if none is. */
export async function quietestTimes(
  run: Run,
  audio: StepBlob,
  spans: readonly TimeRange[],
  most: number,
): Promise<PieceRules['quietest']> {
  if (spans.every(({ start, end }) => end - start <= most)) return undefined
  const meter = new LoudnessMeter(speechAudioRate)
  const wav = await run.deps.blobs.localPath(audio.blob, run.folder)
  for await (const samples of samplesOf(wav)) meter.take(samples, 32_768)
  return (range) => quietestMs(meter.levels, range)
}

/** Undefined if an optional engine failed. */
export async function unlessFailed<T>(run: Run, part: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!isOfEngine(error)) throw error
    run.noteFault(part, error)
    return undefined
  }
}

/** The samples of a WAV file written by this server, piece by piece. */
async function* samplesOf(wav: string): AsyncGenerator<Int16Array> {
  let odd = Buffer.alloc(0)
  for await (const chunk of createReadStream(wav, { start: WAV_HEADER })) {
    const bytes = Buffer.concat([odd, chunk as Buffer])
    const whole = bytes.length - (bytes.length % 2)
    odd = bytes.subarray(whole)
    const aligned = Uint8Array.from(bytes.subarray(0, whole))
    yield new Int16Array(aligned.buffer)
  }
}
