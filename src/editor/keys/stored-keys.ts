import { proxy, subscribe } from 'valtio'
import * as z from 'zod/mini'
import { stored } from '#src/ui/stored.ts'
import { type Bindings, type PresetId, readKeys, writeKeys } from './keymap.ts'

/** The same text as in a file of keys. */
const kept = stored('cuelane-keys', z.string(), '')

interface Keys {
  preset: PresetId
  own: Bindings
}

/** The user's keys, stored in this browser. */
export const keys = proxy<Keys>(readKeys(kept.get()) ?? { preset: 'cuelane', own: {} })

subscribe(keys, () => kept.set(writeKeys(keys.preset, keys.own)))
