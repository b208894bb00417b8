import { describe, expect, test } from 'vitest'
import { type ActionId, actionIds, actionScopes } from '#src/editor/keys/action-ids.ts'
import { chordsOf } from '#src/editor/keys/chord.ts'
import { keymapOf, ownersOf, presetIds } from '#src/editor/keys/keymap.ts'
import { KeyLayout, type KeyPress } from '#src/editor/keys/layout.ts'

/** Characters of each row of keys, from left to right: without a modifier, with Shift, with Alt or AltGr. */
interface Layout {
  readonly plain: readonly string[]
  readonly shift: readonly string[]
  /** Characters with Alt (on a Mac) or with Ctrl and Alt (elsewhere, for AltGr), by key code. */
  readonly alt?: Readonly<Record<string, string>>
  readonly isMac?: boolean
}

const ROWS = [
  ['Backquote', ...'1234567890'.split('').map((digit) => `Digit${digit}`), 'Minus', 'Equal'],
  [...'QWERTYUIOP'.split('').map((letter) => `Key${letter}`), 'BracketLeft', 'BracketRight', 'Backslash'],
  [...'ASDFGHJKL'.split('').map((letter) => `Key${letter}`), 'Semicolon', 'Quote'],
  [...'ZXCVBNM'.split('').map((letter) => `Key${letter}`), 'Comma', 'Period', 'Slash'],
]

