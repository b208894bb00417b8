import { afterEach, describe, expect, test, vi } from 'vitest'
import { type CueList, cueList } from '#core/subtitle/cue-list.ts'
import { applyPatch, type Patch, patchTo } from '#core/subtitle/patch.ts'
import { pageId } from '#src/api/page-id.ts'
import { inOneWriting, writeLog } from '#src/editor/saving/edit-log.ts'
import { forget, Journal, type Unsettled } from '#src/editor/saving/journal.ts'
import { show, tl } from '#tests/support/notation.ts'

let documents = 0

/** A document in a tab: its text, and the journal that is told of each change. */
class Tab {
  list: CueList
  readonly journal: Journal

  constructor(key: string, stored: string) {
    this.list = tl(stored)
    this.journal = new Journal(key, () => this.list)
    this.journal.begin(this.list)
    this.journal.open()
  }

  to(line: string): void {
    const patch: Patch = patchTo(this.list, tl(line).cues)
    this.list = applyPatch(this.list, patch)
    this.journal.append(patch)
  }

  /** The tab goes without a word: what it was told last is all that is left. */
  async crash(): Promise<void> {
    await this.journal.kept()
    await this.journal.close()
  }
}

const full = (): never => {
  throw new DOMException('full', 'QuotaExceededError')
}
const key = () => `document ${++documents}`
const text = ({ base, mine }: Unsettled) => `${show(cueList(base))} → ${show(cueList(mine))}`

async function left(name: string): Promise<string[]> {
  return (await new Journal(name, () => cueList([])).unsettled()).map(text)
}

