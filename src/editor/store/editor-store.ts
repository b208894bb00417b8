import type { InputOf } from '#core/contract/index.ts'

/** Lines that a person wrote as the translation of another version. */
export type ConfirmedLines = InputOf<'patchVersion'>['confirmed']

/** Saves edits to the server or to a file. */
export interface EditorStore {
  /** What changed lines confirm, by their ids. */
  confirmedOf?: ((ids: Iterable<string>) => ConfirmedLines) | undefined
  /** Starts watching the session; returns a function that ends it. */
  start(): () => void
  /** Restores what an earlier visit could not save; true if there was anything. */
  recover(): Promise<boolean>
  /** Whether an edit would be lost if the page closed now. */
  isAtRisk(): boolean
  /** Saves what needs no consent of the user; false if it fails. */
  flush(): Promise<boolean>
  /** Saves at the user's request; false if it fails. */
  save(): Promise<boolean>
}
