import { openDB } from 'idb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Digest } from '#core/subtitle/cue/digest.ts'
import { patchTo } from '#core/subtitle/cue/patch.ts'
import { openLogs, putEntries, rangeOf } from '#src/editor/store/local/database.ts'
import type { LogEntry } from '#src/editor/model/log.ts'
import { removeOldLogs } from '#src/editor/store/local/recover.ts'
import { LocalStore } from '#src/editor/store/local/store.ts'
import type { EditorSession } from '#src/editor/model/session.ts'
import { show, tl } from '#tests/support/notation.ts'
import { openSession } from '#tests/support/session.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let documents = 0
const newDocument = (): string => `document ${++documents} ${crypto.randomUUID()}`
const LINE = 'a[0-800] b[1000-1800]'

const full = (): never => {
  throw new DOMException('full', 'QuotaExceededError')
}
const fillDatabase = (): void => void vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
const fillLocalStorage = (): void => void vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)
const tail = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('cuelane-edits '))

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A document in a tab, opened on the server's text. */
class Tab {
  readonly session: EditorSession
  readonly store: LocalStore
  readonly stop: () => Promise<void>

  constructor(name: string, stored: string) {
    this.session = openSession(tl(stored).cues)
    this.store = new LocalStore(name, this.session)
    this.stop = this.store.start()
  }

  get text(): string {
    return show(this.session.list)
  }

  to(line: string): void {
    this.session.edit('step_time', patchTo(this.session.list, tl(line).cues))
  }

  /** The page ends at once: nothing more is written. */
  async crash(): Promise<void> {
    fillDatabase()
    await this.stop()
    vi.restoreAllMocks()
  }
}

async function visit(name: string, stored: string): Promise<Tab> {
  const tab = new Tab(name, stored)
  await tab.store.recover()
  return tab
}

/** What the next visit recovers if the server has a text. */
async function recovered(name: string, stored: string): Promise<string> {
  const tab = await visit(name, stored)
  const { text } = tab
  tab.store.markSaved(tab.store.place)
  await tab.stop()
  return text
}

async function stored(name: string): Promise<LogEntry[]> {
  const db = await openLogs()
  const entries = await db.getAll('log', rangeOf(name))
  db.close()
  return entries
}

const undoAll = ({ session }: Tab): number => {
  let steps = 0
  while (session.undo()) steps++
  return steps
}

