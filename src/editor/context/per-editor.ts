import type { Editor } from './editor.ts'

/** A part that a feature adds to an editor: made at its first use, the same one from then on. */
export function perEditor<T>(make: (editor: Editor) => T): (editor: Editor) => T {
  const made = new WeakMap<Editor, { readonly part: T }>()
  return (editor) => {
    let known = made.get(editor)
    if (!known) made.set(editor, (known = { part: make(editor) }))
    return known.part
  }
}
