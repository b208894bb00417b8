import { expect, test, vi } from 'vitest'
import { sameFindings } from '#core/checks/check.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { edgeToPlayhead, insertLineBelow, splitAtPlayhead } from '#src/editor/model/document/commands.ts'
import { type LinkedVersion, VersionsChanged } from '#src/editor/store/linked/versions.ts'
import { FakeVersions, openEditor } from '#tests/support/editor.ts'
import { show, tl } from '#tests/support/notation.ts'
import { qualityOf } from '#src/editor/features/quality/quality.ts'
import { markSync } from '#src/editor/features/timing/sync-points.ts'
import { waitFor } from '#tests/support/wait-for.ts'

test('commands act at the playhead without a canvas and without a video', async () => {
  const { editor } = openEditor('a[1000-9000 Hello there]')
  editor.playhead.seek(3000)
  editor.session.run(edgeToPlayhead('start'))
  expect(show(editor.session.list)).toBe('a[3000-9000 Hello there]')
  editor.playhead.seek(5000)
  editor.session.run(splitAtPlayhead)
  expect(editor.session.list.cues.map(({ end }) => end)).toContain(5000)
})

test('the clock goes on by itself where there is no video', async () => {
  const { editor } = openEditor('a[0-1000]')
  editor.playhead.seek(2000)
  editor.playhead.toggle()
  await waitFor(() => expect(editor.playhead.ms).toBeGreaterThan(2050))
  editor.playhead.pause()
  const { ms } = editor.playhead
  editor.session.run(insertLineBelow)
  expect(editor.session.snapSources.playhead).toBe(ms)
})

test('a sync point is taken from the playhead, and the second one opens the dialog with both', () => {
  const { editor, notices } = openEditor('a[0-1000] b[5000-6000]')
  editor.playhead.seek(500)
  editor.session.focus('a')
  expect(markSync(editor)).toBe(true)
  expect(notices).toEqual([{ kind: 'sync_point_set', n: 1, time: '00:00:00,500' }])
  editor.playhead.seek(7000)
  editor.session.focus('b')
  markSync(editor)
  expect(editor.dialogs.state().open).toEqual({
    name: 'sync',
    marks: [
      { id: 'a', to: 500 },
      { id: 'b', to: 7000 },
    ],
  })
  expect(editor.dialogs.isModal).toBe(true)
})

test('one dialog is open at a time, with its arguments', () => {
  const { editor } = openEditor('a[0-1000]')
  const { dialogs } = editor
  const opened = vi.fn()
  dialogs.onOpen(opened)
  dialogs.open({ name: 'find', isReplacing: false })
  dialogs.open({ name: 'find', isReplacing: true })
  expect(opened).toHaveBeenCalledTimes(1)
  expect(dialogs.isModal).toBe(false)
  dialogs.open({ name: 'shift' })
  dialogs.close('find')
  expect(dialogs.state()).toEqual({ open: { name: 'shift' }, openings: 2 })
  dialogs.close()
  expect(dialogs.state().open).toBeUndefined()
})

test('a preview of either look replaces the last one and ends with an edit', () => {
  const { session } = openEditor('a[0-1000] b[2000-3000]').editor
  const patch = replacePatch(session.list, [{ ...session.list.cues[0]!, end: 1500 }])
  session.preview(patch, 'outlined')
  expect(session.cells.outlined && show(session.cells.outlined)).toBe('a[0-1500]')
  expect(session.cells.list).toBe(session.list)
  session.preview(patch)
  expect(show(session.cells.list)).toBe('a[0-1500] b[2000-3000]')
  session.edit('step_resize', patch)
  expect(session.cells.outlined).toBeUndefined()
  expect(session.cells.previewing).toBe(false)
})

test('a line that a task flags is a finding until it is edited, and again when that is undone', () => {
  const flag = { verdict: 'does_not_fit', rate: 1.8, note: '' }
  const { text } = tl('b[2000-3000]').cueAt(0)
  const { editor } = openEditor('a[0-1000] b[2000-3000]', undefined, [
    { ...flag, cue_id: 'a', cue: { start: 0, end: 900, text } },
    { ...flag, cue_id: 'b', cue: { start: 2000, end: 3000, text } },
    { ...flag, cue_id: 'gone', cue: null },
  ])
  const { session } = editor
  const quality = qualityOf(editor)
  const stop = quality.start()
  const flagged = (): readonly boolean[] => ['a', 'b', 'gone'].map((id) => quality.flags.has(id))
  expect(flagged()).toEqual([false, true, false])
  expect(quality.next(1)).toBe('b')
  const [, two] = session.list.cues
  session.edit('step_text', replacePatch(session.list, [{ ...two!, text: 'Deux' }]))
  expect(flagged()).toEqual([false, false, false])
  session.undo()
  expect(flagged()).toEqual([false, true, false])
  stop()
})

