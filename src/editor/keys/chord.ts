import type { KeyLayout, KeyPress, Place } from './layout.ts'

/**
 * A key with its modifiers as text: `Mod+Shift+KeyO`, `ShiftLeft+ArrowUp`, `Char:+`. Mod is Ctrl, or Command on a Mac;
 * Shift is any of the two, ShiftLeft and ShiftRight only that one. Keys have the names of their places on a US keyboard;
 * which press is which of them says the layout. `Char:` goes by what the key writes, whatever it takes to write it.
 */
export type Chord = string

const modifiers = ['Mod', 'Alt', 'Shift', 'ShiftLeft', 'ShiftRight'] as const
type Modifier = (typeof modifiers)[number]

/** A chord in its one spelling; undefined for what is none. */
export function readChord(text: string): Chord | undefined {
  const parts = text.startsWith('Char:') ? [text] : text.split('+')
  const key = parts.pop()
  if (!key || !/^(?:Char:.|[A-Z][A-Za-z0-9]{1,24})$/u.test(key) || isModifier(key)) return undefined
  if (!parts.every(isModifier) || new Set(parts).size !== parts.length) return undefined
  return [...modifiers.filter((modifier) => parts.includes(modifier)), key].join('+')
}

const isModifier = (text: string): text is Modifier => (modifiers as readonly string[]).includes(text)

/**
 * Chords that a key press can be on a keyboard, the most exact first. `shifts` holds the codes of the Shift keys that are
 * down.
 */
export function chordsOf(press: KeyPress, shifts: ReadonlySet<string>, layout: KeyLayout): Chord[] {
  const front = [...(press.ctrlKey || press.metaKey ? ['Mod'] : []), ...(press.altKey ? ['Alt'] : [])]
  const chord = (...rest: string[]): Chord => [...front, ...rest].join('+')
  const at = (place: Place | undefined): Chord[] => {
    if (!place) return []
    const { code, shiftKey } = place
    if (!shiftKey) return [chord(code)]
    const sides = ['ShiftLeft', 'ShiftRight'].filter((side) => shifts.has(side))
    return [...sides, 'Shift'].map((shift) => chord(shift, code))
  }
  const { written, pressed } = layout.placesOf(press)
  const letter = front.length === 0 && [...press.key].length === 1 ? [`Char:${press.key}`] : []
  return [...at(written), ...letter, ...at(pressed)]
}

const names: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  BracketLeft: '[',
  BracketRight: ']',
  Slash: '/',
  Backslash: '\\',
  Comma: ',',
  Period: '.',
  Semicolon: ';',
  Quote: "'",
  Backquote: '`',
  Minus: '-',
  Equal: '=',
  Escape: 'Esc',
  Delete: 'Del',
}

/** Keys of the number pad that are no digits. */
const padNames: Readonly<Record<string, string>> = {
  Add: '+',
  Subtract: '-',
  Multiply: '*',
  Divide: '/',
  Decimal: '.',
}

/** What keys are called in the person's language, and on this machine. */
export interface KeyWords {
  readonly isMac: boolean
  readonly leftShift: string
  readonly rightShift: string
  /** Stands before the keys of the number pad. */
  readonly numberPad: string
}

/** What a chord is called on this machine's keys. */
export function nameOfChord(chord: Chord, words: KeyWords): string {
  const parts = chord.startsWith('Char:') ? [chord] : chord.split('+')
  return parts.map(nameOfPart).join(words.isMac ? ' ' : '+')

  function nameOfPart(part: string): string {
    if (part === 'Mod') return words.isMac ? '⌘' : 'Ctrl'
    if (part === 'Alt') return words.isMac ? '⌥' : 'Alt'
    if (part === 'ShiftLeft') return words.leftShift
    if (part === 'ShiftRight') return words.rightShift
    if (part.startsWith('Char:')) return part.slice(5)
    const onPad = /^Numpad(.+)$/.exec(part)?.[1]
    if (onPad) return `${words.numberPad} ${padNames[onPad] ?? onPad}`
    return /^(?:Key|Digit)(.)$/.exec(part)?.[1] ?? names[part] ?? part
  }
}
