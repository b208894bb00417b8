import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { snapshot, subscribe } from 'valtio'
import type { ActionId } from './action-ids.ts'
import { type Chord, nameOfChord } from './chord.ts'
import { type Keymap, keymapOf } from './keymap.ts'
import { isMac } from './platform.ts'
import { keys } from './stored-keys.ts'

/** Names of chords in the user's language. Cached, since the texts cost more than most components that use them. */
export function useChordName(): (chord: Chord) => string {
  const { t } = useTranslation('editor')
  return useMemo(() => {
    const words = { isMac, leftShift: t('left_shift'), rightShift: t('right_shift'), numberPad: t('number_pad') }
    return (chord: Chord) => nameOfChord(chord, words)
  }, [t])
}

/** The first key of an action; empty without one. */
export function useKeyName(): (id: ActionId) => string {
  const chosen = useSyncExternalStore(subscribeToKeys, chosenKeys)
  const nameOf = useChordName()
  const keymap = present(chosen)
  return useCallback(
    (id) => {
      const chord = keymap[id][0]
      return chord === undefined ? '' : nameOf(chord)
    },
    [keymap, nameOf],
  )
}

type Chosen = ReturnType<typeof chosenKeys>

/** The same value until the user changes a key. */
const chosenKeys = () => snapshot(keys)
const subscribeToKeys = (listener: () => void): (() => void) => subscribe(keys, listener)

let last: { readonly chosen: Chosen; readonly keymap: Keymap } | undefined

/** One keymap for all: each tool names its key, and computing a keymap costs more than rendering a tool. */
function present(chosen: Chosen): Keymap {
  if (last?.chosen !== chosen) last = { chosen, keymap: keymapOf(chosen.preset, chosen.own) }
  return last.keymap
}
