import { useEffect, useRef, useState } from 'react'
import { MediaFailed } from '#core/media/fault.ts'
import type { ScriptMatch } from '#core/speech/match-script.ts'
import type { Word } from '#core/speech/words.ts'
import { SpeechFailed } from '#workers/speech/failed.ts'
import { type Heard, type ModelBytes, Transcriber, type TranscribeProgress } from './transcriber.ts'

/** Stage of the work: checking what to load, waiting for the user, running, or failed. */
export type TranscribeStage =
  | { readonly at: 'looking' }
  | { readonly at: 'asking'; readonly models: ModelBytes }
  | { readonly at: 'working'; readonly progress: TranscribeProgress; readonly leftMs: number | undefined }
  | { readonly at: 'silent' }
  | { readonly at: 'failed'; readonly error: SpeechFailed | MediaFailed }

interface Transcribing {
  readonly stage: TranscribeStage
  /** Words of a video; undefined if cancelled, failed, or without speech. */
  readonly begin: (heard: Heard) => Promise<Word[] | undefined>
  /** Finds the sentences of a script in recognised words; undefined if cancelled. */
  readonly match: (sentences: readonly string[], words: readonly Word[]) => Promise<ScriptMatch | undefined>
  /** Stops the work, or checks again after a failure. */
  readonly again: () => void
}

/** Less progress gives no estimate. */
const LEAST_SHARE = 0.15

/** Recognises speech in a worker that lives as long as the component, and is replaced after each end. */
export function useTranscribing(): Transcribing {
  const [stage, setStage] = useState<TranscribeStage>({ at: 'looking' })
  const [tries, setTries] = useState(0)
  const current = useRef<{ transcriber: Transcriber; control: AbortController }>(undefined)
  useEffect(() => {
    const control = new AbortController()
    const transcriber = new Transcriber()
    current.current = { transcriber, control }
    const show = (next: TranscribeStage): void => {
      if (!control.signal.aborted) setStage(next)
    }
    transcriber.look().then(
      (models) => show({ at: 'asking', models }),
      (error: unknown) => show(failed(error)),
    )
    return () => {
      control.abort()
      transcriber.end()
    }
  }, [tries])
  const begin = async (heard: Heard): Promise<Word[] | undefined> => {
    const { transcriber, control } = current.current ?? {}
    if (!transcriber || !control) return undefined
    const clock = new LeftClock()
    try {
      const words = await transcriber.hear(heard, control.signal, (progress) =>
        setStage({ at: 'working', progress, leftMs: clock.left(progress.heard) }),
      )
      if (words.length > 0) return words
      setStage({ at: 'silent' })
    } catch (error) {
      if (!control.signal.aborted) setStage(failed(error))
      transcriber.end()
    }
    return undefined
  }
  const match = async (sentences: readonly string[], words: readonly Word[]): Promise<ScriptMatch | undefined> => {
    const { transcriber, control } = current.current ?? {}
    if (!transcriber || !control) return undefined
    try {
      return await transcriber.match(sentences, words)
    } catch (error) {
      if (!control.signal.aborted) setStage(failed(error))
      return undefined
    }
  }
  const again = (): void => {
    setStage({ at: 'looking' })
    setTries(tries + 1)
  }
  return { stage, begin, match, again }
}

function failed(error: unknown): TranscribeStage {
  if (error instanceof SpeechFailed || error instanceof MediaFailed) return { at: 'failed', error }
  throw error
}

/** Estimates the remaining time from the elapsed one. */
class LeftClock {
  private begun: { readonly at: number; readonly share: number } | undefined

  left(share: number): number | undefined {
    if (share === 0) return undefined
    const now = performance.now()
    this.begun ??= { at: now, share }
    const done = share - this.begun.share
    return done < LEAST_SHARE ? undefined : ((now - this.begun.at) / done) * (1 - share)
  }
}