describe('unsaved edits of a tab that is gone', () => {
  test.each(['crash', 'stop'] as const)('come back at the next visit after a %s', async (end) => {
    const name = newDocument()
    const tab = new Tab(name, LINE)
    tab.to('a[0-900] b[1000-1800]')
    tab.to('a[0-900] x[900-950] b[1000-1800 new text]')
    await tab[end]()
    expect(await recovered(name, LINE)).toBe('a[0-900] x[900-950] b[1000-1800 new text]')
    // The recovered edits are stored by then, and are no draft any more.
    expect(await recovered(name, 'a[0-900] x[900-950] b[1000-1800]')).toBe('a[0-900] x[900-950] b[1000-1800]')
  })

  test('stay with a tab that lives, and with their document', async () => {
    const name = newDocument()
    const tab = new Tab(name, LINE)
    tab.to('a[0-900] b[1000-1800]')
    expect(await recovered(name, LINE)).toBe(LINE)
    await tab.crash()
    expect(await recovered(newDocument(), LINE)).toBe(LINE)
    expect(await recovered(name, LINE)).toBe('a[0-900] b[1000-1800]')
  })

  test('are those that were made after the last save', async () => {
    const name = newDocument()
    const tab = new Tab(name, LINE)
    tab.to('a[0-900] b[1000-1800]')
    const { place } = tab.store
    tab.to('a[0-900] b[1000-1900]')
    tab.store.markSaved(place)
    await tab.crash()
    // Another page has changed since the last save.
    expect(await recovered(name, 'a[0-850] b[1000-1800]')).toBe('a[0-850] b[1000-1900]')
  })

  test('merge with a newer text of the server; what both changed is reported', async () => {
    const name = newDocument()
    const tab = new Tab(name, LINE)
    tab.to('a[0-800 mine] x[900-950] b[1000-1800]')
    await tab.crash()
    const next = await visit(name, 'n[0-10] a[0-800 theirs] b[1000-1900]')
    expect(next.text).toBe('n[0-10] a[0-800 mine] x[900-950] b[1000-1900]')
    expect(next.session.conflicts.all().map(({ id }) => id)).toEqual(['a'])
    await next.stop()
  })

  test('of two tabs are both there, once', async () => {
    const name = newDocument()
    const tabs = [new Tab(name, LINE), new Tab(name, LINE)] as const
    tabs[0].to('a[0-900] b[1000-1800]')
    tabs[1].to('a[0-800] b[1000-1900]')
    for (const tab of tabs) await tab.crash()
    expect(await recovered(name, LINE)).toBe('a[0-900] b[1000-1900]')
    expect(await recovered(name, LINE)).toBe(LINE)
  })

  test('come back where the tab that recovered them crashes as well', async () => {
    const name = newDocument()
    const tab = new Tab(name, LINE)
    tab.to('a[0-900] b[1000-1800]')
    await tab.crash()
    await (await visit(name, LINE)).crash()
    expect(await recovered(name, LINE)).toBe('a[0-900] b[1000-1800]')
  })

  test('include the last letter, and the letters are a step', async () => {
    const name = newDocument()
    const tab = new Tab(name, LINE)
    for (const text of ['H', 'Ha', 'Har', 'Harb']) tab.session.type('a', text)
    await tab.crash()
    const next = await visit(name, LINE)
    expect(next.text).toBe('a[0-800 Harb] b[1000-1800]')
    expect([undoAll(next), next.text]).toEqual([1, LINE])
    await next.stop()
  })

  test('stay right over more edits than are read at a visit', async () => {
    const name = newDocument()
    const tab = new Tab(name, LINE)
    for (let end = 1; end <= 2100; end++) {
      tab.to(`a[0-${end}] b[1000-1800]`)
      if (end % 500 === 0) tab.store.markSaved(tab.store.place)
      if (end % 100 === 0) await tab.store.flush()
    }
    expect((await stored(name)).length).toBeLessThan(1100)
    await tab.crash()
    const next = await visit(name, 'a[0-2000] b[1000-1800]')
    expect([next.text, undoAll(next)]).toEqual(['a[0-2100] b[1000-1800]', 2000])
    await next.stop()
  })
})

describe('an entry of the log', () => {
  test('is in local storage at once, each letter too, and in the database with others after a pause', async () => {
    const name = newDocument()
    const tab = new Tab(name, LINE)
    await tab.store.flush()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const commits = vi.spyOn(IDBTransaction.prototype, 'commit')
    const before = tail().length
    tab.to('a[0-810] b[1000-1800]')
    tab.session.type('a', 'H')
    const after = tail().length
    tab.session.type('a', 'Ha')
    expect([after - before >= 2, tail().length - after, commits.mock.calls.length]).toEqual([true, 1, 0])
    vi.advanceTimersByTime(5000)
    vi.useRealTimers()
    await waitFor(() => expect(tail()).toEqual([]))
    expect(commits).toHaveBeenCalledTimes(1)
    await tab.stop()
  })

  test.each([
    ['is large', () => undefined],
    ['local storage has no room for', fillLocalStorage],
  ])('that %s goes to the database at once', async (what, prepare) => {
    const name = newDocument()
    const lines = Array.from({ length: 60 }, (_, at) => `l${at}[${at * 1000}-${at * 1000 + 800}]`)
    const tab = new Tab(name, lines.join(' '))
    prepare()
    const changed = lines.map((line, at) => (what === 'is large' || at === 0 ? line.replace('800]', '820]') : line))
    tab.to(changed.join(' '))
    expect([tail(), tab.store.isAtRisk]).toEqual([[], true])
    expect([await tab.store.kept(), tab.store.isAtRisk]).toEqual([true, false])
    expect(await stored(name)).toHaveLength(1)
    await tab.crash()
    expect(await recovered(name, lines.join(' '))).toBe(changed.join(' '))
  })

  test('that is damaged costs itself', async () => {
    const name = newDocument()
    const tab = new Tab(name, LINE)
    tab.to('a[0-900] b[1000-1800]')
    const [key = ''] = tail()
    tab.to('a[0-900] b[1000-1900]')
    await tab.crash()
    localStorage.setItem(key, '{"kind":"edit",')
    expect(await recovered(name, LINE)).toBe('a[0-800] b[1000-1900]')
    expect(tail()).toEqual([])
  })

  test('that two pages bring to the database counts once', async () => {
    const name = newDocument()
    const tab = new Tab(name, LINE)
    for (const line of ['a[0-810] b[1000-1800]', 'a[0-820] b[1000-1800]']) tab.to(line)
    expect(await recovered(name, LINE)).toBe(LINE)
    const edits = async () => (await stored(name)).filter(({ kind }) => kind === 'edit')
    expect(await edits()).toHaveLength(2)
    await tab.store.flush()
    expect(await edits()).toHaveLength(2)
    await tab.crash()
    const next = await visit(name, LINE)
    expect([next.text, undoAll(next)]).toEqual(['a[0-820] b[1000-1800]', 2])
    await next.stop()
  })
})

