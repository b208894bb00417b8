import { join } from 'node:path'
import type { z } from 'zod'
import type { videoExtract } from '#core/tasks/video-extract.ts'
import { isUnspaced } from '#core/domain/languages.ts'
import { planChunks } from '#core/speech/chunks.ts'
import { defaultCueRules, unspacedCueRules, wordsToCues } from '#core/speech/cues.ts'
import type { Word } from '#core/speech/words.ts'
import { sequentialIds } from '#core/subtitle/cue.ts'
import { inspectedVideo } from '../../app/videos/rows.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { planSilence, SilenceReader, silenceVersion } from '#core/media/plans/silence.ts'
import { planAudioPiece, planSpeechAudio, speechAudioVersion } from '#core/media/plans/speech-audio.ts'
import type { Recipe } from '../task.ts'
import { storeArtifact, type StepBlob, TaskFailed } from '../../jobs/run.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

const CHUNK_MS = 60_000
const CHUNK_WINDOW_MS = 20_000

/** Subtitles from speech: sound → pieces cut at silences → words → lines. */
export const extractRecipe: Recipe<z.output<typeof videoExtract.config>> = async (run, job) => {
  const { deps, signal } = run
  const { config, task } = job
  const video = inspectedVideo(await job.video())
  const program = deps.engines.need('ffmpeg', {}).ffmpeg
  const language = config.source_language
  const version = deps.engines.versionOf('asr', { language }, (engine) => engine.version)

  const audio = await run.step<StepBlob>(
    { name: 'audio', version: speechAudioVersion, input: { content: video.content_hash }, share: [0, 0.1] },
    async (work) => {
      const output = join(work.folder, 'speech.wav')
      const source = await deps.blobs.localPath(video.blob_key, run.folder)
      await runFfmpeg(planSpeechAudio({ source, output }), {
        program,
        signal,
        durationMs: video.duration_ms,
        onProgress: work.onProgress,
      })
      return storeArtifact(run, `${work.scope}/speech.wav`, output)
    },
  )
  const wav = await deps.blobs.localPath(audio.blob, run.folder)
  const { chunks } = await run.step<{ chunks: TimeRange[] }>(
    { name: 'pieces', version: silenceVersion, input: { audio: audio.blob }, share: [0.1, 0.15] },
    async () => {
      const reader = new SilenceReader()
      await runFfmpeg(planSilence(wav), { program, signal, onLogLine: (line) => reader.take(line) })
      return { chunks: planChunks(video.duration_ms, reader.silences, CHUNK_MS, CHUNK_WINDOW_MS) }
    },
  )
  const words: Word[] = []
  for (const [index, chunk] of chunks.entries()) {
    const share = [0.15 + (0.8 * index) / chunks.length, 0.15 + (0.8 * (index + 1)) / chunks.length] as const
    const input = { audio: audio.blob, chunk, language }
    const heard = await run.step<{ words: Word[] }>({ name: 'speech', version, input, share }, async (work) => {
      const piece = join(work.folder, 'piece.wav')
      await runFfmpeg(planAudioPiece({ source: wav, output: piece, range: chunk }), { program, signal })
      return {
        words: await deps.engines.withFailover('asr', { language }, signal, ({ engine }) =>
          engine.transcribe(piece, {
            language,
            durationMs: chunk.end - chunk.start,
            signal,
            onProgress: work.onProgress,
          }),
        ),
      }
    })
    for (const word of heard.words)
      words.push({ ...word, start: word.start + chunk.start, end: word.end + chunk.start })
  }
  if (words.length === 0) throw new TaskFailed('no_speech_found')
  const rules = isUnspaced(language) ? unspacedCueRules : defaultCueRules
  const cues = wordsToCues(words, rules, sequentialIds(`${task.id}-`))
  return { version: { name: video.name, source: 'extract', language, cues } }
}
