import type { KeyLayout, KeyPress, Place } from './layout.ts'

/**
 * A key with its modifiers, as `Mod+Shift+KeyO`, `ShiftLeft+ArrowUp` or `Char:+`. Mod is Ctrl, or Command on a Mac.
 * Keys are named by their place on a US keyboard; `Char:` names the typed character.
 */
export type Chord = string

const modifiers = ['Mod', 'Alt', 'Shift', 'ShiftLeft', 'ShiftRight'] as const
type Modifier = (typeof modifiers)[number]

/** A chord in its canonical spelling; undefined if invalid. */
export function readChord(text: string): Chord | undefined {
  const parts = text.startsWith('Char:') ? [text] : text.split('+')
  const key = parts.pop()
  if (!key || !/^(?:Char:.|[A-Z][A-Za-z0-9]{1,24})$/u.test(key) || isModifier(key)) return undefined
  if (!parts.every(isModifier) || new Set(parts).size !== parts.length) return undefined
  return [...modifiers.filter((modifier) => parts.includes(modifier)), key].join('+')
}

const isModifier = (text: string): text is Modifier => (modifiers as readonly string[]).includes(text)

/** The chords of a key press, the most specific first. `shifts` has the codes of the pressed Shift keys. */
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

/** Names of the number pad's keys other than digits. */
const padNames: Readonly<Record<string, string>> = {
  Add: '+',
  Subtract: '-',
  Multiply: '*',
  Divide: '/',
  Decimal: '.',
}

/** Names of keys in the user's language and on this system. */
export interface KeyWords {
  readonly isMac: boolean
  readonly leftShift: string
  readonly rightShift: string
  /** Prefix of the number pad's keys. */
  readonly numberPad: string
}

/** Name of a chord on this system. */
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
