const FIELDS = 'input, textarea, [contenteditable]'
/** What browsers give as the code of a key that went to an input method: Safari says no more of the one that ends a word. */
const TAKEN_BY_INPUT_METHOD = 229

/**
 * From now on the keys of a word that is composed (Chinese, Japanese, Korean, dead keys) are for its field alone: the Enter
 * that ends it sends, replaces and closes nothing, whatever listens. To be called before anything else listens to keys.
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
