import { type Cue } from '#core/subtitle/cue/cue.ts'
import { dragModes } from '#core/timing/drag.ts'
import type { Editor, SidePane } from '../context/editor.ts'
import type { FollowSwitch } from '../media/following.ts'
import type { Action } from '../context/action.ts'
import type { ActionId } from '../keys/action-ids.ts'
import {
  balanceRows,
  bridge,
  type Command,
  edgeToBest,
  edgeToCut,
  edgeToPlayhead,
  endAndNext,
  extend,
  focusBy,
  insertInRange,
  insertLineAbove,
  insertLineBelow,
  lineToPlayhead,
  mergeWithNext,
  nudge,
  nudgeFrame,
  nudgeLines,
  nudgeLinesFrame,
  removeSelected,
  selectAll,
  shiftToPlayhead,
  sortLines,
  splitAtCaret,
  splitAtPlayhead,
} from '../model/document/commands.ts'
import { repeatMacro, toggleRecording } from '../features/macros/recording.ts'
import { openNextReadings } from '../features/people/open-readings.ts'
import { goToNextComment, openComment, resolveComments } from '../features/people/commenting.ts'
import { goToNextFlag, reviewLine } from '../features/quality/review.ts'
import { giveSpeaker, goToNextUnsure } from '../features/speakers/speaker-keys.ts'
import { followModes } from '../timeline/index.ts'
import type { Edge } from '../features/timeline/edge-preview.ts'
import { holdLine, holdNewLine } from '../features/lines/tap-timing.ts'
import { SUBTITLE_INPUT_ID } from '../features/import/SubtitleImport.tsx'
import { aligning, coloring, emphasizing, textColors } from '../features/style/text-style.ts'
import { askForSuggestions, doubtfulWords, goToNextMisspelling, goToNextWord } from '../features/text/go-to-word.ts'
import { suggestLine } from '../features/text/suggesting.ts'
import { copySource, goToNextUntranslated } from '../features/text/translating.ts'
import { copyLines, pasteFromClipboard, writeClipboard } from '../features/lines/clipboard.ts'

/** Time played around an edge. */
const AROUND_MS = 500
/** A line starts a little before its sound and ends after it, for reading: other editors have keys for it. */
const LEAD_IN_MS = 100
const LEAD_OUT_MS = 350

const edit =
  (command: Command): Action =>
  ({ session }) =>
    session.run(command)

/** Moves an edge and shows the pictures around it. */
const moveEdge =
  (edge: Edge, command: Command): Action =>
  ({ session, edges }) => {
    if (!session.run(command)) return false
    if (session.focused) edges.showBriefly(edge, session.focused[edge])
  }

const play =
  (part: (cue: Cue) => readonly [number, number], loop = false): Action =>
  ({ session, playhead }) => {
    const cue = session.focused
    if (!cue) return false
    const [from, to] = part(cue)
    playhead.playBetween(from, to, loop)
  }

const seekBy =
  (ms: number): Action =>
  ({ playhead }) =>
    playhead.seek(playhead.ms + ms)

const seekTo =
  (edge: 'start' | 'end'): Action =>
  ({ session, playhead }) => {
    const cue = session.focused
    if (!cue) return false
    playhead.seek(cue[edge])
  }

const side =
  (pane: SidePane): Action =>
  ({ panels }) => {
    panels.side = panels.side === pane ? undefined : pane
  }

const follow =
  (name: FollowSwitch): Action =>
  ({ following }) =>
    following.toggle(name)

/** Focuses a line by offset; the playhead follows by the switches. */
const goBy =
  (lines: number): Action =>
  (editor) => {
    if (!editor.session.run(focusBy(lines))) return false
    editor.accompany()
  }

/** Moves from text to text and selects all of it; at the end of the list the browser gets the key. */
const typeBy =
  (lines: number): Action =>
  (editor) => {
    const { session, caret } = editor
    const { focus, list } = session.cells
    const next = list.at((list.index.get(focus ?? '') ?? -Infinity) + lines)
    if (!caret.isInText || !next) return false
    editor.choose(next.id)
    caret.select()
  }

