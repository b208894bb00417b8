import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { LiveEvent } from '#core/contract/event.ts'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import { insertLineBelow, mergeWithNext, nudge, removeSelected } from '#src/editor/model/document/commands.ts'
import { Autosave } from '#src/editor/store/autosave.ts'
import type { EditorSession } from '#src/editor/model/session.ts'
import { openSession } from '#tests/support/session.ts'
import { StoredVersion } from '#tests/support/stored-version.ts'
import { VirtualClock } from '#tests/support/virtual-clock.ts'

const live = vi.hoisted(() => ({ listeners: new Set<{ onEvent: (event: LiveEvent) => void; onGap: () => void }>() }))
vi.mock(import('#src/api/live.ts'), async (original) => ({
  ...(await original()),
  onLiveEvents: (onEvent, onGap) => {
    const listener = { onEvent, onGap }
    live.listeners.add(listener)
    return () => live.listeners.delete(listener)
  },
}))

/** Outcome of a request on the network; a late one arrives after its page has given it up. */
const fates = ['fine', 'fine', 'fine', 'request lost', 'answer lost', 'late'] as const
type Fate = (typeof fates)[number]

/** Times on the network in milliseconds, and outcomes, by turns. */
interface Network {
  readonly fates: readonly Fate[]
  readonly delays: readonly number[]
}

/** Words that users typed: no two contain one another. */
const wordsIn = (text: string): string[] => text.match(/<[^>]*>/g) ?? []
const wordsOf = (cues: readonly Cue[]): Set<string> => new Set(cues.flatMap(({ text }) => wordsIn(text)))

/** The version, its pages and the network between them. */
class World {
  readonly stored: StoredVersion
  readonly typed = new Set<string>()
  /** Words that a user replaced or removed on a page that showed them. */
  readonly replaced = new Set<string>()
  readonly clock = new VirtualClock()
  pages: Page[] = []
  isFine = false
  private readonly network: Network
  private requests = 0

  constructor(cues: readonly Cue[], network: Network) {
    this.stored = new StoredVersion(cues)
    this.network = network
  }

  readonly fetch = async (path: string, { body }: { body?: string }): Promise<Response> => {
    const file = body
      ? (JSON.parse(body) as { file_id: string }).file_id
      : new URL(path, 'http://x').searchParams.get('file_id')
    const page = this.pages.find(({ file: of }) => of === file)
    const { fates: all, delays } = this.network
    const at = this.requests++
    const fate = this.isFine ? 'fine' : page?.isOnline === false ? 'request lost' : (all[at % all.length] ?? 'fine')
    const delay = this.isFine ? 0 : (delays[at % delays.length] ?? 0)
    await this.clock.wait(delay)
    if (fate === 'request lost') throw new TypeError('Failed to fetch')
    if (fate === 'late') {
      void this.clock.wait(delay * 2).then(() => this.answer(path, body, page))
      throw new TypeError('Failed to fetch')
    }
    const answer = this.answer(path, body, page)
    await this.clock.wait(this.isFine ? 0 : (delays[(at + 3) % delays.length] ?? 0))
    if (fate === 'answer lost') throw new TypeError('Failed to fetch')
    // A real body is read in steps of its own, in another order at each run.
    return { json: () => Promise.resolve(JSON.parse(JSON.stringify(answer))) } as Response
  }

  private answer(path: string, body: string | undefined, by: Page | undefined): object {
    const before = this.stored.revision
    const answer = this.stored.answer(path.replace(/\?.*/, ''), body)
    const { revision } = this.stored
    if (revision === before) return answer
    for (const page of this.pages) if (page !== by && page.isOnline) page.hear(revision)
    return answer
  }
}

let documents = 0

/** A user's page: a session, its saving and the field with the focus. */
class Page {
  readonly file: string
  isOnline = true
  session!: EditorSession
  private saving!: Autosave
  private readonly world: World
  private readonly name: string
  private lock = ''
  private count = 0
  private stop: () => void = () => undefined
  private live: { onEvent: (event: LiveEvent) => void; onGap: () => void } | undefined
  private field: { id: string; value: string } | undefined

