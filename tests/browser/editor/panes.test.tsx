import { afterEach, beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { CommandPalette } from '#src/editor/features/commands/CommandPalette.tsx'
import { ComparePane } from '#src/editor/features/compare/ComparePane.tsx'
import { FindBar } from '#src/editor/features/find/FindBar.tsx'
import { LineDetails } from '#src/editor/features/lines/LineDetails.tsx'
import { macros } from '#src/editor/features/macros/macros.ts'
import { MacrosDialog } from '#src/editor/features/macros/MacrosDialog.tsx'
import { FixDialog } from '#src/editor/features/quality/FixDialog.tsx'
import { qualityOf } from '#src/editor/features/quality/quality.ts'
import { QualityPane } from '#src/editor/features/quality/QualityPane.tsx'
import { StatisticsPane } from '#src/editor/features/statistics/StatisticsPane.tsx'
import { GoToDialog } from '#src/editor/features/timing/GoToDialog.tsx'
import { ShiftDialog } from '#src/editor/features/timing/ShiftDialog.tsx'
import { SyncDialog } from '#src/editor/features/timing/SyncDialog.tsx'
import { FakeVersions, openEditor } from '#tests/support/editor.ts'
import { show } from '#tests/support/notation.ts'
import { mount, named, shown, startWords, unmount } from './mount.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

beforeAll(startWords)
afterEach(unmount)

const button = (name: string): Promise<HTMLButtonElement> => named('button', name)

test('go to takes a line number or a time, and says what it can not find', async () => {
  const { editor } = openEditor('a[1000-2000 one] b[5000-6000 two]')
  mount(editor, <GoToDialog />)
  editor.dialogs.open({ name: 'go_to' })
  const field = await named<HTMLInputElement>('input', 'Line number or time')
  await userEvent.fill(field, '9')
  await userEvent.keyboard('{Enter}')
  expect(field.getAttribute('aria-invalid') ?? field.className).toBeTruthy()
  expect(editor.dialogs.state().open?.name).toBe('go_to')
  await userEvent.fill(field, '2')
  await userEvent.keyboard('{Enter}')
  expect(editor.session.cells.focus).toBe('b')
  expect(editor.playhead.ms).toBe(5000)
  expect(editor.dialogs.state().open).toBeUndefined()
})

test('a shift is previewed while it is typed, and applied as one step', async () => {
  const { editor } = openEditor('a[1000-2000 one] b[5000-6000 two]')
  const { session } = editor
  session.focus('b')
  mount(editor, <ShiftDialog />)
  editor.dialogs.open({ name: 'shift' })
  const exact = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('.shift-dialog input[placeholder]')
    if (!found) throw new RangeError('no field')
    return found
  })
  await userEvent.fill(exact, '500')
  await waitFor(() => expect(show(session.cells.outlined ?? session.cells.list)).toContain('b[5500-6500 two]'))
  expect(show(session.list)).toBe('a[1000-2000 one] b[5000-6000 two]')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(show(session.list)).toBe('a[1000-2000 one] b[5500-6500 two]'))
  session.undo()
  expect(show(session.list)).toBe('a[1000-2000 one] b[5000-6000 two]')
})

test('find counts matches as they are typed, goes through them, and is left by Escape', async () => {
  const { editor } = openEditor('a[0-1000 red cat] b[2000-3000 dog] c[4000-5000 red red]')
  mount(editor, <FindBar />)
  void editor.run('replace')
  const field = await named<HTMLInputElement>('input', 'Find')
  await userEvent.fill(field, 'red')
  await shown('of 3')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(editor.session.cells.focus).toBe('a'))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(editor.session.cells.focus).toBe('c'))
  await userEvent.fill(field, '(')
  await userEvent.keyboard('{Escape}')
  expect(editor.dialogs.state().open).toBeUndefined()
})

test('the palette runs an action by name, and a typed command', async () => {
  const { editor } = openEditor('a[1000-2000 one] b[5000-6000 two]')
  mount(editor, <CommandPalette />)
  editor.session.focus('b')
  for (const [typed, wanted] of [
    ['select all', 'a b'],
    ['go 1', 'a'],
  ] as const) {
    void editor.run('palette')
    const field = await waitFor(() => {
      const found = document.querySelector<HTMLInputElement>('[role="dialog"] input, .bp6-omnibar input')
      if (!found) throw new RangeError('no palette')
      return found
    })
    await userEvent.fill(field, typed)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(editor.session.cells.selection.join(' ')).toBe(wanted))
  }
})

