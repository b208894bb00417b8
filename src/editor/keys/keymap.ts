import { type ActionId, actionIds, actionScopes, type Scope } from './action-ids.ts'
import { type Chord, readChord } from './chord.ts'

/** The chords of each action; empty without keys. */
export type Keymap = Readonly<Record<ActionId, readonly Chord[]>>

/** Chords that a preset or the user changes from the default. */
export type Bindings = Readonly<Partial<Record<ActionId, readonly Chord[]>>>

/** Keys that work in every preset, so that users can rely on them on any computer. */
const fixed: Bindings = {
  play: ['Space'],
  zoom_in: ['Char:+', 'Char:=', 'NumpadAdd'],
  zoom_out: ['Char:-', 'NumpadSubtract'],
  previous_line: ['Alt+ArrowUp'],
  next_line: ['Alt+ArrowDown'],
  start_back_1: ['ShiftLeft+ArrowLeft'],
  start_forward_1: ['ShiftLeft+ArrowRight'],
  start_forward_10: ['ShiftLeft+ArrowUp'],
  start_back_10: ['ShiftLeft+ArrowDown'],
  end_back_1: ['ShiftRight+ArrowLeft'],
  end_forward_1: ['ShiftRight+ArrowRight'],
  end_forward_10: ['ShiftRight+ArrowUp'],
  end_back_10: ['ShiftRight+ArrowDown'],
}

/** Keys of every preset that all programs share. */
const common: Bindings = {
  undo: ['Mod+KeyZ'],
  redo: ['Mod+Shift+KeyZ', 'Mod+KeyY'],
  save: ['Mod+KeyS'],
  find: ['Mod+KeyF'],
  replace: ['Mod+KeyH'],
  palette: ['Mod+KeyK', 'Mod+Shift+KeyP'],
  key_sheet: ['F1', 'Char:?'],
  select_all: ['Mod+KeyA'],
  delete_lines: ['Delete'],
  edit_text: ['Enter'],
  split_at_caret: ['Mod+Enter'],
  next_text: ['Tab'],
  previous_text: ['Shift+Tab'],
  italic: ['Mod+KeyI'],
  bold: ['Mod+KeyB'],
  underline: ['Mod+KeyU'],
  align_1: ['Mod+Alt+Numpad1', 'Mod+Alt+Digit1'],
  align_2: ['Mod+Alt+Numpad2', 'Mod+Alt+Digit2'],
  align_3: ['Mod+Alt+Numpad3', 'Mod+Alt+Digit3'],
  align_4: ['Mod+Alt+Numpad4', 'Mod+Alt+Digit4'],
  align_5: ['Mod+Alt+Numpad5', 'Mod+Alt+Digit5'],
  align_6: ['Mod+Alt+Numpad6', 'Mod+Alt+Digit6'],
  align_7: ['Mod+Alt+Numpad7', 'Mod+Alt+Digit7'],
  align_8: ['Mod+Alt+Numpad8', 'Mod+Alt+Digit8'],
  align_9: ['Mod+Alt+Numpad9', 'Mod+Alt+Digit9'],
  style_pane: ['Alt+KeyY'],
  text_box: ['Alt+KeyX'],
  text_side: ['Alt+Shift+KeyX'],
  translating: ['Alt+KeyT'],
  next_untranslated: ['Alt+KeyJ'],
  copy_source: ['Alt+KeyO'],
  suggest_line: ['Alt+KeyI'],
  memory: ['Alt+Shift+KeyV'],
  use_memory: ['Alt+KeyV'],
  confirm_line: ['Alt+Shift+KeyK'],
  next_doubtful: ['Alt+KeyW'],
  next_misspelling: ['Alt+KeyG'],
  suggestions: ['Mod+Period'],
  speaker_1: ['Digit1'],
  speaker_2: ['Digit2'],
  speaker_3: ['Digit3'],
  speaker_4: ['Digit4'],
  speaker_5: ['Digit5'],
  speaker_6: ['Digit6'],
  speaker_7: ['Digit7'],
  speaker_8: ['Digit8'],
  speaker_9: ['Digit9'],
  speaker_none: ['Digit0'],
  next_unsure_speaker: ['Alt+KeyK'],
  mute: ['Alt+KeyM'],
  volume_up: ['Mod+ArrowUp'],
  volume_down: ['Mod+ArrowDown'],
  scrub_sound: ['Shift+KeyW'],
  edge_frames: ['Shift+KeyE'],
  full_screen: ['Alt+Enter'],
  own_window: ['Alt+KeyP'],
  mirror: ['Alt+Shift+KeyP'],
  player_place: ['Alt+KeyL'],
  typing_frame_back: ['Alt+Shift+Comma'],
  typing_frame_forward: ['Alt+Shift+Period'],
  copy_lines: ['Mod+KeyC'],
  cut_lines: ['Mod+KeyX'],
  paste_lines: ['Mod+KeyV'],
  paste_in_place: ['Mod+Shift+KeyV'],
  go_to: ['Mod+KeyG'],
  statistics: ['Alt+KeyS'],
  macro_record: ['Alt+Shift+KeyR'],
  macro_repeat: ['Alt+Shift+KeyA'],
  macros: ['Alt+Shift+KeyM'],
  comment: ['Alt+KeyC'],
  next_comment: ['Alt+KeyN'],
  resolve_comment: ['Alt+KeyR'],
  comments: ['Alt+Shift+KeyC'],
  readings: ['Alt+Shift+KeyN'],
}

