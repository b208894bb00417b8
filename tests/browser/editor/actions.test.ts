import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { type ActionId, actionIds } from '#src/editor/keys/action-ids.ts'
import { actions } from '#src/editor/shell/actions.ts'
import { tidyCues } from '#tests/support/arbitrary.ts'
import { openEditor } from '#tests/support/editor.ts'
import { overlaps, show, tl } from '#tests/support/notation.ts'

// Other test files read the settings of this browser.
beforeAll(() => void vi.spyOn(Storage.prototype, 'setItem').mockReturnValue())

/** Actions that leave the editor: the clipboard, windows, files. */
const outside: readonly ActionId[] = [
  ...(['copy_lines', 'cut_lines', 'paste_lines', 'paste_in_place', 'copy_link'] as const),
  ...(['full_screen', 'own_window', 'mirror', 'import_subtitle', 'save', 'spelling', 'next_misspelling'] as const),
  // They run with time, or repeat others.
  ...(['suggestions', 'suggest_line', 'hold_line', 'hold_new_line', 'macro_record', 'macro_repeat'] as const),
  ...(['undo', 'redo', 'play', 'shuttle_back', 'shuttle_forward'] as const),
]
const inside = actionIds.filter((id) => !outside.includes(id))

test('every action has a function, and each name occurs once', () => {
  expect(Object.keys(actions).sort()).toEqual([...actionIds].sort())
  expect(new Set(actionIds).size).toBe(actionIds.length)
})

test('whatever actions run, no line overlaps, and undo gives the document back', () => {
  const step = fc.record({
    id: fc.constantFrom(...inside),
    line: fc.nat(11),
    ms: fc.integer({ min: 0, max: 60_000 }),
    isMarked: fc.boolean(),
  })
  fc.assert(
    fc.property(tidyCues, fc.array(step, { maxLength: 12 }), (cues, steps) => {
      const { editor } = openEditor('', undefined, [], { cues })
      const { session, playhead, panels } = editor
      const before = show(session.list)
      for (const { id, line, ms, isMarked } of steps) {
        const cue = session.list.at(line)
        if (cue) session.focus(cue.id)
        playhead.seek(ms)
        panels.range = isMarked ? { start: ms, end: ms + 900 } : undefined
        void editor.run(id)
        editor.dialogs.close()
      }
      expect(overlaps(session.list)).toBe(0)
      const after = show(session.list)
      let count = 0
      while (session.undo()) count++
      expect(show(session.list)).toBe(before)
      for (; count > 0; count--) session.redo()
      expect(show(session.list)).toBe(after)
    }),
    { numRuns: 500 },
  )
})

test.each<[ActionId, number, string]>([
  ['lead_in', 0, 'a[900-2000 one two] b[3000-4000 three]'],
  ['lead_out', 0, 'a[1000-2350 one two] b[3000-4000 three]'],
  ['start_frame_forward', 0, 'a[1040-2000 one two] b[3000-4000 three]'],
  ['end_back_10', 0, 'a[1000-1990 one two] b[3000-4000 three]'],
  ['set_start', 1500, 'a[1500-2000 one two] b[3000-4000 three]'],
  ['set_end', 1500, 'a[1000-1500 one two] b[3000-4000 three]'],
  ['line_to_playhead', 1500, 'a[1500-2500 one two] b[3000-4000 three]'],
  ['lines_forward_10', 0, 'a[1010-2010 one two] b[3000-4000 three]'],
  ['merge', 0, 'a[1000-4000 one two three]'],
  ['italic', 0, 'a[1000-2000 <i>one two</i>] b[3000-4000 three]'],
])('%s at %i ms makes %s', (id, ms, wanted) => {
  const { editor } = openEditor('a[1000-2000 one two] b[3000-4000 three]')
  editor.session.focus('a')
  editor.playhead.seek(ms)
  void editor.run(id)
  expect(show(editor.session.list)).toBe(wanted)
  expect(tl(wanted).length).toBe(editor.session.list.length)
})

test('a shot change is added at the frame of the playhead once, moved, removed, and undone', () => {
  const { editor, notices } = openEditor('a[1000-2000]')
  const shots = (): readonly number[] => editor.analysis.shotChanges
  editor.playhead.seek(1010)
  void editor.run('shot_add')
  void editor.run('shot_add')
  expect(shots()).toEqual([1000])
  editor.playhead.seek(1100)
  void editor.run('shot_to_playhead')
  expect(shots()).toEqual([1080])
  void editor.run('shot_remove')
  expect(shots()).toEqual([])
  void editor.run('shot_remove')
  expect(notices.at(-1)).toEqual({ kind: 'refused', reason: 'no_shot_change_near' })
  editor.session.undo()
  expect(shots()).toEqual([1080])
})

test('zoom and magnification stay within their limits', () => {
  const { editor } = openEditor('a[1000-2000]')
  const { panels } = editor
  for (let i = 0; i < 100; i++) void editor.run('zoom_in')
  const most = panels.scale.zoom
  void editor.run('zoom_in')
  expect(panels.scale.zoom).toBe(most)
  void editor.run('span_10s')
  expect(panels.scale).toEqual({ span: '10s', zoom: 1 })
  void editor.run('wave_higher')
  expect(panels.waveGain).toBeGreaterThan(1)
  void editor.run('wave_auto')
  expect(panels.waveGain).toBeUndefined()
})

test('the text box is below the lines, beside them, or closed', () => {
  const { editor } = openEditor('a[1000-2000 one]')
  const { panels } = editor
  const place = (): readonly unknown[] => [panels.hasText, panels.side]
  panels.hasText = false
  void editor.run('text_box')
  expect(place()).toEqual([true, undefined])
  void editor.run('text_side')
  expect(place()).toEqual([false, 'text'])
  void editor.run('text_box')
  expect(place()).toEqual([false, undefined])
})

test('a tool that does not apply leaves its key to others', () => {
  const { editor } = openEditor('')
  for (const id of ['play_line', 'to_start', 'delete_lines', 'insert_in_range', 'comments'] as const)
    expect(editor.run(id), id).toBe(false)
})