test('findings are listed with the text of their rule, chosen by a click, and fixed by choice', async () => {
  const { editor } = openEditor('a[1000-1100 one] b[5000-5200 two]')
  const { session } = editor
  const quality = qualityOf(editor)
  const stops = [quality.start(), quality.work()]
  mount(
    editor,
    <>
      <QualityPane />
      <FixDialog />
    </>,
  )
  await shown('Fix all')
  await waitFor(() => expect(quality.all.size).toBe(2))
  await waitFor(() => expect(document.querySelectorAll('.finding').length).toBeGreaterThan(0))
  await userEvent.click([...document.querySelectorAll('.finding')].at(-1)!)
  expect(session.cells.focus).toBe('b')
  await userEvent.click(document.querySelector('.quality-fix')!)
  const boxes = await waitFor(() => {
    const all = document.querySelectorAll<HTMLInputElement>('.fix-dialog input[type="checkbox"]')
    expect(all).toHaveLength(3)
    return [...all]
  })
  boxes.at(-1)!.click()
  await shown('1 line would change')
  await userEvent.click(await button('Apply to 1 line'))
  await waitFor(() => expect(session.list.cueAt(0).end).toBeGreaterThan(1100))
  expect(session.list.cueAt(1).end).toBe(5200)
  session.undo()
  expect(show(session.list)).toBe('a[1000-1100 one] b[5000-5200 two]')
  for (const stop of stops) stop()
})

test('details show the figures of the line in focus and follow a typed letter', async () => {
  const { editor } = openEditor('a[1000-2000 four] b[5000-6000 two]')
  const stop = qualityOf(editor).start()
  mount(editor, <LineDetails />)
  editor.session.focus('a')
  await shown('4')
  const before = document.body.textContent
  editor.session.type('a', 'four and a lot more of text')
  editor.session.loop.flush()
  await waitFor(() => expect(document.body.textContent).not.toBe(before))
  stop()
})

test('statistics count lines and words, and again after an edit', async () => {
  const { editor } = openEditor('a[1000-2000 one two] b[5000-6000 three]')
  mount(editor, <StatisticsPane />)
  const figures = (): string[] => [...document.querySelectorAll('.statistics dd')].map((each) => each.textContent)
  await waitFor(() => expect(figures().slice(0, 2)).toEqual(['2', '3']))
  editor.session.type('b', 'three four five')
  editor.session.loop.flush()
  await waitFor(() => expect(figures().slice(0, 2)).toEqual(['2', '5']))
})

test('compare lists what differs from the reference version', async () => {
  const versions = new FakeVersions({ other: 'x[1000-2000 one] y[5000-6000 zwei]' })
  const { editor } = openEditor('a[1000-2000 one] b[5000-6000 two]', versions)
  await editor.reference.choose('other')
  mount(editor, <ComparePane />)
  await shown('zwei')
})

test('a recorded macro is listed, run as one step, renamed and deleted', async () => {
  const { editor } = openEditor('a[1000-2000 one] b[5000-6000 two]')
  const { session } = editor
  macros.list = [
    { id: 'm', name: 'Later', chord: '', steps: [{ action: 'lines_forward_10' }, { action: 'lines_forward_10' }] },
  ]
  session.focus('a')
  mount(editor, <MacrosDialog />)
  editor.dialogs.open({ name: 'macros' })
  await userEvent.fill(await named<HTMLInputElement>('input', 'Name of the macro'), 'Much later')
  await userEvent.click(await button('Run Much later'))
  expect(show(session.list)).toBe('a[1020-2020 one] b[5000-6000 two]')
  session.undo()
  expect(show(session.list)).toBe('a[1000-2000 one] b[5000-6000 two]')
  // A button of the dialog that is closing would be gone before its click.
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  editor.dialogs.open({ name: 'macros' })
  await userEvent.click(await button('Delete Much later'))
  expect(macros.list).toEqual([])
})

test('two sync points stretch all times between them', async () => {
  const { editor } = openEditor('a[1000-2000 one] b[5000-6000 two] c[9000-10000 three]')
  mount(editor, <SyncDialog />)
  editor.dialogs.open({
    name: 'sync',
    marks: [
      { id: 'a', to: 2000 },
      { id: 'c', to: 18_000 },
    ],
  })
  await waitFor(() => expect(editor.session.cells.outlined && show(editor.session.cells.outlined)).toContain('c[18000'))
})
