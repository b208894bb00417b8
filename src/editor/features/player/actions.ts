import type { Cue } from '#core/subtitle/cue/cue.ts'
import { type Actions, follow } from '../../context/action.ts'
import type { Action } from '../../context/editor.ts'
import { panelSettings } from '../../context/panels.ts'
import { playerSoundOf } from '../sound/player-sound.ts'
import { windowsOf } from './player-windows.ts'
import { scrubOf, stepFrames } from '../sound/scrub-sound.ts'

/** Time played around an edge. */
const AROUND_MS = 500

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

/** Moves to the start of a word; reports if no word times are known. */
const wordBy =
  (by: 1 | -1): Action =>
  (editor) => {
    const ms = editor.spoken.beside(by)
    if (ms === undefined) editor.say('no_word_times')
    else editor.playhead.seek(ms)
  }

export const playerActions = {
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
  frame_back: (editor) => stepFrames(editor, -1),
  frame_forward: (editor) => stepFrames(editor, 1),
  typing_frame_back: (editor) => stepFrames(editor, -1),
  typing_frame_forward: (editor) => stepFrames(editor, 1),
  second_back: seekBy(-1000),
  second_forward: seekBy(1000),
  previous_word: wordBy(-1),
  next_word: wordBy(1),
  to_start: seekTo('start'),
  to_end: seekTo('end'),
  lines_only: follow('linesOnly'),
  play_on_choice: follow('play'),
  mute: (editor) => playerSoundOf(editor).toggleMute(),
  volume_up: (editor) => playerSoundOf(editor).changeBy(1),
  volume_down: (editor) => playerSoundOf(editor).changeBy(-1),
  scrub_sound: (editor) => {
    const { cells } = scrubOf(editor)
    cells.isOn = !cells.isOn
  },
  time_display: ({ times }) => times.next(),
  full_screen: (editor) => void windowsOf(editor).toggleFullScreen(),
  own_window: (editor) => void windowsOf(editor).toggleOwnWindow(),
  mirror: (editor) => void windowsOf(editor).toggleMirror(),
  player_place: ({ panels }) => {
    panels.playerPlace = panels.playerPlace === 'right' ? 'top' : 'right'
    panelSettings.playerPlace.set(panels.playerPlace)
  },
} satisfies Actions
