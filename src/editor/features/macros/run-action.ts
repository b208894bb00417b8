import type { Editor, Release } from '../../context/editor.ts'
import type { ActionId } from '../../keys/action-ids.ts'
import { recorderOf } from './recorder.ts'

/** Runs an action for its key: false if it does not apply, or what to do when the key is released. */
export function startAction(editor: Editor, id: ActionId): boolean | void | Release {
  const outcome = editor.run(id)
  if (outcome !== false) recorderOf(editor).heard({ action: id })
  return outcome
}

/** Runs an action without a key: what a held key would end later ends at once. */
export function runAction(editor: Editor, id: ActionId): void {
  const outcome = startAction(editor, id)
  if (typeof outcome === 'function') outcome()
}
