import fc from 'fast-check'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { Autosave } from '#src/editor/store/autosave.ts'
import {
  insertLineBelow,
  mergeWithNext,
  nudge,
  removeSelected,
  sortLines,
} from '#src/editor/model/document/commands.ts'
import type { EditorSession } from '#src/editor/model/session.ts'
import { openSession } from '#tests/support/session.ts'
import { StoredVersion } from '#tests/support/stored-version.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** Outcome of a request on the network. */
type Fate = 'fine' | 'request lost' | 'answer lost' | 'garbled'

/** A stored version behind an unreliable network, that another user edits. */
class Stored extends StoredVersion {
  fate: Fate = 'fine'
  /** Runs while the next request is on its way. */
  meanwhile: () => void = () => undefined
  private others = 0

  /** Another user adds a line, or changes one that they added. */
  editElsewhere(n: number): void {
    const theirs = this.cues.filter(({ id }) => id.startsWith('their'))
    const text = `said elsewhere ${++this.others}`
    const one = theirs[n % (theirs.length + 1)]
    const line = one ? { ...one, text } : makeCue(`their${this.others}`, 100_000 + this.others, 100_001, text)
    this.cues = one ? this.cues.map((cue) => (cue === one ? line : cue)) : [...this.cues, line]
    this.revision++
  }

  readonly fetch = async (path: string, { body }: { body: string }): Promise<Response> => {
    const { fate, meanwhile } = this
    this.fate = 'fine'
    this.meanwhile = () => undefined
    await Promise.resolve()
    meanwhile()
    if (fate === 'request lost') throw new TypeError('Failed to fetch')
    const answer = this.answer(path, body, fate === 'garbled')
    if (fate === 'answer lost') throw new TypeError('Failed to fetch')
    return Response.json(answer)
  }
}

/** Changes the focused line, as a field of its row does. */
function replaceLine(session: EditorSession, change: (cue: Cue) => Cue): void {
  const cue = session.focused
  if (cue) session.edit('step_text', replacePatch(session.list, [change(cue)]))
}

const edits: readonly ((session: EditorSession, n: number) => void)[] = [
  (session, n) => replaceLine(session, (cue) => ({ ...cue, text: `typed ${n}` })),
  (session) => session.run(nudge('start', 10)),
  (session) => session.run(insertLineBelow),
  (session) => session.run(mergeWithNext),
  (session) => session.run(removeSelected),
  (session) => session.run(sortLines),
  (session) => session.undo(),
  (session) => session.redo(),
]

/** End of a step: everything is sent at once, the user continues, or pauses. */
type End = 'flush' | 'go on' | 'pause'

const ends: Record<End, (saving: Autosave) => Promise<unknown>> = {
  flush: (saving) => saving.flush(),
  'go on': async () => vi.advanceTimersByTimeAsync(200),
  pause: async () => vi.advanceTimersByTimeAsync(600),
}

const step = fc.record({
  edits: fc.array(fc.tuple(fc.nat(edits.length - 1), fc.nat(100)), { maxLength: 4 }),
  during: fc.option(fc.tuple(fc.nat(edits.length - 1), fc.nat(100))),
  elsewhere: fc.option(fc.nat(5)),
  fate: fc.constantFrom<Fate>('fine', 'fine', 'request lost', 'answer lost', 'garbled'),
  end: fc.constantFrom<End>('flush', 'go on', 'pause'),
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let documents = 0

function open(cues: readonly Cue[]) {
  const stored = new Stored(cues)
  vi.stubGlobal('fetch', stored.fetch)
  const session = openSession(cues)
  const saving = new Autosave(session, { fileId: `document ${++documents}`, revision: 1 }, () => undefined)
  return { stored, session, saving, stop: saving.start() }
}

/** Edits only lines that the other user does not change. */
function edit(session: EditorSession, which: number, n: number): void {
  const ours = session.list.cues.filter(({ id }) => !id.startsWith('their'))
  const cue = ours[n % Math.max(1, ours.length)]
  if (cue) session.focus(cue.id)
  const next = cue && session.list.at(session.list.index.get(cue.id)! + 1)
  if (cue && !next?.id.startsWith('their')) edits[which]!(session, n)
}

test('whatever the network does and whoever else edits, both sides end with one text in which nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const begin = Array.from({ length: 6 }, (_, at) => makeCue(`l${at}`, at * 1000, at * 1000 + 800, `line ${at}`))
      const { stored, session, saving, stop } = open(begin)
      for (const { edits: made, during, elsewhere, fate, end } of steps) {
        for (const [which, n] of made) edit(session, which, n)
        if (elsewhere !== null) stored.editElsewhere(elsewhere)
        stored.fate = fate
        if (during) stored.meanwhile = () => edit(session, ...during)
        await ends[end](saving)
      }
      stored.fate = 'fine'
      stored.meanwhile = () => undefined
      const last = makeCue('last', 500_000, 500_001, 'the last word')
      session.edit('step_insert', [{ id: last.id, from: undefined, to: last, at: session.list.length }])
      const theirs = stored.cues.filter(({ id }) => id.startsWith('their'))
      const ours = session.list.cues.filter(({ id }) => !id.startsWith('their'))
      for (let attempt = 0; attempt < 4; attempt++) await saving.flush()
      expect(session.conflicts.all()).toEqual([])
      expect(session.list.cues.filter(({ id }) => !id.startsWith('their'))).toEqual(ours)
      expect(stored.cues).toEqual(session.list.cues)
      const kept = stored.cues.filter(({ id }) => id.startsWith('their'))
      expect(new Map(kept.map((cue) => [cue.id, cue]))).toEqual(new Map(theirs.map((cue) => [cue.id, cue])))
      stop()
    }),
    { numRuns: 150 },
  )
})

