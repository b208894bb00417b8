import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Patch } from '#core/subtitle/cue/patch.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { mergeWithNext, nudge } from '#src/editor/model/document/commands.ts'
import { followText } from '#src/editor/model/follow-text.ts'
import type { EditorSession, TextChange } from '#src/editor/model/session.ts'
import { show, tl } from '#tests/support/notation.ts'
import { openSession } from '#tests/support/session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = (line = 'a[0-1000 one] b[2000-3000 two] c[4000-5000 three]') => {
  const session = openSession(tl(line).cues)
  const changes: TextChange[] = []
  const steps: string[] = []
  session.onChange((change) => changes.push(change))
  session.onStep(({ name }, way) => steps.push(`${name} ${way}`))
  const followed: Patch[] = []
  followText(session, (patch) => followed.push(patch))
  return { session, changes, steps, followed, textOf: (at: number) => session.list.at(at)?.text }
}

const typeAll = (session: EditorSession, id: string, text: string): void => {
  for (let length = 1; length <= text.length; length++) session.type(id, text.slice(0, length))
}

const texts = (patches: readonly Patch[]): (string | undefined)[][] => patches.map((p) => p.map(({ to }) => to?.text))

test('each letter is in the text and in its digest at once, as a change by typing', () => {
  const { session, changes, textOf } = open()
  const digest = session.textDigest
  session.type('a', 'on')
  session.type('a', 'o')
  expect(textOf(0)).toBe('o')
  expect(changes.map(({ origin }) => origin)).toEqual(['typing', 'typing'])
  expect(session.textDigest).not.toBe(digest)
  const typed = session.textDigest
  session.forgetDigest()
  expect(session.textDigest).toBe(typed)
  session.type('a', 'o')
  expect(changes).toHaveLength(2)
})

test('views follow at the pause after the letters, and the step is made then', () => {
  const { session, steps, followed } = open()
  typeAll(session, 'b', 'four')
  expect([session.cells.list.at(1)?.text, steps, followed]).toEqual(['two', [], []])
  vi.advanceTimersByTime(350)
  expect([session.cells.list.at(1)?.text, steps, texts(followed)]).toEqual(['four', ['step_text done'], [['four']]])
  expect(session.cells.history).toBe(session.history)
})

test('who types on without a pause sees it elsewhere all the same', () => {
  const { session, followed } = open()
  for (let length = 1; length <= 100; length++) {
    session.type('a', 'x'.repeat(length))
    vi.advanceTimersByTime(100)
  }
  expect(followed.length).toBe(1)
  expect(session.cells.list.at(0)?.text.length).toBeGreaterThan(70)
})

test('what an editor does when its page is left is all that a pause does', () => {
  const { session, steps, followed } = open()
  typeAll(session, 'a', 'left')
  session.loop.flush()
  expect([session.cells.list.at(0)?.text, steps, texts(followed)]).toEqual(['left', ['step_text done'], [['left']]])
})

test('letters are one step to take back, pause or none', () => {
  const { session, steps, textOf } = open()
  typeAll(session, 'a', 'one m')
  vi.advanceTimersByTime(400)
  typeAll(session, 'a', 'one more')
  session.undo()
  expect(textOf(0)).toBe('one')
  session.redo()
  expect(textOf(0)).toBe('one more')
  expect(steps).toEqual(['step_text done', 'step_text done', 'step_text undone', 'step_text redone'])
})

test('after a long pause letters are another step', () => {
  const { session, textOf } = open()
  typeAll(session, 'a', 'one m')
  vi.advanceTimersByTime(1500)
  session.type('a', 'one mo')
  session.undo()
  expect(textOf(0)).toBe('one m')
})

test('letters in another cue, or an edit, end the step that is being typed', () => {
  const { session, steps, followed, textOf } = open()
  typeAll(session, 'a', 'xy')
  session.type('b', 'z')
  expect([textOf(0), textOf(1), steps]).toEqual(['xy', 'z', ['step_text done']])
  session.focus('c')
  session.run(nudge('end', 100))
  expect(steps).toEqual(['step_text done', 'step_text done', 'step_nudge done'])
  expect(texts(followed)).toEqual([['xy', 'z'], ['three']])
  session.undo()
  session.undo()
  expect([textOf(0), textOf(1)]).toEqual(['xy', 'two'])
})

test('each change says where it comes from', () => {
  const { session, changes } = open()
  session.type('a', 'x')
  session.focus('b')
  session.run(mergeWithNext)
  session.undo()
  session.redo()
  session.adopt(tl('a[0-1000 theirs]').cues)
  session.edit('step_move', replacePatch(session.list, tl('a[100-1100 theirs]').cues), { origin: 'drag' })
  expect(changes.map(({ origin }) => origin)).toEqual(['typing', 'command', 'undo', 'undo', 'remote', 'drag'])
})