  constructor(world: World, name: string) {
    this.world = world
    this.name = name
    this.file = `several ${name} ${++documents} ${crypto.randomUUID()}`
  }

  async open(): Promise<void> {
    const { stored } = this.world
    const session = openSession(stored.cues)
    this.session = session
    this.saving = new Autosave(session, { fileId: this.file, revision: stored.revision }, () => undefined)
    const known = new Set(live.listeners)
    const stop = this.saving.start()
    this.live = [...live.listeners].find((each) => !known.has(each))
    // As `useTypedTexts` and `TextOfRow` do.
    const stopField = session.onChange(({ origin }) => {
      const { field } = this
      const cue = field && origin !== 'typing' ? cueIn(session.list, field.id) : undefined
      if (field && cue && !session.held.isHeld(cue.id)) field.value = cue.text
      else if (field && !session.list.index.has(field.id)) this.leave()
    })
    this.stop = () => {
      stopField()
      stop()
    }
    const others = new Set(this.world.pages.map(({ lock }) => lock))
    await this.saving.recover()
    this.lock = [...(await openLogs())].find((name) => !others.has(name)) ?? ''
  }

  hear(revision: number): void {
    setTimeout(() => this.live?.onEvent({ kind: 'version', file_id: this.file, revision }), 20)
  }

  goOnline(isOnline: boolean): void {
    if (isOnline && !this.isOnline) this.live?.onGap()
    this.isOnline = isOnline
  }

  /** Ends as a page that the user leaves: what it could not save stays in its log. */
  async close(): Promise<void> {
    this.leave()
    this.session.loop.flush()
    this.stop()
    this.session.loop.dispose()
    // Longer than two requests.
    await this.world.clock.advance(10_000)
    while ((await openLogs()).has(this.lock)) await this.world.clock.advance(10)
  }

  /** Loads the page again. */
  async reload(): Promise<void> {
    await this.close()
    this.lock = ''
    await this.open()
  }

  enter(n: number): void {
    const { list } = this.session
    const cue = list.at(n % Math.max(1, list.length))
    if (cue?.id === this.field?.id) return
    this.leave()
    if (!cue) return
    this.session.focus(cue.id)
    this.field = { id: cue.id, value: cue.text }
  }

  leave(): void {
    this.session.held.left()
    this.field = undefined
  }

  type(way: 'replace' | 'add'): void {
    const { field } = this
    if (!field) return
    const word = `<${this.name} ${++this.count}>`
    if (way === 'replace') for (const each of wordsIn(field.value)) this.world.replaced.add(each)
    field.value = way === 'replace' ? word : `${field.value} ${word}`
    this.world.typed.add(word)
    this.session.type(field.id, field.value)
  }

  /** A change other than by typing: words that vanish are removed by the user. */
  change(work: (session: EditorSession) => unknown): void {
    const before = wordsOf(this.session.list.cues)
    work(this.session)
    const after = wordsOf(this.session.list.cues)
    for (const word of before) if (!after.has(word)) this.world.replaced.add(word)
  }

  save(): Promise<boolean> {
    return this.saving.flush()
  }
}

/** Names of the locks of open pages' logs. */
async function openLogs(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith('cuelane-edits ') ? [name] : [])))
}

const edit =
  (work: (session: EditorSession) => unknown) =>
  (page: Page): void =>
    page.change(work)

