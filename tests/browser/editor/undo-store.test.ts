import { openDB } from 'idb'
import { expect, test, vi } from 'vitest'
import { setEdge } from '#core/timing/move.ts'
import { pageId } from '#src/api/page-id.ts'
import { UndoStore } from '#src/editor/saving/undo-store.ts'
import type { EditorSession } from '#src/editor/session.ts'
import { show, tl } from '#tests/support/notation.ts'
import { openSession } from '#tests/support/session.ts'

const LINE = 'a[0-1000] b[2000-3000]'
let files = 0
const newFile = (): string => `file ${++files} ${crypto.randomUUID()}`

function visit(file: string, text: string): { session: EditorSession; store: UndoStore } {
  const session = openSession(tl(text).cues)
  return { session, store: new UndoStore(file, session) }
}

function setEnd(session: EditorSession, ms: number): void {
  session.edit('step_resize', setEdge(session.list, 'a', 'end', ms, session.rules))
}

test('steps come back after a reload, those that were undone too', async () => {
  const file = newFile()
  const first = visit(file, LINE)
  for (const ms of [1100, 1200, 1300]) setEnd(first.session, ms)
  first.session.undo()
  await first.store.write()
  const second = visit(file, show(first.session.list))
  await second.store.restore()
  expect(second.session.redo()).toBe(true)
  expect(show(second.session.list)).toBe('a[0-1300] b[2000-3000]')
  for (let n = 0; n < 3; n++) second.session.undo()
  expect(show(second.session.list)).toBe(LINE)
  expect(second.session.undo()).toBe(false)
})

test('a write costs what was done since the last one', async () => {
  const file = newFile()
  const { session, store } = visit(file, LINE)
  for (let ms = 1001; ms <= 1400; ms++) setEnd(session, ms)
  expect(await store.write()).toBe(400)
  setEnd(session, 1500)
  expect(await store.write()).toBe(1)
  session.undo()
  expect(await store.write()).toBe(0)
  setEnd(session, 1600)
  expect(await store.write()).toBe(1)
  const later = visit(file, show(session.list))
  await later.store.restore()
  expect(later.session.cells.history.past).toHaveLength(401)
  setEnd(later.session, 1700)
  expect(await later.store.write()).toBe(1)
})

test('steps of another text stay away, and so do those of an edit that was made first', async () => {
  const file = newFile()
  const first = visit(file, LINE)
  setEnd(first.session, 1100)
  await first.store.write()
  const early = visit(file, show(first.session.list))
  const restored = early.store.restore()
  setEnd(early.session, 1200)
  await restored
  expect(early.session.cells.history.past).toHaveLength(1)
  const other = visit(file, 'a[0-500]')
  await other.store.restore()
  expect(other.session.undo()).toBe(false)
})

test('a step is there after a page that was gone at once, without a write of the whole', async () => {
  const file = newFile()
  const first = visit(file, LINE)
  const stop = first.store.start()
  await first.store.restore()
  setEnd(first.session, 1100)
  setEnd(first.session, 1200)
  first.session.undo()
  const left = show(first.session.list)
  const second = visit(file, left)
  await second.store.restore()
  stop()
  expect(second.session.cells.history.past).toHaveLength(1)
  expect(second.session.redo()).toBe(true)
  expect(show(second.session.list)).toBe('a[0-1200] b[2000-3000]')
  second.session.undo()
  second.session.undo()
  expect(show(second.session.list)).toBe(LINE)
})

test('steps that a page left in its log and in the database count once', async () => {
  const file = newFile()
  const first = visit(file, LINE)
  const stop = first.store.start()
  await first.store.restore()
  for (const ms of [1100, 1200, 1300]) setEnd(first.session, ms)
  first.session.undo()
  const left = show(first.session.list)
  for (const part of Object.keys(localStorage)) {
    if (part.startsWith(`cuelane-edit ${pageId} `))
      localStorage.setItem(part.replace(pageId, 'gone'), localStorage.getItem(part)!)
  }
  const second = visit(file, left)
  await second.store.restore()
  stop()
  expect(second.session.cells.history.past).toHaveLength(2)
  expect(second.session.redo()).toBe(true)
  expect(second.session.redo()).toBe(false)
})

test('steps go on from those that were written, and end where the text does', async () => {
  const file = newFile()
  const first = visit(file, LINE)
  const stop = first.store.start()
  await first.store.restore()
  setEnd(first.session, 1100)
  await first.store.write()
  setEnd(first.session, 1200)
  const left = show(first.session.list)
  // Noted, but the text did not get that far.
  setEnd(first.session, 1300)
  const second = visit(file, left)
  await second.store.restore()
  stop()
  expect(second.session.cells.history.past).toHaveLength(2)
  second.session.undo()
  second.session.undo()
  expect(show(second.session.list)).toBe(LINE)
})

test('after a change from outside the steps are written as they are by then', async () => {
  const file = newFile()
  const first = visit(file, LINE)
  const stop = first.store.start()
  await first.store.restore()
  setEnd(first.session, 1100)
  const outside = tl('a[0-1100] b[2000-3000] c[5000-6000]').cues
  first.session.adopt(outside, [])
  setEnd(first.session, 1200)
  const db = await openDB('cuelane-journal')
  await vi.waitFor(async () => expect(await db.get('histories', file)).toMatchObject({ past: { length: 2 } }))
  db.close()
  const second = visit(file, show(first.session.list))
  await second.store.restore()
  stop()
  second.session.undo()
  second.session.undo()
  expect(show(second.session.list)).toBe('a[0-1000] b[2000-3000] c[5000-6000]')
})