test('only what changed goes over the wire; a text that came out otherwise goes whole, once', async () => {
  const begin = [makeCue('a', 0, 800, 'one'), makeCue('b', 1000, 1800, 'two')]
  const { stored, session, saving, stop } = open(begin)
  edit(session, 0, 0)
  await saving.flush()
  expect([stored.revision, stored.whole]).toEqual([2, 0])
  stored.fate = 'garbled'
  edit(session, 0, 1)
  await saving.flush()
  await saving.flush()
  expect([stored.revision, stored.whole]).toEqual([3, 1])
  edit(session, 0, 2)
  await saving.flush()
  expect([stored.revision, stored.whole]).toEqual([4, 1])
  expect(stored.cues).toEqual(session.list.cues)
  stop()
})

test('a save goes half a second after the last edit, at once where all is to be saved or the page is left', async () => {
  const begin = [makeCue('a', 0, 800, 'one'), makeCue('b', 1000, 1800, 'two')]
  const { stored, session, saving, stop } = open(begin)
  edit(session, 0, 0)
  await vi.advanceTimersByTimeAsync(400)
  edit(session, 0, 1)
  await vi.advanceTimersByTimeAsync(400)
  expect(stored.revision).toBe(1)
  await vi.advanceTimersByTimeAsync(150)
  expect(stored.revision).toBe(2)
  expect([await saving.flush(), stored.revision, session.saving.state]).toEqual([true, 2, 'saved'])
  edit(session, 0, 2)
  expect(await saving.flush()).toBe(true)
  expect(stored.revision).toBe(3)
  edit(session, 0, 3)
  session.loop.flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(stored.revision).toBe(4)
  expect(stored.cues).toEqual(session.list.cues)
  stop()
})

test('a small save outlives its page; a large one is left to the log of this browser', async () => {
  const { session, saving, stop } = open([makeCue('a', 0, 800, 'one')])
  const sent = vi.spyOn(globalThis, 'fetch')
  for (const [text, isKept] of [
    ['short', true],
    ['字'.repeat(19_000), true],
    ['字'.repeat(21_000), false],
  ] as const) {
    session.type('a', text)
    await saving.flush()
    expect(sent.mock.lastCall?.[1]?.keepalive).toBe(isKept)
  }
  stop()
})

test('what is typed is saved once, half a second after the last letter', async () => {
  const { stored, session, stop } = open([makeCue('a', 0, 800, 'one')])
  session.focus('a')
  const text = 'what somebody says'
  for (let length = 1; length <= text.length; length++) {
    await vi.advanceTimersByTimeAsync(90)
    session.type('a', text.slice(0, length))
  }
  await vi.advanceTimersByTimeAsync(470)
  expect(stored.revision).toBe(1)
  await vi.advanceTimersByTimeAsync(40)
  expect([stored.revision, stored.cues[0]?.text]).toEqual([2, text])
  await vi.advanceTimersByTimeAsync(2000)
  expect([stored.revision, session.saving.state]).toEqual([2, 'saved'])
  stop()
})

test('a browser without room is reported while the server has not got an edit, and it gets all of them', async () => {
  const full = (): never => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)
  onTestFinished(() => void vi.restoreAllMocks())
  const { stored, session, saving, stop } = open([makeCue('a', 0, 800, 'one')])
  stored.fate = 'request lost'
  session.type('a', 'nowhere to keep this')
  await saving.flush()
  await waitFor(() => expect(session.saving.state).toBe('unsaved'))
  await saving.flush()
  expect([session.saving.state, stored.cues[0]?.text]).toEqual(['saved', 'nowhere to keep this'])
  stop()
})
