import { AUTOSAVE_DELAY_MS } from '#core/domain/limits.ts'

/** What the editor waits for, in milliseconds. */
export const delays = {
  /** After the last change, until it is sent to the server; what sums up the text is drawn again with it. */
  save: AUTOSAVE_DELAY_MS,
  /** After the last letter, until all that shows the text has it. */
  typed: 300,
  /** For as long at most, where the user types on without a pause. */
  typedMost: 8000,
  /** After the last change, until the mark says that a save is under way. */
  longSave: 1500,
  /** After the last step, until a screen reader says what a held key came to. */
  speech: 500,
  /** After the last scroll of the rows, until they have their fields. */
  scroll: 60,
  /** After the last scroll of the rows or change of their width, until texts are measured. */
  rows: 100,
  /** After the last change of the style or of the shot changes, until it is sent. */
  write: 400,
  /** After the last change of what is kept with the account, until it is sent. */
  ownList: 500,
  /** After the last key of a search. */
  find: 120,
  /** For a pattern that is searched: one that takes longer never ends. */
  pattern: 3000,
  /** After the last key that moves an edge, until its frames go. */
  edge: 1500,
  /** Between two times of the playhead where a video shows its frames more rarely. */
  playhead: 120,
  /** Between two times that the clock shows: more could not be read. */
  clock: 30,
  /** For the first frame of the timeline: without WebGL and canvas there is none, and all else works. */
  drawn: 1000,
  /** For each pane that is read ahead, however busy the page is. */
  panes: 500,
  /** After the editor has opened, until it is kept for work without a network. */
  offline: 4000,
  /** For a dialog to take the focus and what was struck for it: it may be read over the network by a busy machine. */
  dialogKeys: 15_000,
  /** For the dialog that the last one may open. */
  nextDialog: 1000,
  /** Some frames: by then a dialog that opens has drawn, and one that closes is gone. */
  reopened: 80,
  /** A key that is let go sooner was not held: the new line gets its usual length. */
  heldKey: 200,
  /** Between two questions after a task, since its news may be lost. */
  poll: 2000,
  /** After the editor has opened, until the pages of others show it. */
  firstPresence: 300,
  /** What a page sent before it was left may come so much after the news that it was left. */
  latePresence: 5000,
  /** After the last edit, until the database has what local storage keeps until then. */
  log: 1000,
} as const

/** What shows the text follows what is typed after a pause. */
export const typingPause = { after: delays.typed, within: delays.typedMost } as const
