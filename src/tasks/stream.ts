import { type RefObject, useEffect, useState } from 'react'
import type Hls from 'hls.js'

/** What of a video can be played. */
export interface Playable {
  /** Address of its stream; empty where there is none. */
  readonly stream: string
  /** Address of a file. */
  readonly file: string
}

/**
 * Gives a player its video: the stream by hls.js where the browser has media sources, else by the browser itself, and the
 * file where there is no stream, or where that can't be played.
 */
export function usePlayable(player: RefObject<HTMLVideoElement | null>, { stream, file }: Playable): void {
  const [brokenStream, setBroken] = useState('')
  const isStream = stream !== '' && brokenStream !== stream
  useEffect(() => {
    const element = player.current
    if (!element) return
    if (!isStream) {
      element.src = file
      return
    }
    let hls: Hls | undefined
    let isOver = false
    const giveUp = (): void => setBroken(stream)
    const play = async (): Promise<void> => {
      const { default: HlsPlayer } = await import('hls.js')
      if (isOver) return
      if (!HlsPlayer.isSupported()) {
        element.addEventListener('error', giveUp, { once: true })
        element.src = stream
        return
      }
      hls = new HlsPlayer()
      hls.on(HlsPlayer.Events.ERROR, (_, { fatal }) => fatal && giveUp())
      hls.loadSource(stream)
      hls.attachMedia(element)
    }
    play().catch(giveUp)
    return () => {
      isOver = true
      element.removeEventListener('error', giveUp)
      hls?.destroy()
    }
  }, [player, stream, file, isStream])
}