describe('the journal of a document', () => {
  test('brings back what a lost tab had not stored', async () => {
    const name = key()
    const tab = new Tab(name, 'a[0-800] b[1000-1800]')
    tab.to('a[0-900] b[1000-1800]')
    tab.to('a[0-900] x[900-950] b[1000-1800 new text]')
    await tab.crash()
    expect(await left(name)).toEqual(['a[0-800] b[1000-1800] → a[0-900] x[900-950] b[1000-1800 new text]'])
  })

  test('takes nothing from a tab that lives, and nothing of another document', async () => {
    const name = key()
    const tab = new Tab(name, 'a[0-800]')
    tab.to('a[0-900]')
    expect(await tab.journal.kept()).toBe(true)
    expect(await left(name)).toEqual([])
    await tab.crash()
    expect(await left(key())).toEqual([])
    expect(await left(name)).toHaveLength(1)
  })

  test('knows what was stored while edits went on', async () => {
    const name = key()
    const tab = new Tab(name, 'a[0-800]')
    tab.to('a[0-900]')
    const { place } = tab.journal
    const sent = tab.list
    tab.to('a[0-950]')
    tab.journal.settle(sent, place)
    await tab.crash()
    expect(await left(name)).toEqual(['a[0-900] → a[0-950]'])
  })

  test('notes what was stored with the next edit, else a little later, at the latest when the page is left', async () => {
    const name = key()
    const tab = new Tab(name, 'a[0-800]')
    tab.to('a[0-850]')
    await tab.journal.kept()
    vi.useFakeTimers()
    const kept = vi.spyOn(Storage.prototype, 'setItem')
    const settle = (): void => tab.journal.settle(tab.list, tab.journal.place)
    settle()
    expect(kept).toHaveBeenCalledTimes(0)
    tab.to('a[0-860]')
    expect(kept).toHaveBeenCalledTimes(1)
    settle()
    vi.advanceTimersByTime(6000)
    expect(kept).toHaveBeenCalledTimes(2)
    tab.to('a[0-870]')
    settle()
    dispatchEvent(new Event('pagehide'))
    vi.advanceTimersByTime(6000)
    expect(kept).toHaveBeenCalledTimes(4)
    kept.mockRestore()
    vi.useRealTimers()
    tab.to('a[0-880]')
    await tab.crash()
    expect(await left(name)).toEqual(['a[0-870] → a[0-880]'])
  })

  test('hands each edit over at once: a page may be gone before the edit before it is written', async () => {
    const tab = new Tab(key(), 'a[0-800]')
    tab.to('a[0-850]')
    await tab.journal.kept()
    const kept = vi.spyOn(Storage.prototype, 'setItem')
    for (const end of [860, 870, 880]) tab.to(`a[0-${end}]`)
    expect(kept).toHaveBeenCalledTimes(3)
    kept.mockRestore()
  })

  test('letters wait for each other; what else is written comes after them, and a page that is left takes them along', async () => {
    const name = key()
    const tab = new Tab(name, 'a[0-800 x]')
    const type = (word: string): void => inOneWriting(() => tab.to(`a[0-800 ${word}]`), true)
    tab.to('a[0-800 xy]')
    await tab.journal.kept()
    const kept = vi.spyOn(Storage.prototype, 'setItem')
    for (const word of ['xyz', 'xyzz', 'xyzzy']) type(word)
    expect(kept).toHaveBeenCalledTimes(0)
    dispatchEvent(new Event('pagehide'))
    expect(kept).toHaveBeenCalledTimes(1)
    type('xyzzyx')
    tab.to('a[0-850 xyzzyx]')
    expect(kept).toHaveBeenCalledTimes(3)
    tab.to('a[0-800 xyzzyx]')
    type('end')
    expect(await tab.journal.kept()).toBe(true)
    expect(kept).toHaveBeenCalledTimes(5)
    kept.mockRestore()
    await tab.crash()
    expect(await left(name)).toEqual(['a[0-800 x] → a[0-800 end]'])
  })

  test('leaves nothing where all is stored', async () => {
    const name = key()
    const tab = new Tab(name, 'a[0-800]')
    tab.to('a[0-900]')
    tab.journal.settle(tab.list, tab.journal.place)
    await tab.crash()
    expect(await left(name)).toEqual([])
  })

  test('begins anew on what somebody else stored', async () => {
    const name = key()
    const tab = new Tab(name, 'a[0-800] b[1000-1800]')
    tab.to('a[0-900] b[1000-1800]')
    tab.journal.begin(tl('a[0-800] b[1000-1800 theirs]'))
    tab.to('a[0-900] b[1000-1800 theirs]')
    await tab.crash()
    expect(await left(name)).toEqual(['a[0-800] b[1000-1800 theirs] → a[0-900] b[1000-1800 theirs]'])
  })

  test('keeps two lost tabs apart, and forgets those that were taken up', async () => {
    const name = key()
    for (const end of [850, 900]) {
      const tab = new Tab(name, 'a[0-800]')
      tab.to(`a[0-${end}]`)
      await tab.crash()
    }
    const all = await new Journal(name, () => cueList([])).unsettled()
    expect(all.map(text).sort()).toEqual(['a[0-800] → a[0-850]', 'a[0-800] → a[0-900]'])
    await forget(all.map(({ id }) => id))
    expect(await left(name)).toEqual([])
  })

  test('writes nothing more once it is closed, though the page rests only then', async () => {
    const idle: (() => void)[] = []
    const asked = vi.spyOn(window, 'requestIdleCallback').mockImplementation((work) => idle.push(work as () => void))
    const gone = vi
      .spyOn(window, 'cancelIdleCallback')
      .mockImplementation((number) => void (idle[number - 1] = () => {}))
    const name = key()
    const tab = new Tab(name, 'a[0-800]')
    asked.mockRestore()
    tab.to('a[0-850]')
    await tab.crash()
    gone.mockRestore()
    await forget((await new Journal(name, () => cueList([])).unsettled()).map(({ id }) => id))
    for (const work of idle) work()
    await tab.journal.kept()
    expect(await left(name)).toEqual([])
  })

  test('stays right over more edits than it has room for', async () => {
    const name = key()
    const tab = new Tab(name, 'a[0-800]')
    for (let end = 801; end < 2100; end++) {
      tab.to(`a[0-${end}]`)
      if (end % 500 === 0) tab.journal.settle(tab.list, tab.journal.place)
      if (end % 100 === 0) await tab.journal.kept()
    }
    await tab.crash()
    expect(await left(name)).toEqual(['a[0-2000] → a[0-2099]'])
  })
})

describe('a browser without room', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('is told, and once there is room again everything is kept', async () => {
    const name = key()
    const tab = new Tab(name, 'a[0-800]')
    tab.to('a[0-810]')
    expect(await tab.journal.kept()).toBe(true)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)
    for (const way of ['add', 'put'] as const) vi.spyOn(IDBObjectStore.prototype, way).mockImplementation(full)
    tab.to('a[0-820]')
    expect(await tab.journal.kept()).toBe(false)
    vi.restoreAllMocks()
    tab.to('a[0-820] b[900-990]')
    expect(await tab.journal.kept()).toBe(true)
    await tab.crash()
    expect(await left(name)).toEqual(['a[0-800] → a[0-820] b[900-990]'])
  })
})

const logged = (page = pageId): string[] =>
  Object.keys(localStorage).filter((part) => part.startsWith(`cuelane-edit ${page} `))

/** A document whose journal is in the database as a whole: what comes next is logged. */
async function tabWithoutLog(name: string): Promise<Tab> {
  const tab = new Tab(name, 'a[0-800]')
  tab.to('a[0-810]')
  await tab.journal.kept()
  await writeLog()
  return tab
}

