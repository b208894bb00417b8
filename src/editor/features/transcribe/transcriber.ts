import * as Comlink from 'comlink'
import { endMs, leadMs } from '#core/media/facts.ts'
import type { ScriptMatch } from '#core/speech/match-script.ts'
import type { Word } from '#core/speech/words.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { type MediaSource, openMedia } from '#src/media/media.ts'
import { SpeechFailed, type SpeechReply, valueOfSpeech } from '#workers/speech/failed.ts'
import type { ModelBytes } from '#workers/speech/models.ts'
import type { SpeechWorker } from '#workers/speech/speech.worker.ts'

export type { ModelBytes }

/** Progress of each part of the work; shares from 0 to 1. */
export interface TranscribeProgress {
  readonly models: ModelBytes
  readonly sound: number
  readonly heard: number
  /** The last recognised words. */
  readonly words: readonly Word[]
}

/** The range of a video to recognise, on the player's clock; undefined for all of it. */
export interface Heard {
  readonly source: MediaSource
  readonly range: TimeRange | undefined
}

/**
 * A worker that recognises speech by models inside it. Calls reject with a SpeechFailed, media work with a MediaFailed.
 * Ending it frees all memory.
 */
export class Transcriber {
  private readonly thread: Worker
  private readonly remote: Comlink.Remote<SpeechWorker>
  private readonly ended = Promise.withResolvers<never>()

  constructor(server = '') {
    this.thread = new Worker(new URL('../../../../workers/speech/speech.worker.ts', import.meta.url), {
      type: 'module',
    })
    this.remote = Comlink.wrap<SpeechWorker>(this.thread)
    // A worker whose code fails to load answers nothing.
    this.thread.addEventListener('error', ({ message }) => this.ended.reject(new SpeechFailed('offline', message)))
    this.ended.promise.catch(() => undefined)
    if (server !== '') void this.remote.serveFrom(server)
  }

  /** What must be loaded before recognition. */
  async look(): Promise<ModelBytes> {
    return this.answer(this.remote.look())
  }

  /** Words of a video, on the player's clock. The signal terminates the worker, which can't be used again. */
  async hear(
    { source, range }: Heard,
    signal: AbortSignal,
    onProgress: (progress: TranscribeProgress) => void,
  ): Promise<Word[]> {
    const end = (): void => this.end(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    try {
      return await this.hearAll({ source, range }, signal, onProgress)
    } finally {
      signal.removeEventListener('abort', end)
    }
  }

  private async hearAll(
    { source, range }: Heard,
    signal: AbortSignal,
    onProgress: (progress: TranscribeProgress) => void,
  ): Promise<Word[]> {
    let progress: TranscribeProgress = { models: await this.look(), sound: 0, heard: 0, words: [] }
    let isOver = false
    const tell = (change: Partial<TranscribeProgress>): void => {
      progress = { ...progress, ...change }
      if (!isOver && !signal.aborted) onProgress(progress)
    }
    const read = readSound(source, range, signal, (sound) => tell({ sound }))
    const prepared = this.answer(this.remote.prepare(Comlink.proxy((models: ModelBytes) => tell({ models }))))
    const [sound] = await Promise.all([read, prepared]).catch((error: unknown) => {
      // The other part may continue, but its progress is not reported any more.
      isOver = true
      throw error
    })
    const onListened = (heard: number, words: readonly Word[]): void =>
      tell({ heard, ...(words.length > 0 && { words }) })
    const words = await this.answer(this.remote.listen(sound.blob, Comlink.proxy(onListened)))
    return words.map((word) => ({ ...word, start: word.start + sound.from, end: word.end + sound.from }))
  }

  /** Matches words with the sentences of a script, which takes seconds for a long one. */
  match(sentences: readonly string[], words: readonly Word[]): Promise<ScriptMatch> {
    return this.answer(this.remote.match(sentences, words))
  }

  /** Terminates the worker; pending calls reject with the reason. */
  end(reason: unknown = new DOMException('The worker is ended', 'AbortError')): void {
    this.ended.reject(reason)
    this.thread.terminate()
  }

  private async answer<T>(reply: Promise<SpeechReply<T>>): Promise<T> {
    return valueOfSpeech(await Promise.race([reply, this.ended.promise]))
  }
}

/** The sound in the format of recognition, and its start on the player's clock. */
async function readSound(
  source: MediaSource,
  range: TimeRange | undefined,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<{ blob: Blob; from: number }> {
  const opened = new AbortController()
  try {
    const media = await openMedia(source, AbortSignal.any([signal, opened.signal]))
    const { start, end } = range ?? { start: 0, end: endMs(media.facts) }
    const { blob } = await media.make({ kind: 'speech', start, end }, signal, onShare)
    return { blob, from: Math.max(start, leadMs(media.facts)) }
  } finally {
    opened.abort()
  }
}
