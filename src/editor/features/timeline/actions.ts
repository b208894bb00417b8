import { dragModes } from '#core/timing/drag.ts'
import { type Actions, cycle } from '../../context/action.ts'
import { followModes } from '../../timeline/index.ts'
import { edgesOf } from './edge-preview.ts'
import { scaleWave, showSpan, zoomBy } from './scale.ts'
import { addShot, moveShot, removeShot, withShotAtPlayhead } from './shots.ts'

export const timelineActions = {
  shot_add: (editor) => addShot(editor, editor.playhead.ms),
  shot_remove: (editor) => withShotAtPlayhead(editor, (ms) => removeShot(editor, ms)),
  shot_to_playhead: (editor) => withShotAtPlayhead(editor, (ms) => moveShot(editor, ms)),
  drag_mode: ({ session: { cells } }) => {
    cells.dragMode = cycle(dragModes, cells.dragMode)
  },
  zoom_in: (editor) => zoomBy(editor, 1),
  zoom_out: (editor) => zoomBy(editor, -1),
  span_whole: (editor) => showSpan(editor, 'whole'),
  span_10min: (editor) => showSpan(editor, '10min'),
  span_1min: (editor) => showSpan(editor, '1min'),
  span_10s: (editor) => showSpan(editor, '10s'),
  follow_mode: ({ panels }) => {
    panels.follow = cycle(followModes, panels.follow)
  },
  spectrum: ({ panels }) => {
    panels.hasSpectrum = !panels.hasSpectrum
  },
  wave_higher: (editor) => scaleWave(editor, 1),
  wave_lower: (editor) => scaleWave(editor, -1),
  wave_auto: ({ panels }) => {
    panels.waveGain = undefined
  },
  edge_frames: (editor) => {
    const { cells } = edgesOf(editor)
    cells.isOn = !cells.isOn
  },
} satisfies Actions
