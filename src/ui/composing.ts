const FIELDS = 'input, textarea, [contenteditable]'
/** The key code of an event for an input method; Safari reports only this code for the key that ends a composition. */
const TAKEN_BY_INPUT_METHOD = 229

/**
 * Keeps keys of a composition (Chinese, Japanese, Korean, dead keys) in their field: its Enter sends or closes nothing.
 * Must be called before any other key listener is added.
 */
export function startComposing(): void {
  addEventListener(
    'keydown',
    (event) => {
      const isComposed = event.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD
      if (isComposed && event.target instanceof Element && event.target.matches(FIELDS))
        event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
