import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

export interface Later<P extends object> {
  (props: P): ReactNode
  /** Loads it in advance, so that it is shown at once. */
  fetch(): Promise<void>
}

/**
 * A component that loads when it is first shown, with `Waiting` in its place. React's `lazy` would delay it by up to
 * 0.3 s after showing a fallback.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, Waiting?: ComponentType): Later<P> {
  let loaded: ComponentType<P> | undefined
  const fetch = async (): Promise<void> => {
    loaded ??= await load()
  }
  const Later = (props: P): ReactNode => {
    const [isDrawn, draw] = useState(loaded !== undefined)
    const [failed, setFailed] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (isDrawn) return
      fetch().then(
        () => draw(true),
        (error: unknown) => setFailed({ error }),
      )
    }, [isDrawn])
    if (failed) throw failed.error
    if (loaded) return createElement(loaded, props)
    return Waiting ? createElement(Waiting) : null
  }
  return Object.assign(Later, { fetch })
}
