import type { ActionId } from '../keys/action-ids.ts'
import type { FollowSwitch } from '../media/following.ts'
import type { Command } from '../model/document/commands.ts'
import type { OpenDialog } from './dialogs.ts'
import type { Action } from './editor.ts'
import type { SidePane } from './panels.ts'

/** Actions of one feature; the shell joins those of all. */
export type Actions = Readonly<Partial<Record<ActionId, Action>>>

/** Runs a command on the text. */
export const edit =
  (command: Command): Action =>
  ({ session }) =>
    session.run(command)

/** Opens a side pane, or closes it. */
export const side =
  (pane: SidePane): Action =>
  ({ panels }) => {
    panels.side = panels.side === pane ? undefined : pane
  }

/** Switches what follows the playhead or the line in focus. */
export const follow =
  (name: FollowSwitch): Action =>
  ({ following }) =>
    following.toggle(name)

export const opens =
  (dialog: OpenDialog): Action =>
  ({ dialogs }) =>
    dialogs.open(dialog)

/** The value after another one; the first after the last. */
export const cycle = <T>(values: readonly T[], value: T): T => values[(values.indexOf(value) + 1) % values.length]!
