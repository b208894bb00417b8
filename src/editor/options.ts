import { AUTOSAVE_DELAY_MS } from '#core/domain/limits.ts'

/** What the editor waits for, in milliseconds. */
export const delays = {
  /** After the last change, until it is sent to the server; what sums up the text is drawn again with it. */
  save: AUTOSAVE_DELAY_MS,
  /** After the last letter, until all that shows the text has it. */
  typed: 300,
  /** For as long at most, where the user types on without a pause. */
  typedMost: 8000,
} as const
