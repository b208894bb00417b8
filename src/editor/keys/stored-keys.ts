import { proxy, subscribe } from 'valtio'
import { type Bindings, type PresetId, readKeys, writeKeys } from './keymap.ts'

const STORED = 'cuelane-keys'

interface Keys {
  preset: PresetId
  own: Bindings
}

/** The keys that this person chose, kept in this browser. */
export const keys = proxy<Keys>(readKeys(localStorage.getItem(STORED) ?? '') ?? { preset: 'cuelane', own: {} })

subscribe(keys, () => localStorage.setItem(STORED, writeKeys(keys.preset, keys.own)))
