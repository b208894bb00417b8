import { type Actions, edit, opens } from '../../context/action.ts'
import type { Action } from '../../context/editor.ts'
import {
  bridge,
  type Command,
  edgeToBest,
  edgeToCut,
  edgeToPlayhead,
  endAndNext,
  extend,
  lineToPlayhead,
  nudge,
  nudgeFrame,
  nudgeLines,
  nudgeLinesFrame,
  shiftToPlayhead,
} from '../../model/document/commands.ts'
import { type Edge, edgesOf } from '../timeline/edge-preview.ts'
import { markSync, openSync } from './sync-points.ts'
import { holdLine, holdNewLine } from './tap-timing.ts'

/** A line starts a little before its sound and ends after it, for reading: other editors have keys for it. */
const LEAD_IN_MS = 100
const LEAD_OUT_MS = 350

/** Moves an edge and shows the pictures around it. */
const moveEdge =
  (edge: Edge, command: Command): Action =>
  (editor) => {
    const { session } = editor
    if (!session.run(command)) return false
    if (session.focused) edgesOf(editor).showBriefly(edge, session.focused[edge])
  }

export const timingActions = {
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
  shift_by: opens({ name: 'shift' }),
  sync_point: markSync,
  sync: openSync,
  go_to: opens({ name: 'go_to' }),
} satisfies Actions
