import { proxy, snapshot, subscribe } from 'valtio'
import * as z from 'zod/mini'
import { readCommand } from '#core/timing/typed-command.ts'
import { stored } from '#src/ui/stored.ts'
import { randomId } from '#src/api/random-id.ts'
import { OwnList, readItem } from '../../store/own-list.ts'
import type { Editor } from '../../context/editor.ts'
import { type ActionId, actionIds } from '../../keys/action-ids.ts'
import { type Chord, readChord } from '../../keys/chord.ts'
import { runTyped } from '../../context/run-typed.ts'
import { runAction } from './run-action.ts'
import { type MacroStep, MAX_STEPS } from './recorder.ts'

/** Recorded or written steps, run by one key. */
export interface Macro {
  readonly id: string
  name: string
  /** Empty without a key. */
  chord: Chord
  steps: MacroStep[]
}

const MAX_MACROS = 100
export const MACRO_NAME_LENGTH = 60

const action = z.enum(actionIds as readonly [ActionId, ...ActionId[]])
const step = z.union([
  z.object({ action }),
  z.object({ typed: z.string().check(z.maxLength(200)), inFrames: z.boolean() }),
])
const macro = z.object({
  id: z.string(),
  name: z.string().check(z.maxLength(MACRO_NAME_LENGTH)),
  chord: z.string(),
  steps: z.array(step).check(z.maxLength(MAX_STEPS)),
})
const kept = stored('cuelane-macros', z.array(macro), [])

/** The user's macros in this browser. */
export const macros = proxy<{ list: Macro[] }>({ list: kept.get() })
subscribe(macros, () => kept.set(snapshot(macros).list as Macro[]))

/** Synchronises macros with the account while an editor is open. */
export const followMacros = (): (() => void) =>
  new OwnList('macros', {
    items: () => macros.list.map((each) => ({ id: each.id, value: JSON.stringify(snapshotOf(each)) })),
    set: (items) => {
      macros.list = items.flatMap(({ value }) => readItem(value, macro) ?? [])
    },
    subscribe: (listener) => subscribe(macros, listener),
  }).start()

const snapshotOf = ({ id, name, chord, steps }: Macro): Macro => ({
  id,
  name,
  chord,
  steps: steps.map((each) => ({ ...each })),
})

/** Stores a recorded macro; the oldest is removed if there are too many. */
export function keepMacro(name: string, steps: readonly MacroStep[]): Macro {
  const made: Macro = { id: randomId(), name, chord: '', steps: [...steps] }
  macros.list = [...macros.list, made].slice(-MAX_MACROS)
  return made
}

/** The macro of a key; keys that type characters run none while the user types. */
export function macroOf(chord: Chord, isTyping: boolean): Macro | undefined {
  if (isTyping && !/^(?:Mod|Alt)\+|^F\d/.test(chord)) return undefined
  return macros.list.find((each) => each.chord !== '' && each.chord === readChord(chord))
}

/** Runs the steps of a macro, joined into one step for undo if possible. */
export function runMacro(
  editor: Editor,
  { steps }: Pick<Macro, 'steps'>,
  run = (id: ActionId): void => runAction(editor, id),
): void {
  const notation = editor.times.notation()
  editor.session.asOneStep(() => {
    for (const each of steps) {
      if ('action' in each) run(each.action)
      else {
        const read = readCommand(each.typed, { ...notation, unit: each.inFrames ? 'frames' : 'milliseconds' })
        if (read?.kind === 'command') runTyped(editor, read.command)
      }
    }
  })
}