const acts = {
  enter: (page, n) => page.enter(n),
  replace: (page) => page.type('replace'),
  add: (page) => page.type('add'),
  leave: (page) => page.leave(),
  nudge: edit((session) => session.run(nudge('start', 10))),
  insert: edit((session) => session.run(insertLineBelow)),
  merge: edit((session) => session.run(mergeWithNext)),
  remove: edit((session) => session.run(removeSelected)),
  undo: edit((session) => session.undo()),
  redo: edit((session) => session.redo()),
  save: (page) => void page.save(),
  online: (page) => page.goOnline(true),
  offline: (page) => page.goOnline(false),
  reload: (page) => page.reload(),
} as const satisfies Record<string, (page: Page, n: number) => unknown>
type Act = keyof typeof acts
const often: readonly Act[] = [
  'enter',
  'enter',
  'enter',
  'replace',
  'replace',
  'replace',
  'replace',
  'add',
  'add',
  'add',
]

interface Step {
  readonly by: number
  readonly act: Act
  readonly n: number
  readonly wait: number
}

const step: fc.Arbitrary<Step> = fc.record({
  by: fc.nat(2),
  act: fc.constantFrom(...often, ...(Object.keys(acts) as Act[])),
  n: fc.nat(1),
  wait: fc.constantFrom(0, 0, 50, 200, 400, 700, 1200, 2500),
})
const network: fc.Arbitrary<Network> = fc.record({
  fates: fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 12 }),
  delays: fc.array(fc.constantFrom(0, 20, 100, 300, 600, 1500), { minLength: 1, maxLength: 12 }),
})

/** Steps by page, act and pause, all in the second line. */
const stepsOf = (...all: readonly (readonly [by: number, act: Act, wait?: number])[]): Step[] =>
  all.map(([by, act, wait = 0]) => ({ by, act, n: 1, wait }))

/** Each lost a text before conflicts were in the log, and before readings of deleted cues were kept. */
const found: [Step[], Network][] = [
  [
    stepsOf([0, 'offline'], [1, 'enter'], [0, 'enter'], [1, 'replace'], [0, 'replace'], [0, 'reload'], [0, 'reload']),
    { fates: ['fine'], delays: [600, 0] },
  ],
  [
    stepsOf(
      ...([
        [0, 'enter'],
        [0, 'replace'],
        [1, 'enter'],
        [1, 'replace'],
        [0, 'nudge', 2500],
      ] as const),
      ...([
        [1, 'reload'],
        [1, 'enter'],
        [1, 'remove'],
        [0, 'reload'],
      ] as const),
    ),
    { fates: ['late'], delays: [0] },
  ],
]

/** Afterwards all pages are online and everything is saved. */
async function run(world: World, steps: readonly Step[]): Promise<void> {
  for (const page of world.pages) await page.open()
  for (const { by, act, n, wait } of steps) {
    const page = world.pages[by]
    if (page) await acts[act](page, n)
    await world.clock.advance(wait)
  }
  world.isFine = true
  for (const page of world.pages) {
    page.leave()
    page.goOnline(false)
    page.goOnline(true)
  }
  // Longer than all retries.
  await world.clock.advance(60_000)
  for (const page of [...world.pages, ...world.pages]) await Promise.all([page.save(), world.clock.advance(2000)])
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('pages that edit one version end with one text, and each word that no user replaced is in it or in a reading', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), network, async (steps, how) => {
      const begin = [makeCue('a', 0, 800, 'line 1'), makeCue('b', 1000, 1800, 'line 2')]
      const world = new World(begin, how)
      vi.stubGlobal('fetch', world.fetch)
      world.clock.start()
      world.pages = ['A', 'B', 'C'].map((name) => new Page(world, name))
      await run(world, steps)
      const texts = world.pages.map(({ session }) => session.list.cues)
      const unsent = world.pages.flatMap(({ session }) => session.conflicts.unsent)
      for (const page of world.pages) await page.close()
      for (const text of texts) expect(text).toEqual(world.stored.cues)
      expect(unsent).toEqual([])
      const readings = [...world.stored.readings.values()].flat().flatMap(({ cue }) => cue ?? [])
      const kept = wordsOf([...world.stored.cues, ...readings])
      expect([...world.typed].filter((word) => !kept.has(word) && !world.replaced.has(word))).toEqual([])
    }),
    { numRuns: 50, examples: found },
  )
})
