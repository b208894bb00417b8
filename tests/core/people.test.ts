import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hearBeat, PRESENCE_COLORS, presenceColor, presenceTimes, withoutGone } from '#core/domain/presence.ts'
import { placeComments } from '#core/subtitle/cue/comment-places.ts'
import { type Cue, makeCue, partId } from '#core/subtitle/cue/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { baseWithSent, type Conflict, mergeVersions, withConflicts } from '#core/subtitle/cue/merge.ts'
import { applyPatch, replacePatch } from '#core/subtitle/cue/patch.ts'

const cue = (id: string, start: number, end: number) => makeCue(id, start, end, id)
const placed = (comments: readonly [string, number][], cues: readonly ReturnType<typeof cue>[]) =>
  placeComments(
    comments.map(([cue_id, start]) => ({ cue_id, start })),
    cueList(cues),
  ).map((line) => line?.id)

describe('a comment', () => {
  test('stays on its line wherever that moves', () => {
    expect(placed([['b', 2000]], [cue('b', 90_000, 91_000), cue('a', 2000, 3000)])).toEqual(['b'])
  })
  test('goes to the line that took its line in', () => {
    expect(placed([['b', 2000]], [cue('a', 1000, 3000), cue('c', 3000, 4000)])).toEqual(['a'])
  })
  test('goes to what was cut from its line', () => {
    const part = partId('x', 'b')
    expect(placed([['b', 2000]], [cue('a', 1000, 2500), cue(part, 8000, 9000)])).toEqual([part])
  })
  test('has no line where nothing is shown at its time', () => {
    expect(
      placed(
        [
          ['b', 2000],
          ['a', 0],
        ],
        [cue('a', 0, 1000), cue('c', 3000, 4000)],
      ),
    ).toEqual([undefined, 'a'])
  })
  test('is placed as by a look at every line', () => {
    const lines = fc.array(fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 20 })), { maxLength: 12 })
    const comments = fc.array(fc.tuple(fc.nat(14), fc.nat(60)), { maxLength: 8 })
    fc.assert(
      fc.property(lines, comments, (spans, said) => {
        const cues = spans.map(([start, length], at) => cue(`c${at}`, start, start + length))
        const wanted = said.map(([at, start]) => {
          const own = cues.find(({ id }) => id === `c${at}`)
          return (own ?? cues.find((line) => line.start <= start && start < line.end))?.id
        })
        expect(
          placed(
            said.map(([at, start]) => [`c${at}`, start]),
            cues,
          ),
        ).toEqual(wanted)
      }),
    )
  })
})

describe('who is there', () => {
  const beat = (page_id: string, cue_id = '', leaves = false) => ({ page_id, person: 'Ann', cue_id, leaves })
  test('is known by the last that was heard of each page', () => {
    const list = [beat('p'), beat('q', '1'), beat('p', '2')].reduce(
      (all, each, at) => hearBeat(all, each, at),
      [] as ReturnType<typeof hearBeat>,
    )
    expect(list.map(({ pageId, cueId, at }) => [pageId, cueId, at])).toEqual([
      ['p', '2', 2],
      ['q', '1', 1],
    ])
    expect(hearBeat(list, beat('p', '', true), 3).map(({ pageId }) => pageId)).toEqual(['q'])
    expect(hearBeat(list, beat('z', '', true), 3)).toBe(list)
  })
  test('is gone after a silence', () => {
    const list = hearBeat(hearBeat([], beat('p'), 0), beat('q'), 5000)
    expect(withoutGone(list, presenceTimes.goneMs - 1)).toBe(list)
    expect(withoutGone(list, presenceTimes.goneMs).map(({ pageId }) => pageId)).toEqual(['q'])
  })
  test('has one of the colours, the same everywhere', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(presenceColor(id)).toBe(presenceColor(id))
        expect(presenceColor(id)).toBeGreaterThanOrEqual(0)
        expect(presenceColor(id)).toBeLessThan(PRESENCE_COLORS)
      }),
    )
  })
})

/** A text that several people edit, each with a copy, over a network that loses requests and answers. */
class Room {
  revision = 1
  cues: readonly Cue[]
  constructor(cues: readonly Cue[]) {
    this.cues = cues
  }
}

class Writer {
  list: CueList
  base: CueList
  revision: number
  unanswered: CueList[] = []
  conflicts: readonly Conflict[] = []
  isDirty = false
  /** Texts that they replaced or deleted knowingly. */
  readonly replaced = new Set<string>()
  private readonly room: Room
  private readonly name: string
  private count = 0

