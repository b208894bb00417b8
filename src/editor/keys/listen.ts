import { actions, type Release } from './actions.ts'
import type { Editor } from '../editor.ts'
import { copyLines, cutLines, pasteLines } from '../clipboard.ts'
import { type ActionId, actionIds, actionScopes, type Scope } from './action-ids.ts'
import { type Chord, chordsOf } from './chord.ts'
import type { Keymap } from './keymap.ts'
import { KeyBuffer } from './key-buffer.ts'

/** Where on the page the dialog is that was opened last. */
function opened({ panels: { dialog } }: Editor): string {
  if (dialog === 'palette') return '.bp6-omnibar'
  return dialog === 'find' ? '.find-bar' : '.bp6-dialog'
}

/** Some frames: by then a dialog that opens has drawn, and one that closes is gone. */
const REOPENED_MS = 80

/** Keys that the browser makes events of its clipboard of, for which it asks nobody's leave. */
const clipboardEvents: Readonly<Record<Chord, 'copy' | 'cut' | 'paste'>> = {
  'Mod+KeyC': 'copy',
  'Mod+KeyX': 'cut',
  'Mod+KeyV': 'paste',
  'Mod+Shift+KeyV': 'paste',
}
const clipboardActions: Readonly<Partial<Record<ActionId, 'copy' | 'cut' | 'paste'>>> = {
  copy_lines: 'copy',
  cut_lines: 'cut',
  paste_lines: 'paste',
  paste_in_place: 'paste',
}

/** Listens to the keys of a window; returns what stops it. */
export function listenToKeys(editor: Editor, keymap: Keymap): () => void {
  const owners = ownersOf(keymap)
  const shifts = new Set<string>()
  /** What to do when a key goes up, by its place. */
  const held = new Map<string, Release>()
  const ahead = new KeyBuffer(() => document.activeElement?.closest(opened(editor)) != null)
  /** What the next event of the clipboard is for. */
  let clipboard: ActionId | undefined
  editor.onOpen = () => {
    ahead.begin()
    // A dialog that opens again before it was gone may have the focus already; it is not told a second time.
    setTimeout(arrived, REOPENED_MS)
  }

  /** Before the dialog's own fields hear of it: they get it in its turn. */
  const early = (event: KeyboardEvent): void => {
    if (event.isComposing || !ahead.take(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const down = (event: KeyboardEvent): void => {
    if (event.code.startsWith('Shift')) shifts.add(event.code)
    if (event.defaultPrevented || event.isComposing) return
    if (held.has(event.code)) return event.preventDefault()
    clipboard = undefined
    const here = scopeOf(event.target)
    if (!here) return
    for (const chord of chordsOf(event, shifts)) {
      for (const id of owners.get(chord) ?? []) {
        if (actionScopes[id] !== 'everywhere' && actionScopes[id] !== here) continue
        if (clipboardActions[id] && clipboardActions[id] === clipboardEvents[chord]) {
          clipboard = id
          return
        }
        const outcome = actions[id](editor)
        if (outcome === false) continue
        if (typeof outcome === 'function') held.set(event.code, outcome)
        return event.preventDefault()
      }
    }
  }
  const clip = (event: ClipboardEvent): void => {
    const id = clipboard
    clipboard = undefined
    const data = event.clipboardData
    if (!id || !data || clipboardActions[id] !== event.type) return
    // Words that are marked on the page are what somebody wants to copy then.
    if (event.type === 'copy' && getSelection()?.isCollapsed === false) return
    event.preventDefault()
    if (event.type === 'paste') return pasteLines(editor, data.getData('text/plain'), id === 'paste_in_place')
    const text = event.type === 'cut' ? cutLines(editor) : copyLines(editor)
    if (text !== undefined) data.setData('text/plain', text)
  }
  const release = (code: string): void => {
    held.get(code)?.()
    held.delete(code)
  }
  const up = (event: KeyboardEvent): void => {
    shifts.delete(event.code)
    release(event.code)
  }
  // Keys that go up while another window has them are never told.
  const clear = (): void => {
    shifts.clear()
    for (const code of [...held.keys()]) release(code)
  }
  const arrived = (): void => ahead.arrived()
  window.addEventListener('keydown', early, true)
  window.addEventListener('keydown', down)
  window.addEventListener('keyup', up)
  window.addEventListener('blur', clear)
  window.addEventListener('focusin', arrived)
  for (const type of ['copy', 'cut', 'paste'] as const) window.addEventListener(type, clip)
  return () => {
    clear()
    ahead.end()
    for (const type of ['copy', 'cut', 'paste'] as const) window.removeEventListener(type, clip)
    window.removeEventListener('focusin', arrived)
    window.removeEventListener('keydown', early, true)
    window.removeEventListener('keydown', down)
    window.removeEventListener('keyup', up)
    window.removeEventListener('blur', clear)
  }
}

function ownersOf(keymap: Keymap): Map<Chord, ActionId[]> {
  const owners = new Map<Chord, ActionId[]>()
  for (const id of actionIds) {
    for (const chord of keymap[id]) owners.set(chord, [...(owners.get(chord) ?? []), id])
  }
  return owners
}

/** Keys belong to a field that is being typed in; an open dialog or menu has them all. */
function scopeOf(target: EventTarget | null): Exclude<Scope, 'everywhere'> | undefined {
  if (!(target instanceof HTMLElement)) return 'timing'
  if (target.closest('.bp6-overlay-open .bp6-dialog, .bp6-omnibar, .bp6-menu, .driver-popover')) return undefined
  return target.closest('input, textarea, select, [contenteditable]') ? 'text' : 'timing'
}