describe('a browser without room', () => {
  test('is reported, and once there is room again everything is kept', async () => {
    const name = newDocument()
    const tab = new Tab(name, LINE)
    fillLocalStorage()
    fillDatabase()
    tab.to('a[0-820] b[1000-1800]')
    expect([await tab.store.kept(), tab.store.isAtRisk]).toEqual([false, true])
    vi.restoreAllMocks()
    tab.to('a[0-820] b[1000-1900]')
    expect(await tab.store.kept()).toBe(true)
    await tab.crash()
    expect(await recovered(name, LINE)).toBe('a[0-820] b[1000-1900]')
  })

  test('in its database keeps edits in local storage, until that has its share; what the server has is at no risk', async () => {
    const name = newDocument()
    const tab = new Tab(name, LINE)
    fillDatabase()
    let end = 800
    do tab.to(`a[0-${++end}] b[1000-1800]`)
    while (await tab.store.kept())
    expect(end).toBeGreaterThan(1000)
    tab.store.markSaved(tab.store.place)
    expect(tab.store.isAtRisk).toBe(false)
    vi.restoreAllMocks()
    await tab.store.flush()
    expect(tail()).toEqual([])
    await tab.stop()
  })

  test('in its database still brings back what is in local storage', async () => {
    const name = newDocument()
    const tab = new Tab(name, LINE)
    tab.to('a[0-900] b[1000-1800]')
    await tab.crash()
    fillDatabase()
    const next = await visit(name, LINE)
    expect(next.text).toBe('a[0-900] b[1000-1800]')
    vi.restoreAllMocks()
    await next.crash()
    expect(await recovered(name, LINE)).toBe('a[0-900] b[1000-1800]')
  })
})

describe('steps', () => {
  test('come back after a reload, those that were undone too', async () => {
    const name = newDocument()
    const first = new Tab(name, LINE)
    for (const end of [810, 820, 830]) first.to(`a[0-${end}] b[1000-1800]`)
    first.session.undo()
    first.store.markSaved(first.store.place)
    const { text } = first
    await first.stop()
    const second = await visit(name, text)
    expect(second.session.redo()).toBe(true)
    expect(second.text).toBe('a[0-830] b[1000-1800]')
    second.store.markSaved(second.store.place)
    await second.crash()
    const third = await visit(name, 'a[0-830] b[1000-1800]')
    expect([undoAll(third), third.text]).toEqual([3, LINE])
    await third.stop()
  })

  test('of another text stay away, and so do those of before an edit that was made first', async () => {
    const name = newDocument()
    const first = new Tab(name, LINE)
    first.to('a[0-900] b[1000-1800]')
    first.store.markSaved(first.store.place)
    const early = new Tab(name, first.text)
    const restored = early.store.recover()
    early.to('a[0-910] b[1000-1800]')
    await restored
    expect(undoAll(early)).toBe(1)
    await early.crash()
    await first.stop()
    const other = await visit(name, 'c[0-500]')
    expect(other.session.undo()).toBe(false)
    await other.stop()
  })

  test('end where the text of the server does', async () => {
    const name = newDocument()
    const first = new Tab(name, LINE)
    first.to('a[0-900] b[1000-1800]')
    first.store.markSaved(first.store.place)
    first.to('a[0-950] b[1000-1800]')
    // A second tab, while the first is open.
    const second = await visit(name, 'a[0-900] b[1000-1800]')
    expect([undoAll(second), second.text]).toEqual([1, LINE])
    await first.stop()
    await second.stop()
  })

  test('are carried past a change from outside', async () => {
    const name = newDocument()
    const first = new Tab(name, LINE)
    first.to('a[0-900] b[1000-1800]')
    first.session.adopt(tl('a[0-900] b[1000-1800] c[5000-6000]').cues)
    first.to('a[0-950] b[1000-1800] c[5000-6000]')
    first.store.markSaved(first.store.place)
    const { text } = first
    await first.stop()
    const second = await visit(name, text)
    expect([undoAll(second), second.text]).toEqual([2, 'a[0-800] b[1000-1800] c[5000-6000]'])
    await second.stop()
  })

  test('of the twenty documents that were edited last are kept; unsaved edits of all', async () => {
    const names = Array.from({ length: 23 }, newDocument)
    const step = { name: 'step_time', at: 0, patch: patchTo(tl(LINE), tl('a[0-900] b[1000-1800]').cues) } as const
    const db = await openLogs()
    const common = { kind: 'edit', step, tab: 'gone', seq: 1, text: '' } as const
    await db.clear('log')
    await putEntries(
      db,
      names.map((doc, at) => ({ ...common, doc, at, isUnsaved: at === 1 })),
    )
    await removeOldLogs(db)
    db.close()
    const left = await Promise.all(names.map(async (name) => (await stored(name)).length))
    expect(left).toEqual(names.map((_, at) => (at === 0 || at === 2 ? 0 : 1)))
  })
})

