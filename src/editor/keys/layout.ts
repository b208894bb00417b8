import { isMac } from './platform.ts'

/** A key press: the place of the key, its character and modifiers. */
export interface KeyPress {
  readonly code: string
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/** Characters of a US keyboard's other keys, without and with Shift: they give the places their names. */
const signs: Readonly<Record<string, string>> = {
  Backquote: '`~',
  Digit1: '1!',
  Digit2: '2@',
  Digit3: '3#',
  Digit4: '4$',
  Digit5: '5%',
  Digit6: '6^',
  Digit7: '7&',
  Digit8: '8*',
  Digit9: '9(',
  Digit0: '0)',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
}

/** A place on the keyboard, with or without Shift. */
export interface Place {
  readonly code: string
  readonly shiftKey: boolean
}

const placesOfSigns = new Map<string, Place>(
  Object.entries(signs).flatMap(([code, [plain = '', shifted = '']]) => [
    [plain, { code, shiftKey: false }],
    [shifted, { code, shiftKey: true }],
  ]),
)

const LATIN_LETTER = /^[a-z]$/i
const OTHER_LETTER = /^(?!\p{Script=Latin})\p{L}$/u

/** What is known of the user's keyboard: the characters that its keys have typed so far. */
export class KeyLayout {
  private readonly isMac: boolean
  /** Characters without a modifier, by place. */
  private readonly plain = new Map<string, string>()

  constructor(isMac: boolean) {
    this.isMac = isMac
  }

  /** Records the character of a key without modifiers. */
  learn({ code, key, altKey, ctrlKey, metaKey, shiftKey }: KeyPress): void {
    if (key.length !== 1 || altKey || ctrlKey || metaKey || shiftKey) return
    const letter = key.toLowerCase()
    const before = this.plain.get(code)
    if (before === letter) return
    // Another character than before: the user has changed the layout.
    if (before !== undefined) this.plain.clear()
    this.plain.set(code, letter)
  }

  /**
   * Places of a press, by its character and by its key if that counts too. Keys of a Latin layout go by character; keys
   * of other scripts and unknown signs by place.
   */
  placesOf({ code, key, altKey, shiftKey }: KeyPress): { written?: Place; pressed?: Place } {
    const pressed = { code, shiftKey }
    if (key.length !== 1 || key === ' ' || code.startsWith('Numpad')) return { written: pressed }
    if (LATIN_LETTER.test(key)) return { written: { code: `Key${key.toUpperCase()}`, shiftKey } }
    const sign = this.isLatin ? placesOfSigns.get(key) : undefined
    if (!sign) return { pressed }
    // On its US key a sign keeps the Shift of the press; only digits need Shift on some keyboards.
    if (sign.code === code && (sign.shiftKey === shiftKey || !code.startsWith('Digit'))) return { written: pressed }
    // A sign may need no Shift here but on a US keyboard: named by that, it would be another key.
    const written = sign.shiftKey && !shiftKey ? {} : { written: sign }
    // A letter key that types a sign counts as that sign, unless Alt made it.
    return code.startsWith('Key') && !altKey ? written : { ...written, pressed }
  }

  /** Whether a press types a character in a text, and is no shortcut. */
  writes(press: KeyPress): boolean {
    const { key, altKey, ctrlKey, metaKey } = press
    if (metaKey || (ctrlKey && !altKey)) return false
    if (key === 'Dead') return true
    if ([...key].length !== 1) return false
    // Alt, or Ctrl and Alt for AltGr, gives another character than the plain one.
    return !altKey || !this.isPlain(press)
  }

  private get isLatin(): boolean {
    for (const key of this.plain.values()) if (OTHER_LETTER.test(key)) return false
    return true
  }

  private isPlain({ code, key, ctrlKey, shiftKey }: KeyPress): boolean {
    const plain = this.plain.get(code)
    if (/^[a-z0-9 ]$/i.test(key) || plain === key.toLowerCase() || signs[code]?.[shiftKey ? 1 : 0] === key) return true
    // Alt alone changes signs only on a Mac.
    if (placesOfSigns.has(key)) return !this.isMac && !ctrlKey && !code.startsWith('Key')
    return plain === undefined && OTHER_LETTER.test(key)
  }
}

/** The keyboard of this computer. */
export const keyboard = new KeyLayout(isMac)
