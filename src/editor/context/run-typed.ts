import type { TypedCommand } from '#core/timing/typed-command.ts'
import type { Editor } from './editor.ts'
import { selectNumbers, typedEdit } from '../model/document/typed-commands.ts'
import { showNotice } from './notices.ts'

/** Runs a typed command, and reports if its lines do not exist. */
export function runTyped(editor: Editor, command: TypedCommand): void {
  if (!isDone(editor, command)) showNotice({ kind: 'no_such_line' })
}

function isDone(editor: Editor, command: TypedCommand): boolean {
  if (command.name === 'go') return editor.goToPlace(command.place)
  const { session } = editor
  return session.run(command.name === 'select' ? selectNumbers(command.from, command.to) : typedEdit(command))
}
