import { joinPatches, type Patch } from '#core/subtitle/cue/patch.ts'
import { typingPause } from './options.ts'
import type { EditorSession } from './session.ts'

/**
 * Calls `follow` after each change of the text, and once per pause in typing: for work too slow for every letter.
 * Returns a function that ends that.
 */
export function followText(
  session: Pick<EditorSession, 'loop' | 'onChange'>,
  follow: (patch: Patch) => void,
): () => void {
  const { loop } = session
  const key = {}
  let typed: Patch = []
  const catchUp = (): void => {
    loop.cancel(key)
    const patch = typed
    typed = []
    if (patch.length > 0) follow(patch)
  }
  const stop = session.onChange(({ patch, origin }) => {
    if (origin === 'typing') {
      typed = joinPatches(typed, patch) ?? [...typed, ...patch]
      return loop.idle(key, catchUp, typingPause)
    }
    catchUp()
    follow(patch)
  })
  return () => {
    stop()
    loop.cancel(key)
  }
}
