import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

export interface Later<P extends object> {
  (props: P): ReactNode
  /** Reads it ahead: then it is shown at once. */
  fetch(): Promise<void>
}

/**
 * A component that is read when it is first shown, and shown as soon as it is there. React's own `lazy` shows what was
 * waited for 0.3 s after the page first showed that it waits, however soon it came. `Waiting` stands in its place.
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
