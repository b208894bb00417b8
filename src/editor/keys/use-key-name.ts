import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { ActionId } from './action-ids.ts'
import { type Chord, nameOfChord } from './chord.ts'
import { keymapOf } from './keymap.ts'
import { keys } from './stored-keys.ts'

const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/** What chords are called in the person's language. */
export function useChordName(): (chord: Chord) => string {
  const { t } = useTranslation('editor')
  const words = { isMac, leftShift: t('left_shift'), rightShift: t('right_shift') }
  return (chord) => nameOfChord(chord, words)
}

/** The first key of an action; empty where it has none. */
export function useKeyName(): (id: ActionId) => string {
  const { preset, own } = useSnapshot(keys)
  const nameOf = useChordName()
  const keymap = keymapOf(preset, own)
  return (id) => {
    const chord = keymap[id][0]
    return chord === undefined ? '' : nameOf(chord)
  }
}