  constructor(room: Room, name: string) {
    this.room = room
    this.name = name
    this.list = this.base = cueList(room.cues)
    this.revision = room.revision
  }

  /** Returns the text that was written. */
  edit(kind: number, place: number): string {
    this.isDirty = true
    const text = `${this.name}${++this.count}`
    const at = this.list.length === 0 ? -1 : place % this.list.length
    const cue = this.list.at(at)
    if (!cue || kind === 3) {
      const made = makeCue(text, place * 10, place * 10 + 5, text)
      this.list = applyPatch(this.list, [{ id: made.id, from: undefined, to: made, at: at + 1 }])
      return text
    }
    if (kind === 0) {
      this.list = applyPatch(this.list, replacePatch(this.list, [{ ...cue, start: cue.start + 1, end: cue.end + 1 }]))
      return cue.text
    }
    this.replaced.add(cue.text)
    const to = kind === 1 ? { ...cue, text } : undefined
    this.list = applyPatch(this.list, [{ id: cue.id, from: cue, to, at }])
    return to ? text : cue.text
  }

  /** Sends what is here; the request or the answer may get lost. */
  send(loss: 'none' | 'request' | 'answer'): void {
    if (!this.isDirty) return
    const { room } = this
    const mine = this.list
    if (loss !== 'none' && this.unanswered.at(-1) !== mine) this.unanswered.push(mine)
    if (loss === 'request') return
    const isStale = room.revision !== this.revision
    const isThere = JSON.stringify(room.cues) === JSON.stringify(mine.cues)
    if (!isStale) {
      room.cues = mine.cues
      room.revision++
    }
    if (loss === 'answer') return
    if (isStale && !isThere) return this.merge()
    this.base = mine
    this.revision = room.revision
    this.unanswered = []
    this.isDirty = false
  }

  /** Takes over what the others made of it; with edits of one's own, joined with those. */
  merge(): void {
    const theirs = this.room.cues
    const base = baseWithSent(this.base.cues, theirs, this.unanswered)
    const { cues, conflicts } = mergeVersions(base, this.list.cues, theirs)
    this.conflicts = [...this.conflicts, ...(this.isDirty ? conflicts : [])]
    this.list = cueList(this.isDirty ? cues : theirs)
    this.base = cueList(theirs)
    this.revision = this.room.revision
    this.unanswered = []
  }
}

test('several people edit one text over a bad network: the same text in the end, and nothing that nobody saw is lost', () => {
  const step = fc.tuple(fc.nat(2), fc.nat(6), fc.nat(40))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const room = new Room(['one', 'two', 'three'].map((text, at) => makeCue(text, at * 100, at * 100 + 50, text)))
      const writers = ['a', 'b', 'c'].map((name) => new Writer(room, name))
      const written = new Set(room.cues.map(({ text }) => text))
      for (const [who, what, place] of steps) {
        const writer = writers[who]!
        if (what < 4) written.add(writer.edit(what, place))
        else if (what === 4) writer.send(place % 3 === 0 ? 'request' : place % 3 === 1 ? 'answer' : 'none')
        else if (writer.revision !== room.revision) writer.merge()
      }
      for (let round = 0; round < 4; round++) {
        for (const writer of writers) {
          if (writer.revision !== room.revision) writer.merge()
          writer.send('none')
        }
      }
      const end = JSON.stringify(room.cues)
      for (const { list } of writers) expect(JSON.stringify(list.cues)).toBe(end)
      const known = new Set([
        ...room.cues.map(({ text }) => text),
        ...writers.flatMap(({ replaced }) => [...replaced]),
        ...writers.flatMap(({ conflicts }) => conflicts.flatMap(({ mine, theirs }) => [mine?.text, theirs?.text])),
      ])
      for (const text of written) expect(known.has(text), text).toBe(true)
    }),
    { numRuns: 400 },
  )
})

test('time and text of one line, set by two people, are both kept; what waits for an answer is not forgotten', () => {
  const line = makeCue('a', 0, 1000, 'said')
  const merged = mergeVersions([line], [{ ...line, end: 2000 }], [{ ...line, text: 'told' }])
  expect(merged).toEqual({ cues: [{ ...line, end: 2000, text: 'told' }], conflicts: [] })
  const conflict = (id: string, text: string): Conflict => ({ id, mine: line, theirs: { ...line, id, text } })
  const waiting = withConflicts([conflict('a', 'x'), conflict('b', 'y')], [conflict('b', 'z')])
  expect(waiting.map(({ id, theirs }) => [id, theirs?.text])).toEqual([
    ['a', 'x'],
    ['b', 'z'],
  ])
})
