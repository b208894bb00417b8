import { type RefObject, useEffect, useState } from 'react'

interface View {
  /** It is or was on the screen: its files may load. */
  readonly wasSeen: boolean
  /** It is on the screen, and the user has nothing against motion. */
  readonly mayMove: boolean
}

const MUCH = 0.3

/** Whether a part of the page is on the screen, so that what moves in it rests elsewhere. */
export function useView(part: RefObject<HTMLElement | null>): View {
  const [isSeen, setSeen] = useState(false)
  const [wasSeen, setWas] = useState(false)
  useEffect(() => {
    if (!part.current) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        setSeen(entry?.isIntersecting === true)
        if (entry?.isIntersecting) setWas(true)
      },
      { threshold: MUCH },
    )
    watch.observe(part.current)
    return () => watch.disconnect()
  }, [part])
  return { wasSeen, mayMove: isSeen && !matchMedia('(prefers-reduced-motion: reduce)').matches }
}