test('what is wrong with a line follows its drag, and the drop finds the same', () => {
  const { editor } = openEditor('a[0-1000] b[2000-3000]')
  const { session } = editor
  const quality = qualityOf(editor)
  const stop = quality.start()
  const rules = (): readonly string[] => quality.shownAt(0).map(({ rule }) => rule)
  expect(rules()).toEqual([])
  const [a] = session.list.cues
  const shortened = replacePatch(session.list, [{ ...a!, end: 200 }])
  session.preview(shortened)
  const dragged = quality.shownAt(0)
  expect(rules()).toContain('min_duration')
  session.cancel()
  expect(rules()).toEqual([])
  session.preview(shortened)
  session.edit('step_resize', shortened)
  expect(sameFindings(quality.shownAt(0), dragged)).toBe(true)
  stop()
})

test('splits are made in a linked reference version too, and undone with it', async () => {
  const versions = new FakeVersions({ other: 'x[1000-9000 one two]' })
  const { editor } = openEditor('a[1000-9000 eins zwei]', versions)
  const { reference, session, playhead } = editor
  await reference.choose('other')
  reference.cells.isLinked = true
  playhead.seek(5000)
  session.run(splitAtPlayhead)
  expect(reference.cells.list).toHaveLength(2)
  await waitFor(() => expect(versions.textOf('other').split('] ')).toHaveLength(2))
  session.undo()
  await waitFor(() => expect(versions.textOf('other')).toBe('x[1000-9000 one two]'))
  expect(reference.cells.list).toHaveLength(1)
  reference.cells.isLinked = false
  session.run(splitAtPlayhead)
  expect(reference.cells.list).toHaveLength(1)
})

test('an edit over versions is one step; where one of them was changed meanwhile nothing is', async () => {
  const versions = new FakeVersions({ other: 'x[0-1000 red]' })
  const { editor, notices } = openEditor('a[0-1000 red]', versions)
  const { session, linked } = editor
  const version = await versions.read('other')
  const blue = (list: LinkedVersion['list']) => replacePatch(list, [{ ...list.cues[0]!, text: 'blue' }])
  versions.isStale = true
  await expect(linked.edit('step_replace', blue, [{ version, patch: blue(version.list) }])).rejects.toThrow(
    VersionsChanged,
  )
  expect(show(session.list)).toBe('a[0-1000 red]')
  versions.isStale = false
  await linked.edit('step_replace', blue, [{ version, patch: blue(version.list) }])
  expect(show(session.list)).toBe('a[0-1000 blue]')
  expect(versions.textOf('other')).toBe('x[0-1000 blue]')
  session.undo()
  expect(show(session.list)).toBe('a[0-1000 red]')
  await waitFor(() => expect(versions.textOf('other')).toBe('x[0-1000 red]'))
  expect(notices).toContainEqual({ kind: 'undone', step: 'step_replace' })
})

test('a reference version that can not be changed along is said so and read again', async () => {
  const versions = new FakeVersions({ other: 'x[1000-9000 one two]' })
  const { editor, notices } = openEditor('a[1000-9000 eins zwei]', versions)
  await editor.reference.choose('other')
  editor.reference.cells.isLinked = true
  vi.spyOn(versions, 'write').mockRejectedValue(new Error('offline'))
  editor.playhead.seek(5000)
  editor.session.run(splitAtPlayhead)
  await waitFor(() => expect(notices).toContainEqual({ kind: 'others_not_changed', count: 1 }))
  await waitFor(() => expect(editor.reference.cells.list).toHaveLength(1))
})

test('doubtful words are gone to one by one, those that were edited no more', () => {
  const note = { rate: 1, cue: null }
  const { editor, notices } = openEditor('a[0-1000 fine] b[2000-3000 one tow tree]', undefined, [
    { cue_id: 'b', verdict: 'doubtful', note: 'tow tree', ...note },
  ])
  void editor.run('next_doubtful')
  expect([editor.session.cells.focus, editor.panels.textSelection]).toEqual(['b', { id: 'b', from: 4, to: 7 }])
  void editor.run('next_doubtful')
  expect(editor.panels.textSelection).toEqual({ id: 'b', from: 8, to: 12 })
  editor.session.type('b', 'one two')
  void editor.run('next_doubtful')
  expect(notices).toEqual([{ kind: 'no_doubtful' }])
})

test('the next untranslated line is one that says nothing, or the same as the source', async () => {
  const versions = new FakeVersions({ other: 's[0-1000 Hallo] t[2000-3000 two] u[4000-5000 drei]' })
  const { editor, notices } = openEditor('a[0-1000 Hello] b[2000-3000 two] c[4000-5000 ]', versions)
  await editor.reference.choose('other')
  for (const id of ['b', 'c', 'b']) {
    void editor.run('next_untranslated')
    expect(editor.session.cells.focus).toBe(id)
  }
  void editor.run('copy_source')
  editor.session.type('b', 'zwei')
  editor.session.type('c', 'three')
  void editor.run('next_untranslated')
  expect(notices.at(-1)).toEqual({ kind: 'all_translated' })
})
