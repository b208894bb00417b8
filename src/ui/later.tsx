import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

/**
 * A component that is read when it is first shown, and shown as soon as it is there. React's own `lazy` shows what was
 * waited for 0.3 s after the page first showed that it waits, however soon it came.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  let loaded: ComponentType<P> | undefined
  return function Later(props) {
    const [, draw] = useState(false)
    const [failed, setFailed] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (loaded) return
      const fetched = (component: ComponentType<P>): void => {
        loaded = component
        draw(true)
      }
      load().then(fetched, (error: unknown) => setFailed({ error }))
    }, [])
    if (failed) throw failed.error
    return loaded ? createElement(loaded, props) : null
  }
}
