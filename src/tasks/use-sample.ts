import { useEffect, useRef, useState } from 'react'
import type { LanguageCode } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'

/** Plays voice samples, one at a time. */
interface Sample {
  /** Ids of the playing voice, and of the one being made. */
  readonly playing: string | undefined
  readonly loading: string | undefined
  /** Plays a voice, or stops it. */
  readonly turn: (voiceId: string) => void
  readonly stop: () => void
}

/** Plays sentences in voices; each is made on demand. */
export function useSample(language: LanguageCode): Sample {
  const [playing, setPlaying] = useState<string>()
  const [loading, setLoading] = useState<string>()
  const audio = useRef<HTMLAudioElement>(undefined)
  /** Counts requests: a late answer does not interrupt another sample. */
  const asked = useRef(0)
  const stop = (): void => {
    asked.current++
    audio.current?.pause()
    setPlaying(undefined)
    setLoading(undefined)
  }
  useEffect(
    () => () => {
      asked.current++
      audio.current?.pause()
    },
    [language],
  )
  const play = async (voice_id: string): Promise<void> => {
    stop()
    const turn = asked.current
    setLoading(voice_id)
    try {
      const { sample_url } = await call('hearVoice', { voice_id, language })
      if (turn !== asked.current) return
      const element = new Audio(sample_url)
      audio.current = element
      element.onended = () => setPlaying(undefined)
      await element.play()
      setPlaying(voice_id)
    } catch (error) {
      notifyFailure(error)
    } finally {
      if (turn === asked.current) setLoading(undefined)
    }
  }
  return { playing, loading, stop, turn: (voiceId) => (playing === voiceId ? stop() : void play(voiceId)) }
}
