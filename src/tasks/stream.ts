import { type RefObject, useEffect, useState } from 'react'
import type Hls from 'hls.js'

/** Playable sources of a video. */
export interface Playable {
  /** Address of its stream; empty if there is none. */
  readonly stream: string
  /** Address of a file. */
  readonly file: string
}

/** Sets a player's source: the stream by hls.js or natively, or the file if there is no playable stream. */
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