describe('the log of a page', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  test('has an edit at once, and the database all of some seconds together', async () => {
    const tab = await tabWithoutLog(key())
    vi.useFakeTimers()
    const commits = vi.spyOn(IDBTransaction.prototype, 'commit')
    for (const end of [820, 830, 840]) tab.to(`a[0-${end}]`)
    expect([logged().length, commits.mock.calls.length]).toEqual([3, 0])
    vi.advanceTimersByTime(6000)
    expect(commits).toHaveBeenCalledTimes(1)
    vi.useRealTimers()
    await vi.waitFor(() => expect(logged()).toEqual([]))
    await tab.crash()
  })

  test('waits longer while all that is in it is stored elsewhere, and no longer for what is not', async () => {
    const tab = await tabWithoutLog(key())
    vi.useFakeTimers()
    const commits = vi.spyOn(IDBTransaction.prototype, 'commit')
    const settle = (): void => tab.journal.settle(tab.list, tab.journal.place)
    for (const end of [820, 830, 840]) {
      tab.to(`a[0-${end}]`)
      settle()
      vi.advanceTimersByTime(3000)
    }
    expect(commits).toHaveBeenCalledTimes(0)
    tab.to('a[0-850]')
    vi.advanceTimersByTime(6000)
    expect(commits).toHaveBeenCalledTimes(1)
    // Else there is an end to it all the same.
    for (let edit = 0; edit < 10; edit++) {
      tab.to(`a[0-${860 + edit}]`)
      settle()
      vi.advanceTimersByTime(3000)
    }
    expect(commits).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
    await vi.waitFor(() => expect(logged()).toEqual([]))
    await tab.crash()
  })

  test.each([
    ['large', (): unknown => undefined],
    ['refused by local storage', () => vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)],
  ])('an edit that is %s goes to the database at once', async (what, prepare) => {
    const name = key()
    const lines = Array.from({ length: 60 }, (_, at) => `l${at}[${at * 1000}-${at * 1000 + 800}]`)
    const tab = new Tab(name, lines.join(' '))
    tab.to(lines.join(' ').replace('-800]', '-810]'))
    await tab.journal.kept()
    await writeLog()
    prepare()
    const commits = vi.spyOn(IDBTransaction.prototype, 'commit')
    tab.to((what === 'large' ? lines.map((line) => line.replace('800]', '820]')) : ['x[0-100]', ...lines]).join(' '))
    expect([logged().length, commits.mock.calls.length]).toEqual([0, 1])
    expect(await tab.journal.kept()).toBe(true)
    await tab.crash()
    expect(await left(name)).toHaveLength(1)
  })

  test('of another page is taken up in its order, what is damaged left out and what is there twice counted once', async () => {
    const name = key()
    const tab = await tabWithoutLog(name)
    // More than nine: their numbers are not in the order of their letters.
    for (let end = 811; end <= 825; end++) tab.to(`a[0-${end}]`)
    tab.to('a[0-825] b[900-990]')
    const parts = logged().map((part) => [part.replace(pageId, 'other'), localStorage.getItem(part)!] as const)
    localStorage.setItem('cuelane-edit other 0', '[["lines",')
    localStorage.setItem('cuelane-edit other 00', '[["steps",{}],["lines",null],5]')
    for (const [part, text] of parts) localStorage.setItem(part, text)
    expect(logged('other')).toHaveLength(18)
    // It was written here as well.
    await tab.crash()
    expect(await left(name)).toEqual(['a[0-800] → a[0-825] b[900-990]'])
    expect(logged('other')).toEqual([])
    expect(await left(name)).toEqual(['a[0-800] → a[0-825] b[900-990]'])
  })

  test('counts no more where the journal was begun anew after it', async () => {
    const name = key()
    const tab = await tabWithoutLog(name)
    tab.to('a[0-820]')
    const text = localStorage.getItem(logged()[0]!)!
    tab.journal.begin(tab.list)
    tab.to('a[0-830]')
    await tab.journal.kept()
    // Another page read it before it was written here, and wrote it later.
    localStorage.setItem('cuelane-edit other 1', text)
    await tab.crash()
    expect(await left(name)).toEqual(['a[0-820] → a[0-830]'])
  })

  test('keeps edits where the database has no room, until it is full itself: then that is told', async () => {
    const name = key()
    const tab = await tabWithoutLog(name)
    for (const way of ['add', 'put'] as const) vi.spyOn(IDBObjectStore.prototype, way).mockImplementation(full)
    tab.to('a[0-820]')
    await expect(writeLog()).rejects.toThrow('full')
    expect([await tab.journal.kept(), logged().length]).toEqual([true, 1])
    let end = 820
    while (await tab.journal.kept()) tab.to(`a[0-${++end}]`)
    expect(end).toBeGreaterThan(840)
    vi.restoreAllMocks()
    tab.to('a[0-899]')
    expect(await tab.journal.kept()).toBe(true)
    await tab.crash()
    expect([await left(name), logged()]).toEqual([['a[0-800] → a[0-899]'], []])
  })
})