/** Inserts a line; unless the video plays, the playhead moves to it. */
const make =
  (command: Command): Action =>
  ({ session, playhead, following }) => {
    const before = session.cells.focus
    if (!session.run(command)) return false
    const { focused } = session
    if (focused && focused.id !== before && following.switches.seek && !playhead.isPlaying) playhead.seek(focused.start)
  }

/** Moves to the start of a word; reports if no word times are known. */
const wordBy =
  (by: 1 | -1): Action =>
  (editor) => {
    const ms = editor.spoken.beside(by)
    if (ms === undefined) editor.say('no_word_times')
    else editor.playhead.seek(ms)
  }

const cycle = <T>(values: readonly T[], value: T): T => values[(values.indexOf(value) + 1) % values.length]!

export const actions: Readonly<Record<ActionId, Action>> = {
  play: ({ playhead }) => playhead.toggle(),
  play_line: play(({ start, end }) => [start, end]),
  loop_line: play(({ start, end }) => [start, end], true),
  play_before: play(({ start }) => [start - AROUND_MS, start]),
  play_after: play(({ end }) => [end, end + AROUND_MS]),
  play_first: play(({ start, end }) => [start, Math.min(end, start + AROUND_MS)]),
  play_last: play(({ start, end }) => [Math.max(start, end - AROUND_MS), end]),
  shuttle_back: ({ playhead }) => playhead.shuttleBy(-1),
  shuttle_stop: ({ playhead }) => playhead.pause(),
  shuttle_forward: ({ playhead }) => playhead.shuttleBy(1),
  frame_back: (editor) => editor.stepFrames(-1),
  frame_forward: (editor) => editor.stepFrames(1),
  typing_frame_back: (editor) => editor.stepFrames(-1),
  typing_frame_forward: (editor) => editor.stepFrames(1),
  second_back: seekBy(-1000),
  second_forward: seekBy(1000),
  previous_word: wordBy(-1),
  next_word: wordBy(1),
  to_start: seekTo('start'),
  to_end: seekTo('end'),
  lines_only: follow('linesOnly'),
  play_on_choice: follow('play'),
  mute: ({ sound }) => sound.toggleMute(),
  volume_up: ({ sound }) => sound.changeBy(1),
  volume_down: ({ sound }) => sound.changeBy(-1),
  scrub_sound: ({ scrub: { cells } }) => {
    cells.isOn = !cells.isOn
  },

  set_start: edit(edgeToPlayhead('start')),
  set_end: edit(edgeToPlayhead('end')),
  set_end_next: edit(endAndNext),
  hold_new_line: holdNewLine,
  hold_line: holdLine,
  line_to_playhead: edit(lineToPlayhead),
  snap_start: edit(edgeToBest('start')),
  snap_end: edit(edgeToBest('end')),
  cut_start: edit(edgeToCut('start')),
  cut_end: edit(edgeToCut('end')),
  extend_start: edit(extend('start')),
  extend_end: edit(extend('end')),
  lead_in: moveEdge('start', nudge('start', -LEAD_IN_MS)),
  lead_out: moveEdge('end', nudge('end', LEAD_OUT_MS)),
  bridge: edit(bridge),
  start_back_1: moveEdge('start', nudge('start', -1)),
  start_forward_1: moveEdge('start', nudge('start', 1)),
  start_back_10: moveEdge('start', nudge('start', -10)),
  start_forward_10: moveEdge('start', nudge('start', 10)),
  start_frame_back: moveEdge('start', nudgeFrame('start', -1)),
  start_frame_forward: moveEdge('start', nudgeFrame('start', 1)),
  end_back_1: moveEdge('end', nudge('end', -1)),
  end_forward_1: moveEdge('end', nudge('end', 1)),
  end_back_10: moveEdge('end', nudge('end', -10)),
  end_forward_10: moveEdge('end', nudge('end', 10)),
  end_frame_back: moveEdge('end', nudgeFrame('end', -1)),
  end_frame_forward: moveEdge('end', nudgeFrame('end', 1)),
  lines_back_10: edit(nudgeLines(-10)),
  lines_forward_10: edit(nudgeLines(10)),
  lines_frame_back: edit(nudgeLinesFrame(-1)),
  lines_frame_forward: edit(nudgeLinesFrame(1)),
  shift_to_playhead: edit(shiftToPlayhead),
  shift_by: (editor) => editor.dialogs.open({ name: 'shift' }),
  sync_point: (editor) => editor.markSync(),
  sync: (editor) => editor.openSync(),
  shot_add: (editor) => editor.addShot(editor.playhead.ms),
  shot_remove: (editor) => editor.withShotAtPlayhead((ms) => editor.removeShot(ms)),
  shot_to_playhead: (editor) => editor.withShotAtPlayhead((ms) => editor.moveShot(ms)),
  drag_mode: ({ session: { cells } }) => {
    cells.dragMode = cycle(dragModes, cells.dragMode)
  },

  previous_line: goBy(-1),
  next_line: goBy(1),
  next_text: typeBy(1),
  previous_text: typeBy(-1),
  line_at_playhead: (editor) => editor.chooseAtPlayhead(),
  seek_on_choice: follow('seek'),
  select_all: edit(selectAll),
  go_to: (editor) => editor.dialogs.open({ name: 'go_to' }),
  insert_below: make(insertLineBelow),
  insert_above: make(insertLineAbove),
  insert_in_range: ({ session, panels }) => {
    if (!panels.range) return false
    session.run(insertInRange(panels.range))
    panels.range = undefined
  },
  merge: edit(mergeWithNext),
  split: edit(splitAtPlayhead),
  split_at_caret: ({ session }) => {
    const field = document.activeElement
    if (!(field instanceof HTMLTextAreaElement) || !field.closest('[data-cue]')) return false
    return session.run(splitAtCaret(field.selectionStart))
  },
  delete_lines: (editor) => {
    if (editor.session.cells.selection.length === 0) return false
    editor.dialogs.open({ name: 'delete' })
  },
  copy_lines: (editor) => void writeClipboard(editor, copyLines(editor)),
  cut_lines: (editor) => void cutToClipboard(editor),
  paste_lines: (editor) => void pasteFromClipboard(editor, false),
  paste_in_place: (editor) => void pasteFromClipboard(editor, true),
  edit_text: ({ caret }) => caret.enter(),
  text_box: (editor) => editor.toggleText(),
  text_side: (editor) => editor.toggleTextSide(),
  translating: (editor) => editor.toggleTranslating(),
  next_untranslated: (editor) => goToNextUntranslated(editor),
  copy_source: (editor) => copySource(editor),
  suggest_line: (editor) => void suggestLine(editor),
  balance: edit(balanceRows),
  italic: emphasizing('italic'),
  bold: emphasizing('bold'),
  underline: emphasizing('underline'),
  color_white: coloring(textColors.white),
  color_yellow: coloring(textColors.yellow),
  color_cyan: coloring(textColors.cyan),
  color_green: coloring(textColors.green),
  color_magenta: coloring(textColors.magenta),
  color_red: coloring(textColors.red),
  color_none: coloring(undefined),
  align_1: aligning(1),
  align_2: aligning(2),
  align_3: aligning(3),
  align_4: aligning(4),
  align_5: aligning(5),
  align_6: aligning(6),
  align_7: aligning(7),
  align_8: aligning(8),
  align_9: aligning(9),
  speaker_1: (editor) => giveSpeaker(editor, 1),
  speaker_2: (editor) => giveSpeaker(editor, 2),
  speaker_3: (editor) => giveSpeaker(editor, 3),
  speaker_4: (editor) => giveSpeaker(editor, 4),
  speaker_5: (editor) => giveSpeaker(editor, 5),
  speaker_6: (editor) => giveSpeaker(editor, 6),
  speaker_7: (editor) => giveSpeaker(editor, 7),
  speaker_8: (editor) => giveSpeaker(editor, 8),
  speaker_9: (editor) => giveSpeaker(editor, 9),
  speaker_none: (editor) => giveSpeaker(editor, 0),
  next_unsure_speaker: goToNextUnsure,
  sort_lines: edit(sortLines),
  find: ({ dialogs }) => dialogs.open({ name: 'find', isReplacing: false }),
  replace: ({ dialogs }) => dialogs.open({ name: 'find', isReplacing: true }),

  next_finding: (editor) => editor.goToFinding(1),
  previous_finding: (editor) => editor.goToFinding(-1),
  next_flag: (editor) => void goToNextFlag(editor),
  review_line: (editor) => void reviewLine(editor),
  next_doubtful: (editor) => {
    if (!goToNextWord(editor, (cue) => doubtfulWords(editor, cue))) editor.say('no_doubtful')
  },
  next_misspelling: (editor) => void goToNextMisspelling(editor),
  suggestions: (editor) => void askForSuggestions(editor),
  spelling: ({ spelling }) => spelling.toggle(),
  fix_overlaps: ({ fixing }) => void fixing.ask({ only: new Set(['sequence_time_error']) }),
  quality: side('quality'),
  statistics: side('statistics'),
  profiles: ({ dialogs }) => dialogs.open({ name: 'profiles' }),

  comment: (editor) => openComment(editor),
  next_comment: (editor) => goToNextComment(editor),
  resolve_comment: (editor) => void resolveComments(editor),
  comments: ({ people, panels }) => {
    if (!people) return false
    panels.side = panels.side === 'comments' ? undefined : 'comments'
  },
  readings: (editor) => openNextReadings(editor),

  zoom_in: (editor) => editor.zoomBy(1),
  zoom_out: (editor) => editor.zoomBy(-1),
  span_whole: (editor) => editor.showSpan('whole'),
  span_10min: (editor) => editor.showSpan('10min'),
  span_1min: (editor) => editor.showSpan('1min'),
  span_10s: (editor) => editor.showSpan('10s'),
  follow_mode: ({ panels }) => {
    panels.follow = cycle(followModes, panels.follow)
  },
  list_follows: follow('list'),
  list_middle: follow('middle'),
  time_display: ({ times }) => times.next(),
  spectrum: ({ panels }) => {
    panels.hasSpectrum = !panels.hasSpectrum
  },
  wave_higher: (editor) => editor.scaleWave(1),
  wave_lower: (editor) => editor.scaleWave(-1),
  wave_auto: ({ panels }) => {
    panels.waveGain = undefined
  },
  original: (editor) => editor.toggleReference(),
  speakers: side('speakers'),
  videos: (editor) => editor.toggleVideos(),
  style_pane: side('style'),
  safe_areas: ({ style: { cells } }) => {
    cells.hasSafeAreas = !cells.hasSafeAreas
  },
  edge_frames: ({ edges: { cells } }) => {
    cells.isOn = !cells.isOn
  },
  full_screen: ({ windows }) => void windows.toggleFullScreen(),
  own_window: ({ windows }) => void windows.toggleOwnWindow(),
  mirror: ({ windows }) => void windows.toggleMirror(),
  player_place: (editor) => editor.togglePlayerPlace(),

  save: ({ save }) => void save.save(),
  undo: ({ session }) => void session.undo(),
  redo: ({ session }) => void session.redo(),
  export_subtitle: (editor) => editor.dialogs.open({ name: 'export_subtitle' }),
  review_file: (editor) => editor.dialogs.open({ name: 'review_file' }),
  align_script: (editor) => editor.dialogs.open({ name: 'script' }),
  import_subtitle: () => document.getElementById(SUBTITLE_INPUT_ID)?.click(),
  transcribe_here: ({ session, library, dialogs }) => {
    // A new version belongs to the owner of the video.
    if (session.isReadOnly || library?.isOwn === false) return session.refuse('read_only')
    dialogs.open({ name: 'transcribe' })
  },
  compare: side('compare'),
  versions: ({ dialogs }) => dialogs.open({ name: 'versions' }),
  copy_link: (editor) => void editor.copyLink(),
  palette: (editor) => editor.dialogs.open({ name: 'palette' }),
  macro_record: (editor) => toggleRecording(editor),
  macro_repeat: (editor) => repeatMacro(editor, (_, id) => void actions[id](editor)),
  macros: ({ dialogs }) => dialogs.open({ name: 'macros' }),
  key_sheet: (editor) => editor.dialogs.open({ name: 'key_sheet' }),
  keys: (editor) => editor.dialogs.open({ name: 'keys' }),
  about: (editor) => editor.dialogs.open({ name: 'about' }),
  tour: ({ panels }) => {
    panels.isTouring = true
  },
}

async function cutToClipboard(editor: Editor): Promise<void> {
  // Deletes only after the lines are on the clipboard.
  if (await writeClipboard(editor, copyLines(editor))) editor.session.run(removeSelected)
}
