import { describe, expect, test } from 'vitest'
import { actionIds } from '#src/editor/keys/action-ids.ts'
import { chordsOf, nameOfChord, readChord } from '#src/editor/keys/chord.ts'
import { KeyLayout } from '#src/editor/keys/layout.ts'
import { conflictsOf, keymapOf, presetIds, readKeys, writeKeys } from '#src/editor/keys/keymap.ts'

const press = (code: string, key: string, held: string[] = []) => ({
  code,
  key,
  altKey: held.includes('Alt'),
  ctrlKey: held.includes('Ctrl'),
  metaKey: false,
  shiftKey: held.includes('Shift'),
})

test.each([
  ['KeyS', 'KeyS'],
  ['Shift+Mod+KeyO', 'Mod+Shift+KeyO'],
  ['Char:+', 'Char:+'],
  ['Mod', undefined],
  ['Hyper+KeyA', undefined],
  ['Mod+Mod+KeyA', undefined],
  ['<script>', undefined],
])('the chord %s is read as %s', (text, read) => expect(readChord(text)).toBe(read))

test('a key press is the most exact chord first, and knows the two Shift keys apart', () => {
  const chords = (...of: Parameters<typeof press>) =>
    chordsOf(press(...of), new Set(['ShiftRight']), new KeyLayout(false))
  expect(chords('ArrowUp', 'ArrowUp', ['Shift'])).toEqual(['ShiftRight+ArrowUp', 'Shift+ArrowUp'])
  // The character of a key precedes its place.
  expect(chords('BracketRight', '+')).toEqual(['Char:+', 'BracketRight'])
  expect(chords('KeyO', 'o', ['Ctrl'])).toEqual(['Mod+KeyO'])
})

test('chords have names that a person knows', () => {
  const words = { isMac: false, leftShift: 'Left Shift', rightShift: 'Right Shift', numberPad: 'Num' }
  const named = ['Mod+Shift+KeyZ', 'ShiftLeft+ArrowUp', 'Char:+', 'Numpad4', 'F8', 'Slash']
  expect(named.map((chord) => nameOfChord(chord, words))).toEqual([
    'Ctrl+Shift+Z',
    'Left Shift+↑',
    '+',
    'Num 4',
    'F8',
    '/',
  ])
})

describe.each(presetIds)('the preset %s', (preset) => {
  const keymap = keymapOf(preset)
  test('has no key with two meanings', () => expect([...conflictsOf(keymap)]).toEqual([]))
  test('has the keys that always work, and only chords that can be read', () => {
    expect(keymap.play[0]).toBe('Space')
    expect(keymap.start_forward_10[0]).toBe('ShiftLeft+ArrowUp')
    for (const id of actionIds) for (const chord of keymap[id]) expect(readChord(chord)).toBe(chord)
  })
})

test('a conflict names both actions, unless they never meet', () => {
  const keymap = keymapOf('cuelane', { merge: ['KeyS'], split_at_caret: ['KeyQ'] })
  expect([...conflictsOf(keymap)]).toEqual([['KeyS', ['play_line', 'merge']]])
})

test('keys go to a file and come back; fixed ones can not be taken away, nonsense is left out', () => {
  const text = writeKeys('aegisub', { merge: ['Mod+KeyJ'], play: [] })
  const read = readKeys(text)!
  expect(read).toEqual({ preset: 'aegisub', own: { merge: ['Mod+KeyJ'], play: [] } })
  expect(keymapOf(read.preset, read.own)).toMatchObject({ merge: ['Mod+KeyJ'], play: ['Space'] })
  const odd = '{"cuelane_keys":1,"preset":"cuelane","own":{"merge":["%%",5,"KeyX"],"nothing":["KeyA"]}}'
  expect(readKeys(odd)).toEqual({ preset: 'cuelane', own: { merge: ['KeyX'] } })
  for (const bad of ['', '[]', 'null', '{"cuelane_keys":2}', '{"cuelane_keys":1,"preset":"x","own":{}}']) {
    expect(readKeys(bad)).toBeUndefined()
  }
})
