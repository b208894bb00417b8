import type { Editor } from './editor.ts'

/** Called when the key is released. */
export type Release = () => void

/** Runs an action; false if it does not apply and the key is left to others. */
export type Action = (editor: Editor) => boolean | void | Release
