import type { Role } from '#core/contract/role.ts'
import type { EmbeddedTrack } from '../media/embedded.ts'

/** A cue and its right start, in milliseconds. */
export interface SyncMark {
  readonly id: string
  readonly to: number
}

/** A dialog with its arguments. */
export type OpenDialog =
  | { readonly name: PlainDialog }
  | { readonly name: 'find'; readonly isReplacing: boolean }
  | { readonly name: 'sync'; readonly marks: readonly SyncMark[] }
  /** `role`: the edited one; undefined for a new one. */
  | { readonly name: 'role'; readonly role: Role | undefined }
  | { readonly name: 'delete_role'; readonly role: Role }
  | { readonly name: 'import'; readonly file: File }
  | { readonly name: 'import_track'; readonly track: EmbeddedTrack }

type PlainDialog =
  | 'about'
  | 'audition'
  | 'copy_roles'
  | 'delete'
  | 'export_subtitle'
  | 'export_video'
  | 'fix'
  | 'go_to'
  | 'import_recording'
  | 'key_sheet'
  | 'keys'
  | 'macros'
  | 'palette'
  | 'profiles'
  | 'pronunciations'
  | 'review_file'
  | 'script'
  | 'shift'
  | 'transcribe'
  | 'versions'

export type DialogName = OpenDialog['name']

/** The open dialog, and the number of openings: each opening mounts the dialog in its initial state. */
interface DialogState {
  readonly open: OpenDialog | undefined
  readonly openings: number
}

/** Which dialog of the editor is open; at most one. */
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

  /** Calls the listener just before a dialog opens; returns a function that ends that. */
  onOpen(listener: () => void): () => void {
    this.openListeners.add(listener)
    return () => this.openListeners.delete(listener)
  }

  /** Calls the listener after the open dialog has closed and its views are notified; returns a function that ends that. */
  onClose(listener: () => void): () => void {
    this.closeListeners.add(listener)
    return () => this.closeListeners.delete(listener)
  }

  /** Opens a dialog in place of the open one; a dialog that is already open gets the new arguments. */
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

  /** The find bar leaves the editor usable; every other dialog takes all keys. */
  get isModal(): boolean {
    const { open } = this.current
    return open !== undefined && open.name !== 'find'
  }

  /** Whether the open dialog has the focus. */
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

/** A closing dialog stays mounted for a moment without the focus: the next key goes to the editor. */
export function leaveDialog(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.closest(DIALOG_ROLES)) activeElement.blur()
}

/** Whether an element is in a dialog or a menu of the editor or the page around it. */
export function isInOverlay(element: Element): boolean {
  return element.closest(`${DIALOG_ROLES}, [role="menu"]`) !== null
}

/** Class of a dialog's element. */
export const dialogClass = (name: DialogName): string => `dialog-${name.replaceAll('_', '-')}`