describe('what an earlier version of the editor kept', () => {
  /** Opens the database in its earlier version. */
  const openOld = () =>
    openDB('cuelane-journal', 3, {
      upgrade: (db) => {
        db.createObjectStore('beginnings', { keyPath: 'id' }).createIndex('key', 'key')
        db.createObjectStore('lines', { autoIncrement: true }).createIndex('id', 'id')
        db.createObjectStore('histories', { keyPath: 'fileId' })
        db.createObjectStore('steps', { keyPath: ['fileId', 'id'] }).createIndex('fileId', 'fileId')
        db.createObjectStore('moves', { autoIncrement: true }).createIndex('fileId', 'fileId')
      },
    })
  const texts = [LINE, 'a[0-810] b[1000-1800]', 'a[0-820] b[1000-1800]', 'a[0-830] b[1000-1800]'] as const
  const step = (at: number) => ({
    ...{ name: 'step_time', at: at * 5000 },
    patch: patchTo(tl(texts[at - 1]!), tl(texts[at]!).cues),
  })
  const digest = (at: number) => Digest.of(tl(texts[at]!).cues).text
  const move = (file: string, at: number) => ({
    fileId: file,
    writing: 'w',
    place: at,
    way: 'done',
    step: step(at),
    text: digest(at),
  })

  async function keepOld(name: string): Promise<void> {
    const db = await openOld()
    await db.put('beginnings', { id: `tab of ${name}`, key: name, base: tl(LINE).cues })
    await db.add('lines', { id: `tab of ${name}`, place: 1, patch: step(1).patch })
    await db.add('lines', { id: `tab of ${name}`, place: 2, patch: step(2).patch, settled: 1 })
    await db.put('steps', { fileId: name, id: 's1', step: step(1) })
    await db.put('histories', { fileId: name, writing: 'w', text: digest(1), past: ['s1'], future: [], at: 1 })
    await db.add('moves', move(name, 2))
    db.close()
    const last = { id: `tab of ${name}`, place: 3, patch: step(3).patch }
    localStorage.setItem(
      'cuelane-edit page 10',
      JSON.stringify([
        ['lines', last],
        ['moves', move(name, 3)],
        ['steps', {}],
      ]),
    )
    // Entries in both earlier storages.
    localStorage.setItem('cuelane-edit page 9', JSON.stringify([['moves', move(name, 2)]]))
    localStorage.setItem('cuelane-edit page 8', '[["lines",')
  }

  test('is carried over once: drafts, steps and the last edits in local storage', async () => {
    const name = newDocument()
    await keepOld(name)
    const next = await visit(name, texts[1])
    expect(next.text).toBe(texts[3])
    expect([undoAll(next), next.text]).toEqual([3, LINE])
    await next.stop()
    expect(Object.keys(localStorage).filter((key) => key.startsWith('cuelane-edit '))).toEqual([])
    expect((await indexedDB.databases()).map((db) => db.name)).not.toContain('cuelane-journal')
  })

  test('waits while a tab of that version lives', async () => {
    const name = newDocument()
    await keepOld(name)
    let release: () => void = () => undefined
    const held = navigator.locks.request(
      'cuelane-journal other',
      () => new Promise<void>((resolve) => (release = resolve)),
    )
    expect(await recovered(name, texts[1])).toBe(texts[1])
    release()
    await held
    expect(await recovered(name, texts[1])).toBe(texts[3])
  })
})
