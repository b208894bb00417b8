import { Editor, type EditorParts } from '../context/editor.ts'
import { actions } from './actions.ts'

/** Creates the editor of one version, with the actions of all features. */
export function createEditor(parts: Omit<EditorParts, 'actions'>): Editor {
  return new Editor({ ...parts, actions })
}
