/** Where an action's keys work: while the timeline or the list has the focus, while a text is typed, or both. */
export type Scope = 'timing' | 'text' | 'everywhere'

/** Every action that a person can give a key, by the groups in which they are shown. */
export const actionGroups = {
  playing: [
    'play',
    'play_line',
    'loop_line',
    'play_before',
    'play_after',
    'play_first',
    'play_last',
    'shuttle_back',
    'shuttle_stop',
    'shuttle_forward',
    'frame_back',
    'frame_forward',
    'second_back',
    'second_forward',
    'to_start',
    'to_end',
  ],
  timing: [
    'set_start',
    'set_end',
    'set_end_next',
    'hold_new_line',
    'hold_line',
    'line_to_playhead',
    'snap_start',
    'snap_end',
    'cut_start',
    'cut_end',
    'extend_start',
    'extend_end',
    'bridge',
    'start_back_1',
    'start_forward_1',
    'start_back_10',
    'start_forward_10',
    'start_frame_back',
    'start_frame_forward',
    'end_back_1',
    'end_forward_1',
    'end_back_10',
    'end_forward_10',
    'end_frame_back',
    'end_frame_forward',
    'lines_back_10',
    'lines_forward_10',
    'lines_frame_back',
    'lines_frame_forward',
    'shift_to_playhead',
    'shift_by',
    'drag_mode',
  ],
  lines: [
    'previous_line',
    'next_line',
    'select_all',
    'insert_below',
    'insert_above',
    'merge',
    'split',
    'split_at_caret',
    'delete_lines',
    'edit_text',
    'balance',
    'sort_lines',
    'find',
    'replace',
  ],
  quality: ['next_finding', 'previous_finding', 'fix_overlaps', 'quality'],
  view: [
    'zoom_in',
    'zoom_out',
    'span_whole',
    'span_10min',
    'span_1min',
    'span_10s',
    'follow_mode',
    'spectrum',
    'original',
    'speakers',
    'videos',
  ],
  file: [
    'save',
    'undo',
    'redo',
    'export_subtitle',
    'import_subtitle',
    'compare',
    'copy_link',
    'palette',
    'key_sheet',
    'keys',
    'tour',
    'about',
  ],
} as const

export type ActionGroup = keyof typeof actionGroups
export type ActionId = (typeof actionGroups)[ActionGroup][number]
export const actionGroupIds = Object.keys(actionGroups) as ActionGroup[]
export const actionIds: readonly ActionId[] = actionGroupIds.flatMap((group) => actionGroups[group])

const everywhere: readonly ActionId[] = [
  'undo',
  'redo',
  'save',
  'find',
  'replace',
  'palette',
  'next_finding',
  'previous_finding',
  'fix_overlaps',
  'previous_line',
  'next_line',
  'balance',
]

export const actionScopes = Object.fromEntries(actionIds.map((id) => [id, scopeOf(id)])) as Record<ActionId, Scope>

function scopeOf(id: ActionId): Scope {
  if (id === 'split_at_caret') return 'text'
  return everywhere.includes(id) ? 'everywhere' : 'timing'
}
