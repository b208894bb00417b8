import {
  type Command,
  edgeToCut,
  edgeToPlayhead,
  focusBy,
  insertAtPlayhead,
  insertLineBelow,
  mergeWithNext,
  nudge,
  removeSelected,
  splitAtPlayhead,
} from './model/commands.ts'

/** What a key may do beside editing the text. */
export interface EditorActions {
  run(command: Command): boolean
  undo(): boolean
  redo(): boolean
  togglePlay(): void
  zoomBy(steps: number): void
  playLine(): void
  stepFrame(by: number): void
  editText(): void
  save(): void
  /** To the next or the previous line with a finding. */
  nextFinding(by: 1 | -1): void
  fixOverlaps(): void
  nextDragMode(): void
}

interface Binding {
  /** `event.code`, or `event.key` where `byKey` is set. */
  readonly code: string
  readonly byKey?: boolean
  readonly alt?: boolean
  readonly ctrl?: boolean
  /** `left` and `right` tell the two Shift keys apart. */
  readonly shift?: 'left' | 'right' | 'any'
  /** True: also while a text is being typed. */
  readonly everywhere?: boolean
  readonly run: (actions: EditorActions) => boolean | void
}

const command =
  (made: Command) =>
  (actions: EditorActions): boolean =>
    actions.run(made)

/** Holding the left Shift moves the start, the right one the end: left/right by 1 ms, up/down by 10 ms. */
const nudges: Binding[] = (['left', 'right'] as const).flatMap((shift) => {
  const edge = shift === 'left' ? 'start' : 'end'
  const steps: [string, number][] = [
    ['ArrowLeft', -1],
    ['ArrowRight', 1],
    ['ArrowUp', 10],
    ['ArrowDown', -10],
  ]
  return steps.map(([code, by]): Binding => ({ code, shift, run: command(nudge(edge, by)) }))
})

export const keymap: readonly Binding[] = [
  ...nudges,
  { code: 'Space', run: (actions) => actions.togglePlay() },
  { code: '+', byKey: true, shift: 'any', run: (actions) => actions.zoomBy(1) },
  { code: '=', byKey: true, run: (actions) => actions.zoomBy(1) },
  { code: '-', byKey: true, run: (actions) => actions.zoomBy(-1) },
  { code: 'ArrowUp', alt: true, everywhere: true, run: command(focusBy(-1)) },
  { code: 'ArrowDown', alt: true, everywhere: true, run: command(focusBy(1)) },
  { code: 'KeyI', run: command(edgeToPlayhead('start')) },
  { code: 'KeyO', run: command(edgeToPlayhead('end')) },
  { code: 'BracketLeft', run: command(edgeToCut('start')) },
  { code: 'BracketRight', run: command(edgeToCut('end')) },
  { code: 'KeyN', run: command(insertAtPlayhead) },
  { code: 'Insert', run: command(insertLineBelow) },
  { code: 'KeyM', run: command(mergeWithNext) },
  { code: 'Slash', run: command(splitAtPlayhead) },
  { code: 'Delete', run: command(removeSelected) },
  { code: 'KeyS', run: (actions) => actions.playLine() },
  { code: 'KeyG', run: (actions) => actions.nextDragMode() },
  { code: 'ArrowLeft', run: (actions) => actions.stepFrame(-1) },
  { code: 'ArrowRight', run: (actions) => actions.stepFrame(1) },
  { code: 'Enter', run: (actions) => actions.editText() },
  { code: 'KeyZ', ctrl: true, everywhere: true, run: (actions) => actions.undo() },
  { code: 'KeyZ', ctrl: true, shift: 'any', everywhere: true, run: (actions) => actions.redo() },
  { code: 'KeyY', ctrl: true, everywhere: true, run: (actions) => actions.redo() },
  { code: 'KeyS', ctrl: true, everywhere: true, run: (actions) => actions.save() },
  { code: 'F8', everywhere: true, run: (actions) => actions.nextFinding(1) },
  { code: 'F8', shift: 'any', everywhere: true, run: (actions) => actions.nextFinding(-1) },
  { code: 'KeyO', ctrl: true, shift: 'any', everywhere: true, run: (actions) => actions.fixOverlaps() },
]

/** Listens to the keys of a window; returns what stops it. */
export function listenToKeys(actions: EditorActions): () => void {
  const held = new Set<string>()
  const down = (event: KeyboardEvent): void => {
    if (event.code.startsWith('Shift')) held.add(event.code)
    if (event.defaultPrevented || event.isComposing) return
    const typing = isTyping(event.target)
    for (const binding of keymap) {
      if (!matches(binding, event, held) || (typing && !binding.everywhere)) continue
      if (binding.run(actions) === false) continue
      event.preventDefault()
      return
    }
  }
  const up = (event: KeyboardEvent): void => void held.delete(event.code)
  const clear = (): void => held.clear()
  window.addEventListener('keydown', down)
  window.addEventListener('keyup', up)
  window.addEventListener('blur', clear)
  return () => {
    window.removeEventListener('keydown', down)
    window.removeEventListener('keyup', up)
    window.removeEventListener('blur', clear)
  }
}

function matches(binding: Binding, event: KeyboardEvent, held: ReadonlySet<string>): boolean {
  if ((binding.byKey ? event.key : event.code) !== binding.code) return false
  if (event.altKey !== (binding.alt ?? false) || (event.ctrlKey || event.metaKey) !== (binding.ctrl ?? false))
    return false
  if (binding.shift === undefined) return !event.shiftKey
  if (!event.shiftKey) return false
  if (binding.shift === 'any') return true
  return held.has(binding.shift === 'left' ? 'ShiftLeft' : 'ShiftRight')
}

/** Keys belong to a field that is being typed in, and to open dialogs and menus. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.closest('input, textarea, select, [contenteditable], .bp6-overlay-open .bp6-dialog, .bp6-menu') !== null
}
