import type { Role } from '#core/contract/role.ts'
import type { EmbeddedTrack } from '../media/embedded.ts'

/** A cue, and the time at which it should start, in milliseconds. */
export interface SyncMark {
  readonly id: string
  readonly to: number
}

/** A dialog, with what it is opened for. */
export type OpenDialog =
  | { readonly name: PlainDialog }
  | { readonly name: 'find'; readonly isReplacing: boolean }
  | { readonly name: 'sync'; readonly marks: readonly SyncMark[] }
  /** `role`: the one that is edited; none for a new one. */
  | { readonly name: 'role'; readonly role: Role | undefined }
  | { readonly name: 'delete_role'; readonly role: Role }
  | { readonly name: 'import'; readonly file: File }
  | { readonly name: 'import_track'; readonly track: EmbeddedTrack }

type PlainDialog =
  | 'about'
  | 'copy_roles'
  | 'delete'
  | 'export_subtitle'
  | 'export_video'
  | 'fix'
  | 'go_to'
  | 'key_sheet'
  | 'keys'
  | 'macros'
  | 'palette'
  | 'profiles'
  | 'review_file'
  | 'script'
  | 'shift'
  | 'transcribe'
  | 'versions'

export type DialogName = OpenDialog['name']

/** What is open, and how many dialogs were opened so far: each opening begins afresh, however soon after a closing. */
interface DialogState {
  readonly open: OpenDialog | undefined
  readonly openings: number
}

/** Which dialog of the editor is open; one at a time. */
export class Dialogs {
  private current: DialogState = { open: undefined, openings: 0 }
  private readonly listeners = new Set<() => void>()
  private readonly openListeners = new Set<() => void>()
  private readonly closeListeners = new Set<() => void>()

  /** For React. */
  readonly state = (): DialogState => this.current
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Calls the listener just before a dialog opens; returns what ends that. */
  onOpen(listener: () => void): () => void {
    this.openListeners.add(listener)
    return () => this.openListeners.delete(listener)
  }

  /** Calls the listener when the open dialog has closed and all who draw it were told; returns what ends that. */
  onClose(listener: () => void): () => void {
    this.closeListeners.add(listener)
    return () => this.closeListeners.delete(listener)
  }

  /** Opens a dialog in place of whichever is open; the one that is open already only gets its new arguments. */
  open(dialog: OpenDialog): void {
    const { open, openings } = this.current
    const isNew = open?.name !== dialog.name
    if (isNew) for (const listener of this.openListeners) listener()
    this.show({ open: dialog, openings: isNew ? openings + 1 : openings })
  }

  /** Closes the dialog of that name, or any. */
  close(name?: DialogName): void {
    const { open } = this.current
    if (!open || (name !== undefined && open.name !== name)) return
    leaveDialog()
    this.show({ ...this.current, open: undefined })
    for (const listener of this.closeListeners) listener()
  }

  /** The find bar leaves the editor at hand; every other dialog has the keys to itself. */
  get isModal(): boolean {
    const { open } = this.current
    return open !== undefined && open.name !== 'find'
  }

  /** Whether the keyboard is in the dialog that is open. */
  get hasFocus(): boolean {
    const { open } = this.current
    return open !== undefined && document.activeElement?.closest(`.${dialogClass(open.name)}`) != null
  }

  private show(state: DialogState): void {
    this.current = state
    for (const listener of this.listeners) listener()
  }
}

const DIALOG_ROLES = '[role="dialog"], [role="alertdialog"]'

/** A dialog that closes stays on the page for a moment, without the keyboard: the next key is for what is behind it. */
export function leaveDialog(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.closest(DIALOG_ROLES)) activeElement.blur()
}

/** Whether an element lies in a dialog or a menu, be it one of the editor or of the page around it. */
export function isInOverlay(element: Element): boolean {
  return element.closest(`${DIALOG_ROLES}, [role="menu"]`) !== null
}

/** The class that marks a dialog's element on the page. */
export const dialogClass = (name: DialogName): string => `dialog-${name.replaceAll('_', '-')}`
