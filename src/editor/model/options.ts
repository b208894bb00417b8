import { AUTOSAVE_DELAY_MS } from '#core/domain/limits.ts'

/** Delays of the editor, in milliseconds. */
export const delays = {
  /** From the last change to its save; summaries of the text update with it. */
  save: AUTOSAVE_DELAY_MS,
  /** From the last letter to the update of everything that shows the text. */
  typed: 300,
  /** The longest such delay while the user types without a pause. */
  typedMost: 8000,
  /** From the last change to the mark of a save in progress. */
  longSave: 1500,
  /** From the last step to the announcement of a held key's result. */
  speech: 500,
  /** From the last change of style or shot changes to its save. */
  write: 400,
  /** From the last change of the account's lists to its save. */
  ownList: 500,
  /** From the last key to the search. */
  find: 120,
  /** Time limit of a pattern; a slower one may never end. */
  pattern: 3000,
  /** From the last key that moves an edge to hiding its frames. */
  edge: 1500,
  /** Between updates of the playhead when the video presents frames less often. */
  playhead: 120,
  /** Between updates of the clock, since faster ones are unreadable. */
  clock: 30,
  /** For the first frame of the timeline: without WebGL and canvas there is none, but all else works. */
  drawn: 1000,
  /** Limit for each pane that loads in advance, however busy the page is. */
  panes: 500,
  /** From opening the editor to caching it for offline use. */
  offline: 4000,
  /** For a dialog to take the focus and buffered keys: its code may load over a slow network. */
  dialogKeys: 15_000,
  /** For a dialog that the closed one may open. */
  nextDialog: 1000,
  /** Some frames, after which an opening dialog is drawn and a closing one removed. */
  reopened: 80,
  /** A key released sooner is not held: the new line gets its default duration. */
  heldKey: 200,
  /** Between polls of a task, since its events may be lost. */
  poll: 2000,
  /** From opening the editor to sending its presence. */
  firstPresence: 300,
  /** A page's last message may arrive this long after the notice of its closing. */
  latePresence: 5000,
  /** From the last edit to moving entries from local storage to the database. */
  log: 1000,
  /** From the last edit to the price of a dub, when the text is saved. */
  price: 2500,
  /** From the last wheel event to storing span and zoom. */
  scale: 120,
  /** Between updates of what the mix schedules next while it plays. */
  mix: 100,
  /** From the last sound of the mix to the rest of its audio context: it fades first. */
  mixRest: 500,
} as const

/** Parts that show the text follow typing after a pause. */
export const typingPause = { after: delays.typed, within: delays.typedMost } as const
