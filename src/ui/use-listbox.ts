import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A value to choose. */
export interface Option<T extends string | number> {
  readonly value: T
  readonly label: string
  readonly disabled?: boolean
}

/** Keys typed within this time form one word. */
const SPELLING_MS = 700
const PAGE_OPTIONS = 10
/** Gap between field and list, and between list and window edge. */
const GAP_PX = 4
const MAX_HEIGHT_PX = 340

interface Props<T extends string | number> {
  readonly options: readonly Option<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
  /** Contains field and list. */
  readonly root: RefObject<HTMLElement | null>
  readonly list: RefObject<HTMLElement | null>
  /** Typing on the closed field opens the list at a match; otherwise other listeners get the keys. */
  readonly spellsClosed: boolean
}

/** A list under a button, which keeps the focus. */
export interface Listbox {
  readonly isOpen: boolean
  /** Index of the active option; -1 for none. */
  readonly at: number
  readonly open: () => void
  readonly close: () => void
  readonly moveTo: (at: number) => void
  readonly take: (at: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** State and keys of a select: arrows, Home, End, letters, Enter and Escape, as in native ones. */
export function useListbox<T extends string | number>(props: Props<T>): Listbox {
  const { options, value, onChange, root, list, spellsClosed } = props
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const spelling = useRef({ word: '', atMs: 0 })
  const chosen = options.findIndex((option) => option.value === value)
  const open = (from = chosen): void => {
    setAt(Math.max(0, from))
    setOpen(true)
  }
  const close = (): void => setOpen(false)
  const take = (place: number): void => {
    const option = options[place]
    if (!option || option.disabled) return
    close()
    if (option.value !== value) onChange(option.value)
  }
  const spell = (letter: string): void => {
    const { current } = spelling
    const now = performance.now()
    current.word = now - current.atMs > SPELLING_MS ? letter : current.word + letter
    current.atMs = now
    const place = spelled(options, current.word.toLocaleLowerCase(), isOpen ? at : chosen)
    if (place < 0) return
    if (isOpen) setAt(place)
    else open(place)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || (event.altKey && !key.startsWith('Arrow'))) return
    const isLetter = key.length === 1 && (key !== ' ' || isSpelling(spelling.current))
    if (isLetter) {
      if (!isOpen && !spellsClosed) return
      spell(key)
    } else if (!isOpen) {
      if (!OPENING_KEYS.has(key)) return
      open()
    } else if (key === 'Tab') {
      take(at)
      return
    } else if (key === 'Enter' || key === ' ') take(at)
    else if (key === 'Escape') close()
    else setAt(moved(options, at, key))
    event.preventDefault()
    event.stopPropagation()
  }
  usePlace(isOpen, root, list)
  useClosing(isOpen, root, close)
  useLayoutEffect(() => {
    if (isOpen) list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, at, list])
  return { isOpen, at, open, close, moveTo: setAt, take, onKeyDown }
}

const OPENING_KEYS: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp', 'Home', 'End'])

const isSpelling = ({ word, atMs }: { word: string; atMs: number }): boolean =>
  word !== '' && performance.now() - atMs <= SPELLING_MS

/** The next option from `at` that starts with the word; a repeated letter cycles through its matches. */
function spelled(options: readonly Option<string | number>[], word: string, at: number): number {
  const isOneLetter = [...word].every((letter) => letter === word[0])
  const wanted = isOneLetter ? (word[0] ?? '') : word
  const first = isOneLetter ? at + 1 : Math.max(0, at)
  for (let step = 0; step < options.length; step++) {
    const place = (first + step) % options.length
    const option = options[place]
    if (option && !option.disabled && option.label.toLocaleLowerCase().startsWith(wanted)) return place
  }
  return -1
}

/** Index that a key leads to, skipping disabled options. */
function moved(options: readonly Option<string | number>[], at: number, key: string): number {
  const last = options.length - 1
  const steps: Readonly<Record<string, [number, 1 | -1]>> = {
    ArrowDown: [at + 1, 1],
    ArrowUp: [at - 1, -1],
    PageDown: [Math.min(last, at + PAGE_OPTIONS), -1],
    PageUp: [Math.max(0, at - PAGE_OPTIONS), 1],
    Home: [0, 1],
    End: [last, -1],
  }
  const wanted = steps[key]
  if (!wanted) return at
  const [from, step] = wanted
  for (let place = from; place >= 0 && place <= last; place += step) if (!options[place]?.disabled) return place
  return at
}

/** Above everything, dialogs included; under the field, or over it if there is more room. */
function usePlace(isOpen: boolean, root: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [field, element] = [root.current, list.current]
    if (!isOpen || !field || !element) return
    element.showPopover()
    const box = field.getBoundingClientRect()
    element.style.minWidth = `${box.width}px`
    const below = innerHeight - box.bottom - 2 * GAP_PX
    const above = box.top - 2 * GAP_PX
    const wanted = Math.min(element.scrollHeight + 2, MAX_HEIGHT_PX)
    const isAbove = wanted > below && above > below
    const height = Math.min(wanted, isAbove ? above : below)
    element.style.maxHeight = `${height}px`
    element.style.top = `${isAbove ? box.top - GAP_PX - height : box.bottom + GAP_PX}px`
    element.style.left = `${Math.max(GAP_PX, Math.min(box.left, innerWidth - element.offsetWidth - GAP_PX))}px`
  }, [isOpen, root, list])
}

/** Closes the list when the user presses or focuses something else, or when the field moves away from it. */
function useClosing(isOpen: boolean, root: RefObject<HTMLElement | null>, close: () => void): void {
  const last = useRef(close)
  useEffect(() => {
    last.current = close
  })
  useEffect(() => {
    const field = root.current
    if (!isOpen || !field) return
    const control = new AbortController()
    const options = { capture: true, signal: control.signal }
    const closeOutside = ({ target }: Event): void => {
      if (!(target instanceof Node) || !field.contains(target)) last.current()
    }
    // Scroll events come a frame late: one may belong to a movement before the list opened, or to another part of the
    // page.
    const { x, y } = field.getBoundingClientRect()
    const closeMoved = (): void => {
      const now = field.getBoundingClientRect()
      if (now.x !== x || now.y !== y) last.current()
    }
    for (const type of ['pointerdown', 'focusin']) document.addEventListener(type, closeOutside, options)
    document.addEventListener('scroll', closeMoved, options)
    window.addEventListener('resize', () => last.current(), options)
    window.addEventListener('blur', () => last.current(), options)
    return () => control.abort()
  }, [isOpen, root])
}