const cuelane: Bindings = {
  loop_line: ['Shift+KeyS'],
  play_line: ['KeyS'],
  play_before: ['KeyQ'],
  play_after: ['KeyW'],
  play_first: ['KeyE'],
  play_last: ['KeyD'],
  shuttle_back: ['KeyJ'],
  shuttle_stop: ['KeyK'],
  shuttle_forward: ['KeyL'],
  frame_back: ['ArrowLeft'],
  frame_forward: ['ArrowRight'],
  second_back: ['Alt+ArrowLeft'],
  second_forward: ['Alt+ArrowRight'],
  previous_word: ['Alt+Shift+ArrowLeft'],
  next_word: ['Alt+Shift+ArrowRight'],
  to_start: ['Home'],
  to_end: ['End'],
  lines_only: ['Shift+KeyL'],
  play_on_choice: ['Shift+KeyP'],
  line_at_playhead: ['KeyA'],
  seek_on_choice: ['Shift+KeyA'],
  set_start: ['KeyI'],
  set_end: ['KeyO'],
  set_end_next: ['KeyP'],
  hold_new_line: ['KeyN'],
  hold_line: ['KeyH'],
  line_to_playhead: ['Shift+KeyI'],
  snap_start: ['BracketLeft'],
  snap_end: ['BracketRight'],
  cut_start: ['Shift+BracketLeft'],
  cut_end: ['Shift+BracketRight'],
  extend_start: ['Mod+BracketLeft'],
  extend_end: ['Mod+BracketRight'],
  lead_in: ['KeyC'],
  lead_out: ['Shift+KeyC'],
  bridge: ['KeyB'],
  start_frame_back: ['Comma'],
  start_frame_forward: ['Period'],
  end_frame_back: ['Shift+Comma'],
  end_frame_forward: ['Shift+Period'],
  lines_back_10: ['Mod+ArrowLeft'],
  lines_forward_10: ['Mod+ArrowRight'],
  lines_frame_back: ['Alt+Comma'],
  lines_frame_forward: ['Alt+Period'],
  shift_to_playhead: ['KeyR'],
  shift_by: ['KeyT'],
  sync_point: ['KeyY'],
  sync: ['Shift+KeyT'],
  insert_in_range: ['Shift+KeyN'],
  insert_below: ['Insert'],
  insert_above: ['Shift+Insert'],
  merge: ['KeyM'],
  split: ['Slash'],
  balance: ['Mod+Alt+KeyB'],
  shot_add: ['KeyU'],
  shot_remove: ['Shift+KeyU'],
  shot_to_playhead: ['Alt+KeyU'],
  drag_mode: ['KeyG'],
  follow_mode: ['KeyF'],
  list_follows: ['Shift+KeyF'],
  list_middle: ['Shift+KeyM'],
  spectrum: ['KeyV'],
  dub_voices: ['Shift+KeyD'],
  hear_line: ['Shift+KeyX'],
  record_line: ['Shift+KeyO'],
  takes: ['Shift+KeyK'],
  mix_or_original: ['Shift+KeyB'],
  wave_higher: ['Alt+Equal', 'Shift+NumpadAdd'],
  wave_lower: ['Alt+Minus', 'Shift+NumpadSubtract'],
  wave_auto: ['Alt+Digit0'],
  next_finding: ['F8'],
  previous_finding: ['Shift+F8'],
  next_flag: ['Alt+F8'],
  review_line: ['Mod+F8'],
  fix_overlaps: ['Mod+Shift+KeyO'],
}

/**
 * After Subtitle Edit's defaults. Browsers or systems use its Alt+Insert, F5, F10 and F12: Insert, S and O replace
 * them, beside free keys.
 */
