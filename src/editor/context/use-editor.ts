import { createContext, use, useSyncExternalStore } from 'react'
import type { Role } from '#core/contract/role.ts'
import type { DialogName, OpenDialog } from './dialogs.ts'
import type { Editor } from './editor.ts'
import type { TimeNotation } from '#core/timing/time-notation.ts'
import type { LibraryBinding, LibraryData } from '../store/linked/library.ts'

export const EditorContext = createContext<Editor | undefined>(undefined)

/** The editor of the open version. */
export function useEditor(): Editor {
  const editor = use(EditorContext)
  if (!editor) throw new Error('No version is open')
  return editor
}

/** The open version's place in the library with its current data; undefined for a local file. */
export function useLibrary(): (LibraryData & Pick<LibraryBinding, 'fileId' | 'others'>) | undefined {
  const { library } = useEditor()
  const data = useSyncExternalStore(library?.subscribe ?? never, library?.data ?? nothing)
  return library && data && { ...data, fileId: library.fileId, others: library.others }
}

/** Speakers of the folder; empty for a local file. */
export function useRoles(): readonly Role[] {
  return useLibrary()?.roles ?? noRoles
}

/** The user's time notation. */
export function useNotation(): TimeNotation {
  const { times } = useEditor()
  return useSyncExternalStore(times.subscribe, times.notation)
}

/** The open dialog with its arguments, if it has that name. */
export function useDialog<N extends DialogName>(name: N): Extract<OpenDialog, { name: N }> | undefined {
  const { dialogs } = useEditor()
  const { open } = useSyncExternalStore(dialogs.subscribe, dialogs.state)
  return isNamed(open, name) ? open : undefined
}

function isNamed<N extends DialogName>(
  dialog: OpenDialog | undefined,
  name: N,
): dialog is Extract<OpenDialog, { name: N }> {
  return dialog?.name === name
}

const never = (): (() => void) => () => undefined
const nothing = (): undefined => undefined
const noRoles: readonly Role[] = []
