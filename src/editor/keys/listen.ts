import { actions, type Release } from '../actions.ts'
import type { Desk } from '../desk.ts'
import { type ActionId, actionIds, actionScopes, type Scope } from './action-ids.ts'
import { type Chord, chordsOf } from './chord.ts'
import type { Keymap } from './keymap.ts'
import { TypeAhead } from './type-ahead.ts'

/** Where on the page the dialog is that was opened last. */
function opened({ panels: { dialog } }: Desk): string {
  if (dialog === 'palette') return '.bp6-omnibar'
  return dialog === 'find' ? '.find-bar' : '.bp6-dialog'
}

/** Listens to the keys of a window; returns what stops it. */
export function listenToKeys(desk: Desk, keymap: Keymap): () => void {
  const owners = ownersOf(keymap)
  const shifts = new Set<string>()
  /** What to do when a key goes up, by its place. */
  const held = new Map<string, Release>()
  const ahead = new TypeAhead()
  desk.onOpen = () => ahead.begin()

  const down = (event: KeyboardEvent): void => {
    if (event.code.startsWith('Shift')) shifts.add(event.code)
    if (event.defaultPrevented || event.isComposing) return
    if (held.has(event.code) || ahead.take(event)) return event.preventDefault()
    const here = scopeOf(event.target)
    if (!here) return
    for (const chord of chordsOf(event, shifts)) {
      for (const id of owners.get(chord) ?? []) {
        if (actionScopes[id] !== 'everywhere' && actionScopes[id] !== here) continue
        const outcome = actions[id](desk)
        if (outcome === false) continue
        if (typeof outcome === 'function') held.set(event.code, outcome)
        return event.preventDefault()
      }
    }
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
  const focused = ({ target }: FocusEvent): void => {
    // What had the focus before may get it back first, and so may a dialog that closes.
    if (target instanceof HTMLElement && target.closest(opened(desk))) ahead.arrived()
  }
  window.addEventListener('keydown', down)
  window.addEventListener('keyup', up)
  window.addEventListener('blur', clear)
  window.addEventListener('focusin', focused)
  return () => {
    clear()
    ahead.end()
    window.removeEventListener('focusin', focused)
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
