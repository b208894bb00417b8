import { isInOverlay } from '../context/dialogs.ts'
import type { Editor, Release } from '../context/editor.ts'
import { macroOf, runMacro } from '../features/macros/macros.ts'
import { delays } from '../model/options.ts'
import { startAction } from '../features/macros/run-action.ts'
import { copyLines, cutLines, pasteLines } from '../features/lines/clipboard.ts'
import { type ActionId, actionScopes, type Scope } from '../keys/action-ids.ts'
import { type Chord, chordsOf } from '../keys/chord.ts'
import { type Keymap, ownersOf } from '../keys/keymap.ts'
import { KeyBuffer } from '../keys/key-buffer.ts'
import { keyboard } from '../keys/layout.ts'
import { isControl, isKeyOfControl } from '../keys/tools.ts'
import { caretOf } from '../parts/caret.ts'

const clipboardEventTypes = ['copy', 'cut', 'paste'] as const
type ClipboardEventType = (typeof clipboardEventTypes)[number]

/** Keys for which the browser sends a clipboard event, which needs no permission. */
const clipboardEvents: Readonly<Record<Chord, ClipboardEventType>> = {
  'Mod+KeyC': 'copy',
  'Mod+KeyX': 'cut',
  'Mod+KeyV': 'paste',
  'Mod+Shift+KeyV': 'paste',
}
const clipboardActions: Readonly<Partial<Record<ActionId, ClipboardEventType>>> = {
  copy_lines: 'copy',
  cut_lines: 'cut',
  paste_lines: 'paste',
  paste_in_place: 'paste',
}

