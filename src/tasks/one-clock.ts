import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Drift in seconds above which the follower seeks; below it its rate is adjusted inaudibly. */
const JUMP_S = 0.15
const CLOSE_S = 0.02
const PULL = 0.04
const FOLLOW_MS = 100

/** The rate that corrects a follower's `drift` in seconds; undefined if it must seek. */
export function followerRate(drift: number): number | undefined {
  if (Math.abs(drift) > JUMP_S) return undefined
  if (Math.abs(drift) < CLOSE_S) return 1
  return drift > 0 ? 1 - PULL : 1 + PULL
}

/** Two synchronised players. */
export interface OneClock {
  readonly timeMs: number
  readonly isPlaying: boolean
  /** One of them can't play here. */
  readonly isBroken: boolean
  readonly toggle: () => void
  readonly seek: (ms: number) => void
}

/** Synchronises the second player with the first, which leads, also while buffering. */
export function useOneClock(
  leader: RefObject<HTMLMediaElement | null>,
  follower: RefObject<HTMLMediaElement | null>,
): OneClock {
  const [timeMs, setTime] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const [isBroken, setBroken] = useState(false)
  /** The first waits while the second buffers, and then continues. */
  const waits = useRef(false)
  useEffect(() => {
    const [first, second] = [leader.current, follower.current]
    if (!first || !second) return
    const control = new AbortController()
    const { signal } = control
    const on = (element: HTMLElement, type: string, listener: () => void): void =>
      element.addEventListener(type, listener, { signal })
    on(first, 'play', () => setPlaying(true))
    on(first, 'pause', () => {
      if (waits.current) return
      setPlaying(false)
      second.pause()
      second.currentTime = first.currentTime
    })
    on(first, 'waiting', () => second.pause())
    on(first, 'playing', () => void second.play().catch(() => undefined))
    on(first, 'seeking', () => {
      second.currentTime = first.currentTime
      setTime(first.currentTime * 1000)
    })
    for (const element of [first, second]) on(element, 'error', () => setBroken(true))
    // While the result buffers, the original waits.
    on(second, 'waiting', () => {
      if (first.paused || second.ended || second.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) return
      waits.current = true
      first.pause()
    })
    on(second, 'canplay', () => {
      if (!waits.current) return
      waits.current = false
      void first.play().catch(() => setPlaying(false))
    })
    return () => control.abort()
  }, [leader, follower])
  useEffect(() => {
    if (!isPlaying) return
    let frame = requestAnimationFrame(function follow() {
      const [first, second] = [leader.current, follower.current]
      if (first && second) {
        setTime(first.currentTime * 1000)
        const rate = followerRate(second.currentTime - first.currentTime)
        if (rate === undefined && !second.seeking && !second.ended) second.currentTime = first.currentTime
        second.playbackRate = rate ?? 1
      }
      frame = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, leader, follower])
  const toggle = useCallback((): void => {
    const { current: first } = leader
    if (!first) return
    if (waits.current) {
      waits.current = false
      setPlaying(false)
    } else if (first.paused) void first.play().catch(() => setBroken(true))
    else first.pause()
  }, [leader])
  const seek = useCallback(
    (ms: number): void => {
      const { current: first } = leader
      if (first) first.currentTime = Math.max(0, ms / 1000)
    },
    [leader],
  )
  return { timeMs, isPlaying, isBroken, toggle, seek }
}

/** Synchronises a chosen sound with the first player; paused with it. */
export function useFollowing(
  leader: RefObject<HTMLMediaElement | null>,
  sound: RefObject<HTMLMediaElement | null>,
  { address, isPlaying }: { address: string; isPlaying: boolean },
): void {
  useEffect(() => {
    const [first, follower] = [leader.current, sound.current]
    if (!first || !follower || address === '' || !isPlaying) {
      follower?.pause()
      return
    }
    follower.currentTime = first.currentTime
    void follower.play().catch(() => undefined)
    const timer = setInterval(() => {
      if (first.paused) {
        follower.pause()
        return
      }
      if (follower.paused && !follower.ended) void follower.play().catch(() => undefined)
      const rate = followerRate(follower.currentTime - first.currentTime)
      if (rate === undefined && !follower.seeking) follower.currentTime = first.currentTime
      follower.playbackRate = rate ?? 1
    }, FOLLOW_MS)
    return () => {
      clearInterval(timer)
      follower.pause()
    }
  }, [leader, sound, address, isPlaying])
}