const US = {
  plain: ['`1234567890-=', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./'],
  shift: ['~!@#$%^&*()_+', 'QWERTYUIOP{}|', 'ASDFGHJKL:"', 'ZXCVBNM<>?'],
}

const layouts: Readonly<Record<string, Layout>> = {
  QWERTY: US,
  QWERTZ: {
    plain: ['^1234567890ß´', 'qwertzuiopü+#', 'asdfghjklöä', 'yxcvbnm,.-'],
    shift: ['°!"§$%&/()=?`', "QWERTZUIOPÜ*'", 'ASDFGHJKLÖÄ', 'YXCVBNM;:_'],
    alt: {
      Digit7: '{',
      Digit8: '[',
      Digit9: ']',
      Digit0: '}',
      Digit2: '²',
      Digit3: '³',
      KeyQ: '@',
      KeyE: '€',
      KeyM: 'µ',
    },
  },
  AZERTY: {
    plain: ['²&é"\'(-è_çà)=', 'azertyuiop^$*', 'qsdfghjklmù', 'wxcvbn,;:!'],
    shift: ['~1234567890°+', 'AZERTYUIOP¨£µ', 'QSDFGHJKLM%', 'WXCVBN?./§'],
    alt: { Digit2: '~', Digit3: '#', Digit4: '{', Digit5: '[', Digit6: '|', Digit8: '\\', Digit9: '^', Digit0: '@' },
  },
  Dvorak: {
    plain: ['`1234567890[]', "',.pyfgcrl/=\\", 'aoeuidhtns-', ';qjkxbmwvz'],
    shift: ['~!@#$%^&*(){}', '"<>PYFGCRL?+|', 'AOEUIDHTNS_', ':QJKXBMWVZ'],
  },
  Cyrillic: {
    plain: ['ё1234567890-=', 'йцукенгшщзхъ\\', 'фывапролджэ', 'ячсмитьбю.'],
    shift: ['Ё!"№;%:?*()_+', 'ЙЦУКЕНГШЩЗХЪ/', 'ФЫВАПРОЛДЖЭ', 'ЯЧСМИТЬБЮ,'],
  },
  Polish: {
    ...US,
    alt: { KeyO: 'ó', KeyL: 'ł', KeyS: 'ś', KeyZ: 'ż', KeyX: 'ź', KeyC: 'ć', KeyN: 'ń', KeyA: 'ą', KeyE: 'ę' },
  },
  'Mac, US': {
    ...US,
    alt: { KeyO: 'ø', KeyX: '≈', KeyT: '†', KeyI: 'Dead', KeyN: 'Dead', KeyL: '¬', KeyM: 'µ', KeyW: '∑', Digit3: '£' },
    isMac: true,
  },
  'Mac, German': {
    plain: ['^1234567890ß´', 'qwertzuiopü+#', 'asdfghjklöä', 'yxcvbnm,.-'],
    shift: ['°!"§$%&/()=?`', "QWERTZUIOPÜ*'", 'ASDFGHJKLÖÄ', 'YXCVBNM;:_'],
    alt: {
      KeyL: '@',
      KeyS: '‚',
      Digit5: '[',
      Digit6: ']',
      Digit7: '|',
      Digit8: '{',
      Digit9: '}',
      KeyM: 'µ',
      KeyO: 'ø',
    },
    isMac: true,
  },
  'Mac, Polish': { ...US, alt: { KeyO: 'ó', KeyL: 'ł', KeyS: 'ś', KeyX: 'ź', KeyC: 'ć', KeyN: 'ń' }, isMac: true },
}

type Held = readonly ('Ctrl' | 'Alt' | 'Shift' | 'Meta')[]

/** A press of a key, with the character that it types. */
function pressAt(layout: Layout, code: string, held: Held): KeyPress {
  const row = ROWS.findIndex((codes) => codes.includes(code))
  const at = row < 0 ? -1 : ROWS[row]!.indexOf(code)
  const rows = held.includes('Shift') ? layout.shift : layout.plain
  const isThird = held.includes('Alt') && (layout.isMac || held.includes('Ctrl'))
  const key = (isThird ? layout.alt?.[code] : undefined) ?? (row < 0 ? code : [...rows[row]!][at]!)
  return {
    code,
    key: code === 'Space' ? ' ' : key,
    altKey: held.includes('Alt'),
    ctrlKey: held.includes('Ctrl'),
    metaKey: held.includes('Meta'),
    shiftKey: held.includes('Shift'),
  }
}

/** Presses of all keys of a layout with given modifiers. */
const pressesOf = (layout: Layout, held: Held): KeyPress[] => ROWS.flat().map((code) => pressAt(layout, code, held))

/** The first action of a press, found as in the editor. */
function actionOf(press: KeyPress, keyboard: KeyLayout, here: 'text' | 'timing', preset = keymapOf('cuelane')) {
  if (here === 'text' && keyboard.writes(press)) return 'writes'
  const owners = ownersOf(preset)
  return chordsOf(press, new Set(), keyboard)
    .flatMap((chord) => owners.get(chord) ?? [])
    .find((id) => actionScopes[id] === 'everywhere' || actionScopes[id] === here)
}

/** A keyboard after some typing, which reveals its layout. */
function keyboardOf(layout: Layout): KeyLayout {
  const keyboard = new KeyLayout(layout.isMac === true)
  for (const press of pressesOf(layout, [])) if (press.code.startsWith('Key')) keyboard.learn(press)
  return keyboard
}

/** The key that a user presses for a chord: the one with the letter on it, else the one at that place. */
function pressFor(layout: Layout, chord: string): KeyPress {
  const parts = chord.split('+')
  const code = parts.pop()!
  const held: Held = parts.map((part) =>
    part === 'Mod' ? (layout.isMac ? 'Meta' : 'Ctrl') : part === 'Alt' ? 'Alt' : 'Shift',
  )
  const letter = /^Key(.)$/.exec(code)?.[1]?.toLowerCase()
  const named = letter && pressesOf(layout, []).find(({ key }) => key === letter)?.code
  return pressAt(layout, named ?? code, held)
}

const isLetter = (chord: string): boolean => /(?:^|\+)Key.$/.test(chord)

describe.each(Object.keys(layouts))('on %s', (name) => {
  const layout = layouts[name]!
  const keyboard = keyboardOf(layout)

  test.each(presetIds)('each letter of %s does what its name says, in a text and out of it', (preset) => {
    const keymap = keymapOf(preset)
    const wrong: string[] = []
    for (const id of actionIds) {
      for (const chord of keymap[id].filter(isLetter)) {
        const press = pressFor(layout, chord)
        for (const here of ['timing', 'text'] as const) {
          const does = actionScopes[id] === 'everywhere' || actionScopes[id] === here
          const writes =
            here === 'text' && (press.key.length !== 1 || isThirdLevel(layout, press) || !hasModifier(press))
          const wanted: ActionId | 'writes' | undefined = writes ? 'writes' : does ? id : undefined
          const found = actionOf(press, keyboard, here, keymap)
          if (wanted ? found !== wanted : found === id) wrong.push(`${chord} ${here}: ${found} for ${wanted}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('what Alt or AltGr write is written in a text, and nothing that is written there does anything else', () => {
    const written = Object.keys(layout.alt ?? {}).map((code) =>
      pressAt(layout, code, layout.isMac ? ['Alt'] : ['Ctrl', 'Alt']),
    )
    for (const press of [...written, ...pressesOf(layout, []), ...pressesOf(layout, ['Shift'])])
      expect([press, actionOf(press, keyboard, 'text')]).toEqual([press, 'writes'])
  })
})

const hasModifier = ({ altKey, ctrlKey, metaKey }: KeyPress): boolean => altKey || ctrlKey || metaKey
const isThirdLevel = ({ alt, isMac }: Layout, { code, altKey, ctrlKey, metaKey }: KeyPress): boolean =>
  altKey && !metaKey && (isMac || ctrlKey) && alt?.[code] !== undefined

test.each([
  ['QWERTZ', 'KeyY', 'undo'],
  ['QWERTZ', 'KeyZ', 'redo'],
  ['AZERTY', 'KeyW', 'undo'],
  ['AZERTY', 'KeyQ', 'select_all'],
  ['Dvorak', 'Slash', 'undo'],
  ['Cyrillic', 'KeyZ', 'undo'],
  ['Polish', 'KeyZ', 'undo'],
] as const)('Ctrl on %s with the key at %s: %s', (name, code, id) => {
  // Without any earlier typing, so that the first key counts.
  expect(actionOf(pressAt(layouts[name]!, code, ['Ctrl']), new KeyLayout(false), 'timing')).toBe(id)
})

test.each([
  ['QWERTZ', 'BracketRight', [], 'zoom_in'],
  ['QWERTZ', 'Slash', [], 'zoom_out'],
  ['QWERTZ', 'Digit7', ['Shift'], 'split'],
  ['QWERTZ', 'BracketLeft', [], 'snap_start'],
  ['QWERTZ', 'Comma', ['Shift'], 'end_frame_back'],
  ['QWERTZ', 'Digit7', ['Ctrl', 'Alt'], 'align_7'],
  ['AZERTY', 'KeyM', [], 'start_frame_back'],
  ['AZERTY', 'Semicolon', [], 'merge'],
  ['AZERTY', 'Comma', ['Shift'], 'start_frame_forward'],
  ['AZERTY', 'Digit0', ['Alt'], 'wave_auto'],
  ['AZERTY', 'Digit0', ['Alt', 'Shift'], 'wave_auto'],
  ['Dvorak', 'KeyW', [], 'start_frame_back'],
  ['Dvorak', 'BracketLeft', [], 'split'],
  ['Dvorak', 'Minus', [], 'snap_start'],
  ['Cyrillic', 'Slash', [], 'split'],
  ['Cyrillic', 'Period', [], 'start_frame_forward'],
] as const)('signs on %s: %s %s is %s', (name, code, held, id) => {
  const layout = layouts[name]!
  expect(actionOf(pressAt(layout, code, held), keyboardOf(layout), 'timing')).toBe(id)
})

test('places of digits and signs are those of the keyboard that has no other name for them', () => {
  const keyboard = new KeyLayout(false)
  const press = (code: string, key: string): KeyPress => ({ ...pressAt(US_LAYOUT, code, ['Ctrl', 'Alt']), key })
  expect(actionOf(press('Numpad3', '3'), keyboard, 'text')).toBe('align_3')
  expect(actionOf(press('Digit3', '3'), keyboard, 'text')).toBe('align_3')
  for (const key of '#{[]') expect(actionOf(press('Digit3', key), keyboard, 'text')).toBe('writes')
})

const US_LAYOUT: Layout = US