/** Listens to keys of a window, or of an area of the page; returns a function that stops it. */
export function listenToKeys(editor: Editor, keymap: Keymap, area?: HTMLElement): () => void {
  const control = new AbortController()
  const { signal } = control
  const buffer = bufferForDialogs(editor, signal)
  const keys = new KeyListener(editor, keymap, area)
  // Runs before the dialog's fields get the key, which the buffer replays to them in order.
  const early = (event: KeyboardEvent): void => {
    if (!leavesEarly(event) && !(isForDialog() && buffer.take(event))) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  /** Never buffers keys of a focused text, even if the closed dialog may open another. */
  const isForDialog = (): boolean =>
    editor.dialogs.state().open !== undefined || buffer.isForPage || !caretOf(editor).isInText
  /** Escape for a dialog that is not drawn yet, where no other listener gets it. */
  const leavesEarly = ({ key }: KeyboardEvent): boolean => {
    if (key !== 'Escape' || !buffer.isWaiting || !editor.dialogs.isModal) return false
    buffer.end()
    editor.dialogs.close()
    return true
  }
  window.addEventListener('keydown', early, { capture: true, signal })
  window.addEventListener('keydown', (event) => keys.down(event), { signal })
  window.addEventListener('keyup', (event) => keys.up(event), { capture: true, signal })
  window.addEventListener('blur', () => keys.clear(), { signal })
  for (const type of clipboardEventTypes) window.addEventListener(type, (event) => keys.clip(event), { signal })
  return () => {
    control.abort()
    keys.clear()
    buffer.end()
  }
}

/**
 * Listens to keys of another window of the editor. A dialog or text that takes the focus raises the editor's window.
 * Returns a function that stops it.
 */
export function listenElsewhere(editor: Editor, keymap: Keymap, other: Window): () => void {
  const control = new AbortController()
  const { signal } = control
  const keys = new KeyListener(editor, keymap, undefined)
  const down = (event: KeyboardEvent): void => {
    const { activeElement } = document
    keys.down(event)
    if (document.activeElement !== activeElement || editor.dialogs.isModal) window.focus()
  }
  other.addEventListener('keydown', down, { signal })
  other.addEventListener('keyup', (event) => keys.up(event), { signal })
  other.addEventListener('blur', () => keys.clear(), { signal })
  for (const type of clipboardEventTypes) other.addEventListener(type, (event) => keys.clip(event), { signal })
  return () => {
    control.abort()
    keys.clear()
  }
}

/** Buffers keys typed between the opening of a dialog and its focus. */
function bufferForDialogs(editor: Editor, signal: AbortSignal): KeyBuffer {
  const { dialogs } = editor
  const caret = caretOf(editor)
  const buffer = new KeyBuffer(
    () => dialogs.hasFocus,
    () => caret.isInText,
  )
  const stop = dialogs.onOpen(() => {
    buffer.begin()
    // A dialog that reopens before it unmounts may still have the focus, so that no focus event follows.
    setTimeout(() => buffer.arrived(), delays.reopened)
  })
  let last = dialogs.state().open
  const stopClosing = dialogs.subscribe(() => {
    const { open } = dialogs.state()
    if (!open && last?.name === 'palette') buffer.expectNext()
    else if (!open) buffer.close()
    last = open
  })
  signal.addEventListener('abort', stop, { once: true })
  signal.addEventListener('abort', stopClosing, { once: true })
  window.addEventListener('focusin', () => buffer.arrived(), { signal })
  return buffer
}

/** Runs actions by keys, and by the clipboard events that some keys cause. */
class KeyListener {
  private readonly editor: Editor
  private readonly area: HTMLElement | undefined
  private readonly owners: ReadonlyMap<Chord, readonly ActionId[]>
  private readonly shifts = new Set<string>()
  /** Functions to call when a key is released, by its place. */
  private readonly held = new Map<string, Release>()
  /** The action of the next clipboard event. */
  private clipboard: ActionId | undefined

  constructor(editor: Editor, keymap: Keymap, area: HTMLElement | undefined) {
    this.editor = editor
    this.area = area
    this.owners = ownersOf(keymap)
  }

  down(event: KeyboardEvent): void {
    if (event.code.startsWith('Shift')) this.shifts.add(event.code)
    if (!event.getModifierState('AltGraph')) keyboard.learn(event)
    if (event.defaultPrevented) return
    if (this.area && !(event.target instanceof Node && this.area.contains(event.target))) return
    if (this.held.has(event.code)) return event.preventDefault()
    this.clipboard = undefined
    if (isForControl(event)) return
    const here = scopeOf(this.editor, event.target)
    if (!here || (here === 'text' && keyboard.writes(event))) return
    for (const chord of chordsOf(event, this.shifts, keyboard)) {
      const macro = macroOf(chord, here === 'text')
      if (macro) {
        event.preventDefault()
        return runMacro(this.editor, macro)
      }
      const ids = this.owners.get(chord)?.filter((id) => actionScopes[id] === 'everywhere' || actionScopes[id] === here)
      if (ids?.some((id) => this.run(id, chord, event))) return
    }
  }

  /** False if the action does not apply. */
  private run(id: ActionId, chord: Chord, event: KeyboardEvent): boolean {
    if (clipboardActions[id] && clipboardActions[id] === clipboardEvents[chord]) {
      this.clipboard = id
      return true
    }
    const outcome = startAction(this.editor, id)
    if (outcome === false) return false
    if (typeof outcome === 'function') this.held.set(event.code, outcome)
    event.preventDefault()
    return true
  }

  clip(event: ClipboardEvent): void {
    const id = this.clipboard
    this.clipboard = undefined
    const data = event.clipboardData
    if (!id || !data || clipboardActions[id] !== event.type) return
    // The user copies text selected on the page.
    if (event.type === 'copy' && getSelection()?.isCollapsed === false) return
    event.preventDefault()
    if (event.type === 'paste') return void pasteLines(this.editor, data.getData('text/plain'), id === 'paste_in_place')
    const text = event.type === 'cut' ? cutLines(this.editor) : copyLines(this.editor)
    if (text !== undefined) data.setData('text/plain', text)
  }

  up(event: KeyboardEvent): void {
    this.shifts.delete(event.code)
    this.release(event.code)
  }

  /** A key released in another window sends no event here. */
  clear(): void {
    this.shifts.clear()
    for (const code of [...this.held.keys()]) this.release(code)
  }

  private release(code: string): void {
    this.held.get(code)?.()
    this.held.delete(code)
  }
}

/** The scope of keys now: none in a dialog, menu or tour; that of texts in a field. */
function scopeOf({ dialogs, panels }: Editor, target: EventTarget | null): Exclude<Scope, 'everywhere'> | undefined {
  if (dialogs.isModal || panels.isTouring) return undefined
  if (!(target instanceof HTMLElement)) return 'timing'
  if (isInOverlay(target)) return undefined
  const field = target.closest('input, textarea, select, [contenteditable]')
  return field && !isControl(field) ? 'text' : 'timing'
}

/** Whether an unmodified key activates or moves the focused control. */
function isForControl({ target, key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey || shiftKey) return false
  return target instanceof HTMLElement && isKeyOfControl(target, key)
}
