import { isMac } from './platform.ts'

/** What a key press says: the place of its key, what it writes, and what is held with it. */
export interface KeyPress {
  readonly code: string
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/** What the keys that are no letters write on a US keyboard, without and with Shift: places have their names from it. */
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

/** A place on the keyboard, with Shift or without. */
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

/** What is known of the person's keyboard: what its keys have written so far. */
export class KeyLayout {
  private readonly isMac: boolean
  /** What keys write without a modifier, by their places. */
  private readonly plain = new Map<string, string>()

  constructor(isMac: boolean) {
    this.isMac = isMac
  }

  /** Notes what a key writes by itself. */
  learn({ code, key, altKey, ctrlKey, metaKey, shiftKey }: KeyPress): void {
    if (key.length !== 1 || altKey || ctrlKey || metaKey || shiftKey) return
    const letter = key.toLowerCase()
    const before = this.plain.get(code)
    if (before === letter) return
    // Another letter than before: the person has gone to another layout.
    if (before !== undefined) this.plain.clear()
    this.plain.set(code, letter)
  }

  /**
   * The place of the key that a press is by what it writes, and the one where it is pressed if that counts as well. So the
   * keys of a Latin layout are where its keyboard says; those of other scripts, and what is no sign of ours, go by place.
   */
  placesOf({ code, key, altKey, shiftKey }: KeyPress): { written?: Place; pressed?: Place } {
    const pressed = { code, shiftKey }
    if (key.length !== 1 || key === ' ' || code.startsWith('Numpad')) return { written: pressed }
    if (LATIN_LETTER.test(key)) return { written: { code: `Key${key.toUpperCase()}`, shiftKey } }
    const sign = this.isLatin ? placesOfSigns.get(key) : undefined
    if (!sign) return { pressed }
    // On its own key a sign keeps the Shift of the press; digits alone are written with it on some keyboards.
    if (sign.code === code && (sign.shiftKey === shiftKey || !code.startsWith('Digit'))) return { written: pressed }
    // A sign may need no Shift where ours needs one: as ours it would be another key then.
    const written = sign.shiftKey && !shiftKey ? {} : { written: sign }
    // The key of a letter that writes a sign is that sign, unless Alt has made it.
    return code.startsWith('Key') && !altKey ? written : { ...written, pressed }
  }

  /** Whether a press writes something where text is typed, and is no shortcut there. */
  writes(press: KeyPress): boolean {
    const { key, altKey, ctrlKey, metaKey } = press
    if (metaKey || (ctrlKey && !altKey)) return false
    if (key === 'Dead') return true
    if ([...key].length !== 1) return false
    // With Alt, or Ctrl and Alt for AltGr, what it writes is another letter than its own.
    return !altKey || !this.isPlain(press)
  }

  private get isLatin(): boolean {
    for (const key of this.plain.values()) if (OTHER_LETTER.test(key)) return false
    return true
  }

  private isPlain({ code, key, ctrlKey, shiftKey }: KeyPress): boolean {
    const plain = this.plain.get(code)
    if (/^[a-z0-9 ]$/i.test(key) || plain === key.toLowerCase() || signs[code]?.[shiftKey ? 1 : 0] === key) return true
    // Alt alone changes what signs write on a Mac only.
    if (placesOfSigns.has(key)) return !this.isMac && !ctrlKey && !code.startsWith('Key')
    return plain === undefined && OTHER_LETTER.test(key)
  }
}

/** The keyboard of this computer. */
export const keyboard = new KeyLayout(isMac)
