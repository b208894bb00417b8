import type { Editor } from '../editor.ts'

/** Called when the key goes up again. */
export type Release = () => void

/** What an action does; false = it does not apply, and the key goes on to whatever else wants it. */
export type Action = (editor: Editor) => boolean | void | Release
