import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

export interface Later<P extends object> {
  (props: P): ReactNode
  /** Reads it ahead: then it is shown at once. */
  fetch(): Promise<void>
}

/**
 * A component that is read when it is first shown, and shown as soon as it is there. React's own `lazy` shows what was
 * waited for 0.3 s after the page first showed that it waits, however soon it came.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): Later<P> {
  let loaded: ComponentType<P> | undefined
  const fetch = async (): Promise<void> => {
    loaded ??= await load()
  }
  const Later = (props: P): ReactNode => {
    const [, draw] = useState(false)
    const [failed, setFailed] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (loaded) return
      fetch().then(
        () => draw(true),
        (error: unknown) => setFailed({ error }),
      )
    }, [])
    if (failed) throw failed.error
    return loaded ? createElement(loaded, props) : null
  }
  return Object.assign(Later, { fetch })
}