const subtitleEdit: Bindings = {
  ...cuelane,
  play: ['Mod+Space'],
  play_line: ['KeyS'],
  set_start: ['F9', 'KeyI'],
  set_end: ['F10', 'KeyO'],
  second_back: ['ArrowLeft'],
  second_forward: ['ArrowRight'],
  frame_back: ['Mod+ArrowLeft'],
  frame_forward: ['Mod+ArrowRight'],
  lines_back_10: ['Mod+Shift+ArrowLeft'],
  lines_forward_10: ['Mod+Shift+ArrowRight'],
  insert_below: ['Insert', 'Alt+Insert'],
  insert_above: ['Mod+Shift+Insert'],
  merge: ['Mod+Shift+KeyM'],
  split_at_caret: ['Mod+Enter', 'Mod+Alt+KeyV'],
  extend_end: ['Mod+Shift+KeyE'],
  extend_start: ['Alt+Shift+KeyE'],
  shift_by: ['Mod+Shift+KeyA', 'KeyT'],
}

/** After Aegisub's audio keys. Browsers change tabs by its Ctrl+3 and Ctrl+4: Alt+3 and Alt+4 replace them. */
const aegisub: Bindings = {
  ...cuelane,
  play_line: ['KeyS', 'KeyR'],
  shift_to_playhead: ['Shift+KeyR'],
  loop_line: ['Shift+KeyS'],
  shuttle_stop: ['KeyK', 'KeyH'],
  hold_line: ['Shift+KeyH'],
  previous_line: ['KeyZ'],
  next_line: ['KeyX'],
  set_end_next: ['KeyG'],
  drag_mode: ['Shift+KeyG'],
  set_start: ['Alt+Digit3', 'KeyI'],
  set_end: ['Alt+Digit4', 'KeyO'],
  end_back_10: ['NumpadMultiply'],
  lead_out: ['KeyV'],
  spectrum: ['Shift+KeyV'],
  split: ['Mod+Shift+KeyD', 'Slash'],
}

export const presets = { cuelane, subtitle_edit: subtitleEdit, aegisub } as const
export type PresetId = keyof typeof presets
export const presetIds = Object.keys(presets) as PresetId[]

/** The keys of a preset with the user's changes; fixed keys always come first. */
export function keymapOf(preset: PresetId, own: Bindings = {}): Keymap {
  const chosen: Bindings = { ...common, ...presets[preset] }
  const entries = actionIds.map((id): [ActionId, readonly Chord[]] => {
    const set = own[id] ?? chosen[id] ?? []
    return [id, [...new Set([...(fixed[id] ?? []), ...set])]]
  })
  return Object.fromEntries(entries) as Record<ActionId, readonly Chord[]>
}

/** Whether a chord is fixed to an action in every preset. */
export const isFixed = (id: ActionId, chord: Chord): boolean => fixed[id]?.includes(chord) ?? false

/** Whether two scopes overlap. */
function meet(a: Scope, b: Scope): boolean {
  return a === 'everywhere' || b === 'everywhere' || a === b
}

/** The actions of each chord. */
export function ownersOf(keymap: Keymap): Map<Chord, ActionId[]> {
  const owners = new Map<Chord, ActionId[]>()
  for (const id of actionIds) {
    for (const chord of keymap[id]) owners.set(chord, [...(owners.get(chord) ?? []), id])
  }
  return owners
}

/** Chords with more than one action, and those actions. */
export function conflictsOf(keymap: Keymap): Map<Chord, ActionId[]> {
  const owners = ownersOf(keymap)
  for (const [chord, ids] of owners) {
    const meeting = ids.filter((id) => ids.some((other) => other !== id && meet(actionScopes[id], actionScopes[other])))
    if (meeting.length) owners.set(chord, meeting)
    else owners.delete(chord)
  }
  return owners
}

/** Keys as a file, for another computer. */
export function writeKeys(preset: PresetId, own: Bindings): string {
  return `${JSON.stringify({ cuelane_keys: 1, preset, own }, null, 2)}\n`
}

/** Reads a file of keys; undefined if invalid. Unknown actions and keys are left out. */
export function readKeys(text: string): { preset: PresetId; own: Bindings } | undefined {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return undefined
  }
  const file = data as { cuelane_keys?: unknown; preset?: unknown; own?: unknown } | null
  if (file?.cuelane_keys !== 1 || typeof file.own !== 'object' || !file.own) return undefined
  const preset = presetIds.find((id) => id === file.preset)
  if (!preset) return undefined
  const own: Partial<Record<ActionId, readonly Chord[]>> = {}
  for (const id of actionIds) {
    const chords = (file.own as Record<string, unknown>)[id]
    if (!Array.isArray(chords)) continue
    own[id] = chords.flatMap((chord) => (typeof chord === 'string' ? (readChord(chord) ?? []) : []))
  }
  return { preset, own }
}
