import type { Editor } from '../editor.ts'
import type { Release } from './action.ts'
import type { ActionId } from './action-ids.ts'
import { actions } from './actions.ts'

/** Does an action for its key: false where it does not apply, else perhaps what to do when the key goes up. */
export function startAction(editor: Editor, id: ActionId): boolean | void | Release {
  const outcome = actions[id](editor)
  if (outcome !== false) editor.recorder.heard({ action: id })
  return outcome
}

/** Does an action without a key: what is held by one ends at once. */
export function runAction(editor: Editor, id: ActionId): void {
  const outcome = startAction(editor, id)
  if (typeof outcome === 'function') outcome()
}
