import { AUTOSAVE_DELAY_MS } from '#core/domain/limits.ts'

/** What the editor waits for, in milliseconds. */
export const delays = {
  /** After the last change, until it is sent to the server; what sums up the text is drawn again with it. */
  save: AUTOSAVE_DELAY_MS,
  /** After the last letter, until all that shows the text has it. */
  typed: 300,
  /** For as long at most, where the user types on without a pause. */
  typedMost: 8000,
  /** After the last change, until the user is told that saving takes long. */
  longSave: 1500,
  /** After the last step, until a screen reader says what a held key came to. */
  speech: 500,
  /** After the last scroll of the rows, until they have their fields. */
  scroll: 60,
  /** After the last scroll of the rows or change of their width, until texts are measured. */
  rows: 100,
} as const

/** What shows the text follows what is typed after a pause. */
export const typingPause = { after: delays.typed, within: delays.typedMost } as const