test('a change from elsewhere keeps the letters of another cue, and the step that they are', () => {
  const { session, textOf } = open()
  typeAll(session, 'a', 'mine')
  session.adopt(tl('a[0-1000 mine] b[2000-3000 theirs]').cues)
  expect([textOf(0), textOf(1)]).toEqual(['mine', 'theirs'])
  session.undo()
  expect([textOf(0), textOf(1)]).toEqual(['one', 'theirs'])
})

test('where the text is only read, letters are refused and change nothing', () => {
  const refused: string[] = []
  const session = openSession(tl('a[0-1000 one]').cues, {
    isReadOnly: true,
    onRefusal: (reason) => refused.push(reason),
  })
  const { list } = session
  session.type('a', 'x')
  expect([session.list, refused]).toEqual([list, ['read_only']])
})

describe('laws', () => {
  const ids = ['a', 'b', 'c']
  const id = fc.constantFrom(...ids)
  const word = fc.string({ unit: fc.constantFrom('x', 'y', ' '), minLength: 1, maxLength: 3 })
  type Act = (session: EditorSession) => void
  const act: fc.Arbitrary<Act> = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(id, word).map(
        ([cue, text]): Act =>
          (session) =>
            typeAll(session, cue, text),
      ),
    },
    fc.integer({ min: 1, max: 1500 }).map(
      (ms): Act =>
        () =>
          void vi.advanceTimersByTime(ms),
    ),
    id.map(
      (cue): Act =>
        (session) =>
          session.focus(cue),
    ),
    fc.constant<Act>((session) => void session.run(nudge('end', 100))),
    fc.constant<Act>((session) => void session.undo()),
    fc.constant<Act>((session) => void session.redo()),
    fc.constant<Act>((session) => {
      const [first] = session.list.cues
      if (first) session.preview(replacePatch(session.list, [{ ...first, end: first.end + 40 }]))
    }),
    id.map((cue): Act => (session) => {
      session.adopt(session.list.cues.map((each) => (each.id === cue ? { ...each, text: `${each.text}!` } : each)))
    }),
  )
  const reads: ((session: EditorSession) => unknown)[] = [
    (session) => session.list,
    (session) => session.history,
    (session) => session.focused,
    (session) => session.textDigest,
    (session) => session.rules,
    (session) => session.rate,
    (session) => session.snapSources,
    (session) => session.words,
    (session) => session.isReadOnly,
    (session) => session.list.cues.map((cue) => session.wordsOf(cue)),
  ]
  /** Values by which readers recognise a document. */
  const identity = ({ list, history, focused, cells }: EditorSession) => [
    list,
    history,
    focused,
    cells.list,
    cells.history,
  ]

  test('reading changes nothing, whatever is read and whenever', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(act, fc.array(fc.nat(reads.length - 1), { maxLength: 6 })), { maxLength: 25 }),
        (all) => {
          const { session, changes, steps, followed } = open()
          for (const [work, read] of all) {
            work(session)
            const before = identity(session)
            const events = [changes.length, steps.length, followed.length]
            for (const at of read) reads[at]!(session)
            for (const [at, value] of identity(session).entries()) expect(value).toBe(before[at])
            expect([changes.length, steps.length, followed.length]).toEqual(events)
          }
        },
      ),
    )
  })

  test('what is typed can be taken back to the beginning and made again to the end', () => {
    const typing = fc.array(fc.tuple(id, word, fc.integer({ min: 0, max: 1500 })), { minLength: 1, maxLength: 15 })
    fc.assert(
      fc.property(typing, (all) => {
        const { session } = open()
        const first = show(session.list)
        for (const [cue, text, ms] of all) {
          typeAll(session, cue, text)
          vi.advanceTimersByTime(ms)
        }
        const last = show(session.list)
        while (session.undo());
        expect(show(session.list)).toBe(first)
        while (session.redo());
        expect(show(session.list)).toBe(last)
      }),
    )
  })

  test('changes lead from the first text to the last, and so do those that follow at pauses', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 25 }), (all) => {
        const { session, changes, followed } = open()
        const begin = new Map(session.list.cues.map((cue) => [cue.id, cue]))
        const end = (patches: readonly Patch[]) => {
          const cues = new Map(begin)
          for (const { id: cue, to } of patches.flat()) if (to) cues.set(cue, to)
          return [...cues.values()]
        }
        for (const work of all) work(session)
        session.loop.flush()
        expect(end(changes.map(({ patch }) => patch))).toEqual(session.list.cues)
        expect(end(followed)).toEqual(session.list.cues)
      }),
    )
  })
})
