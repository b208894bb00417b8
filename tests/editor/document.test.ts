import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch, type Patch, patchTo, replacePatch } from '#core/subtitle/cue/patch.ts'
import { insertBelow, mergeDown, removeCues } from '#core/timing/cues.ts'
import { setEdge } from '#core/timing/move.ts'
import { sortCues } from '#core/timing/overlaps.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { splitCue } from '#core/timing/split.ts'
import {
  cancel,
  commit,
  type Doc,
  focusOn,
  openDoc,
  preview,
  receive,
  redo,
  removeRole,
  undo,
} from '#src/editor/model/document/document.ts'
import { loadHistory, type StepName } from '#src/editor/model/document/history.ts'
import { tidyCues, wildCues } from '#tests/support/arbitrary.ts'
import { show, tl } from '#tests/support/notation.ts'

const open = (line: string): Doc => openDoc(tl(line).cues)
const step = (patch: Patch, name: StepName = 'step_move') => ({ name, patch, at: 0 })
const edge = (doc: Doc, id: string, to: number): Patch => setEdge(doc.list, id, 'end', to, defaultRules)
const withText = (doc: Doc, id: string, text: string): Patch =>
  replacePatch(doc.list, [{ ...doc.list.at(doc.list.index.get(id)!)!, text }])
const LINE = 'a[0-1000] b[2000-3000] c[4000-5000]'

describe('a document', () => {
  test('shows a preview over the text, and cancel gives the very same text', () => {
    const doc = open(LINE)
    const shown = preview(preview(doc, edge(doc, 'a', 1200)), edge(doc, 'a', 1300))
    expect(show(shown.shown)).toBe('a[0-1300] b[2000-3000] c[4000-5000]')
    expect(shown.list).toBe(doc.list)
    expect(cancel(shown).shown).toBe(doc.list)
    expect(cancel(doc)).toBe(doc)
  })

  test('keeps what was shown as the very same text, unless another change came between', () => {
    const doc = open(LINE)
    const patch = edge(doc, 'a', 1300)
    const shown = preview(doc, patch)
    expect(commit(shown, step(patch)).list).toBe(shown.shown)
    const other = receive(shown, withText(doc, 'b', 'theirs'))
    expect(show(commit(other, step(patch)).list)).toBe('a[0-1300] b[2000-3000 theirs] c[4000-5000]')
    expect(show(commit(cancel(shown), step(patch)).list)).toBe('a[0-1300] b[2000-3000] c[4000-5000]')
  })

  test('commits, takes back and does again; the line concerned has the focus', () => {
    const done = commit(open(LINE), step(edge(open(LINE), 'b', 3500)))
    const back = undo(focusOn(done, 'c'))!
    expect([show(back.doc.list), back.doc.focus]).toEqual([LINE, 'b'])
    expect(show(redo(back.doc)!.doc.list)).toBe('a[0-1000] b[2000-3500] c[4000-5000]')
    expect(undo(back.doc)).toBeUndefined()
  })

  test('gives the focus of a line that goes to the one in its place', () => {
    const doc = focusOn(open(LINE), 'b')
    const gone = commit(doc, step(removeCues(doc.list, ['b'])))
    expect(gone.focus).toBe('c')
    const last = focusOn(gone, 'c')
    expect(commit(last, step(removeCues(last.list, ['c']))).focus).toBe('a')
  })

  test('keeps at least a thousand steps', () => {
    let doc = open(LINE)
    for (let i = 1; i <= 1500; i++) doc = commit(doc, step(edge(doc, 'c', 5000 + i)))
    for (let i = 0; i < 1500; i++) doc = undo(doc)!.doc
    expect(show(doc.list)).toBe(LINE)
  })

  test('its steps survive storage as plain data', () => {
    const first = open(LINE)
    const second = commit(first, step(edge(first, 'a', 1500)))
    const third = commit(second, step(removeCues(second.list, ['b']), 'step_delete'))
    const stored = JSON.parse(JSON.stringify(undo(third)!.doc.history)) as unknown
    const again = openDoc(second.list.cues, loadHistory(stored))
    expect(show(redo(again)!.doc.list)).toBe('a[0-1500] c[4000-5000]')
    expect(show(undo(again)!.doc.list)).toBe(LINE)
    for (const bad of [null, 1, {}, { past: [{}], future: [] }, { past: [undefined], future: [] }, { past: [] }]) {
      expect(loadHistory(bad)).toBeUndefined()
    }
  })
})

describe('a change from outside', () => {
  test('is not undone, and an undo takes back only what is its own', () => {
    const doc = open(LINE)
    const mine = commit(doc, step(edge(doc, 'a', 1500)))
    const theirs = receive(mine, withText(mine, 'a', 'theirs'))
    expect(show(undo(theirs)!.doc.list)).toBe('a[0-1000 theirs] b[2000-3000] c[4000-5000]')
  })

  test('a line that they deleted never comes back by undo or redo', () => {
    const doc = open(LINE)
    const mine = commit(doc, step(edge(doc, 'b', 3500)))
    const theirs = receive(mine, removeCues(mine.list, ['b']))
    expect(undo(theirs)).toBeUndefined()
    const undone = receive(undo(mine)!.doc, removeCues(undo(mine)!.doc.list, ['b']))
    expect(redo(undone)).toBeUndefined()
  })

  test('a line that they put back is not put back twice', () => {
    const doc = open(LINE)
    const mine = commit(doc, step(removeCues(doc.list, ['b'])))
    const theirs = receive(mine, patchTo(mine.list, doc.list.cues))
    expect(undo(theirs)).toBeUndefined()
    expect(show(theirs.list)).toBe(LINE)
  })

  test('a speaker that was deleted comes back with no line', () => {
    const tagged = openDoc(tl(LINE).cues.map((cue) => ({ ...cue, roles: ['ann', 'bob'] })))
    const gone = commit(tagged, step(removeCues(tagged.list, ['b'])))
    const untagged = commit(gone, step(replacePatch(gone.list, [{ ...gone.list.at(0)!, roles: ['bob'] }])))
    const doc = removeRole(untagged, 'ann')
    expect(doc.list.cues.map((cue) => cue.roles)).toEqual([['bob'], ['bob']])
    // Removing Ann from the first line has no effect any more; the deleted line returns without her.
    const back = undo(doc)!.doc
    expect(show(back.list)).toBe(LINE)
    expect(back.list.cues.map((cue) => cue.roles)).toEqual([['bob'], ['bob'], ['bob']])
    expect(undo(back)).toBeUndefined()
  })

  test('moves the places of lines that come back', () => {
    const doc = open(LINE)
    const mine = commit(doc, step(removeCues(doc.list, ['c'])))
    const more = patchTo(mine.list, [makeCue('n', 0, 1, 'n'), ...mine.list.cues])
    expect(show(undo(receive(mine, more))!.doc.list)).toBe(`n[0-1] ${LINE}`)
  })
})

describe('a sort that is undone after a change from outside', () => {
  const UNSORTED = 'd[7-8] a[1-2] c[5-6] b[3-4]'
  const sorted = (): Doc => {
    const doc = open(UNSORTED)
    return commit(doc, step(sortCues(doc.list), 'step_sort'))
  }
  const to = (doc: Doc, line: string): Doc => receive(doc, patchTo(doc.list, tl(line).cues))
  test.each([
    ['an inserted line', 'a[1-2] b[3-4] n[4-5] c[5-6] d[7-8]', 'd[7-8] a[1-2] c[5-6] b[3-4] n[4-5]'],
    ['one before all', 'n[0-1] a[1-2] b[3-4] c[5-6] d[7-8]', 'n[0-1] d[7-8] a[1-2] c[5-6] b[3-4]'],
    [
      'one after all, which stays with its line',
      'a[1-2] b[3-4] c[5-6] d[7-8] n[9-9]',
      'd[7-8] n[9-9] a[1-2] c[5-6] b[3-4]',
    ],
    ['two in a row', 'a[1-2] m[2-2] n[2-3] b[3-4] c[5-6] d[7-8]', 'd[7-8] a[1-2] m[2-2] n[2-3] c[5-6] b[3-4]'],
    ['a removed line', 'a[1-2] c[5-6] d[7-8]', 'd[7-8] a[1-2] c[5-6]'],
    ['a removed line that had moved', 'a[1-2] b[3-4] c[5-6]', 'a[1-2] c[5-6] b[3-4]'],
    ['a line removed and one inserted', 'b[3-4] n[4-5] c[5-6] d[7-8]', 'd[7-8] c[5-6] b[3-4] n[4-5]'],
    ['a line that they moved', 'b[3-4] a[1-2] c[5-6] d[7-8]', 'b[3-4] d[7-8] a[1-2] c[5-6]'],
  ])('%s', (_, theirs, expected) => {
    const doc = to(sorted(), theirs)
    const back = undo(doc)!.doc
    expect(show(back.list)).toBe(expected)
    expect(show(redo(back)!.doc.list)).toBe(theirs)
    expect(show(undo(redo(back)!.doc)!.doc.list)).toBe(expected)
  })

  test('a change while it is undone is there when it is made again', () => {
    const doc = to(undo(sorted())!.doc, 'd[7-8] n[8-9] a[1-2] c[5-6]')
    expect(show(redo(doc)!.doc.list)).toBe('a[1-2] c[5-6] d[7-8] n[8-9]')
    expect(show(undo(redo(doc)!.doc)!.doc.list)).toBe('d[7-8] n[8-9] a[1-2] c[5-6]')
  })
})

let lastId = 0
/** No id is used twice, not even that of a deleted line. */
const newId = (): string => `new${++lastId}`

type Edit = (list: Doc['list'], id: string, n: number) => Patch
const edits: Edit[] = [
  (list, id, n) => setEdge(list, id, 'end', n, defaultRules),
  (list, id, n) => replacePatch(list, [{ ...list.at(list.index.get(id)!)!, text: `t${n}` }]),
  (list, id) => removeCues(list, [id]),
  (list, id) => valueOf(insertBelow(list, id, defaultRules, newId)),
  (list, id) => valueOf(mergeDown(list, id)),
  (list, id) => valueOf(splitCue(list, id, {}, defaultRules, newId)),
  (list) => sortCues(list),
]
const valueOf = (outcome: { ok: boolean; value?: Patch }): Patch => outcome.value ?? []

const script = fc.array(fc.tuple(fc.nat(edits.length - 1), fc.nat(30), fc.nat(20_000)), { maxLength: 30 })

function play(doc: Doc, [kind, which, n]: [number, number, number], outside = false): Doc {
  const id = doc.list.at(which % Math.max(1, doc.list.length))?.id
  if (id === undefined) return doc
  const patch = edits[kind]!(doc.list, id, outside ? n + 50_000 : n)
  return outside ? receive(doc, patch) : commit(doc, { name: 'step_move', patch, at: 0 })
}

/** Edits of another user: a line inserted, deleted, moved, or reworded. */
function edited(cues: readonly Cue[], [kind, which, where]: [number, number, number], serial: number): Cue[] {
  const at = which % Math.max(1, cues.length)
  const cue = cues[at]
  const to = where % (cues.length + 1)
  if (kind === 0 || !cue) return cues.toSpliced(to, 0, makeCue(`o${serial}`, where, where + 9, 'theirs'))
  if (kind === 1) return cues.toSpliced(at, 1)
  if (kind === 2) return cues.toSpliced(at, 1).toSpliced(to, 0, cue)
  return cues.with(at, { ...cue, text: `theirs ${serial}` })
}

describe('laws', () => {
  test('taking everything back gives the start, doing it again the end', () => {
    fc.assert(
      fc.property(tidyCues, script, (cues, moves) => {
        let doc = openDoc(cues)
        for (const move of moves) doc = play(doc, move)
        const end = doc.list.cues
        let steps = 0
        for (let back = undo(doc); back; back = undo(doc)) {
          doc = back.doc
          steps++
        }
        expect(doc.list.cues).toEqual(cues)
        for (; steps > 0; steps--) doc = redo(doc)!.doc
        expect(doc.list.cues).toEqual(end)
        expect(doc.list.cues.every((cue, at) => doc.list.index.get(cue.id) === at)).toBe(true)
      }),
    )
  })

  test('with changes from outside nothing breaks, nothing gone comes back, what they set stays', () => {
    fc.assert(
      fc.property(
        tidyCues,
        script,
        fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
        (cues, moves, outside) => {
          let doc = openDoc(cues)
          const gone = new Set<string>()
          const texts = new Map<string, string>()
          for (const [at, move] of moves.entries()) {
            const before = doc.list
            doc = play(doc, move, outside[at])
            if (!outside[at]) continue
            for (const cue of before) {
              const now = doc.list.at(doc.list.index.get(cue.id) ?? -1)
              if (!now) gone.add(cue.id)
              else if (now.text !== cue.text) texts.set(cue.id, now.text)
            }
          }
          const check = () => {
            const ids = doc.list.cues.map((cue) => cue.id)
            expect(new Set(ids).size).toBe(ids.length)
            for (const id of ids) expect(gone.has(id)).toBe(false)
          }
          for (let back = undo(doc); back; back = undo(doc)) doc = back.doc
          check()
          for (const cue of doc.list) expect(cue.text).toBe(texts.get(cue.id) ?? cue.text)
          for (let again = redo(doc); again; again = redo(doc)) doc = again.doc
          check()
        },
      ),
    )
  })

  test('lines come back in the order of before, and go forth to where they were, through changes from outside', () => {
    const theirs = fc.tuple(fc.nat(3), fc.nat(30), fc.nat(30))
    const change = fc.oneof(
      { weight: 2, arbitrary: fc.record({ own: fc.tuple(fc.nat(edits.length - 1), fc.nat(30), fc.nat(20_000)) }) },
      fc.record({ own: fc.constant<[number, number, number]>([edits.length - 1, 0, 0]) }),
      fc.record({ theirs }),
    )
    fc.assert(
      fc.property(wildCues, fc.array(change, { maxLength: 20 }), (cues, changes) => {
        let doc = openDoc(cues)
        const untouched = new Set(cues.map(({ id }) => id))
        for (const [serial, made] of changes.entries()) {
          if ('own' in made) doc = play(doc, made.own)
          else {
            const patch = patchTo(doc.list, edited(doc.list.cues, made.theirs, serial))
            for (const { id, from, to, was } of patch) if ((from && !to) || was !== undefined) untouched.delete(id)
            doc = receive(doc, patch)
          }
        }
        const end = doc.list.cues
        for (let back = undo(doc); back; back = undo(doc)) doc = back.doc
        const there = new Set(doc.list.cues.map(({ id }) => id))
        const kept = cues.map(({ id }) => id).filter((id) => untouched.has(id) && there.has(id))
        expect(doc.list.cues.map(({ id }) => id).filter((id) => kept.includes(id))).toEqual(kept)
        for (let again = redo(doc); again; again = redo(doc)) doc = again.doc
        expect(doc.list.cues).toEqual(end)
        expect(doc.list.cues.every((cue, at) => doc.list.index.get(cue.id) === at)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('a patch to any list gives that list', () => {
    const lists = fc.array(fc.nat(20), { maxLength: 20 }).map((ids) => [...new Set(ids)])
    fc.assert(
      fc.property(lists, lists, fc.nat(5), (a, b, version) => {
        const cue = (n: number, v: number): Cue => makeCue(`c${n}`, n, n + v, 'x')
        const from = cueList(a.map((n) => cue(n, 1)))
        const to = b.map((n) => cue(n, version))
        expect(applyPatch(from, patchTo(from, to)).cues).toEqual(to)
      }),
    )
  })

  test('a list edited line by line has every line where it says', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 700 }),
        fc.array(fc.tuple(fc.nat(2), fc.nat(999)), { maxLength: 400 }),
        (n, moves) => {
          let list = cueList(Array.from({ length: n }, (_, i) => makeCue(`c${i}`, i, i + 1, '')))
          const plain = [...list.cues]
          for (const [serial, [kind, where]] of moves.entries()) {
            const at = where % Math.max(1, plain.length + (kind === 1 ? 1 : 0))
            const cue = plain[at]
            if (kind === 1) {
              const to = makeCue(`n${serial}`, 0, 1, '')
              list = applyPatch(list, [{ id: to.id, from: undefined, to, at }])
              plain.splice(at, 0, to)
            } else if (cue) {
              const to = kind === 0 ? { ...cue, end: serial } : undefined
              list = applyPatch(list, [{ id: cue.id, from: cue, to, at }])
              plain.splice(at, 1, ...(to ? [to] : []))
            }
          }
          expect(list.length).toBe(plain.length)
          expect(plain.every((cue, at) => list.at(at) === cue && list.index.get(cue.id) === at)).toBe(true)
          expect(list.cues).toEqual(plain)
        },
      ),
      { numRuns: 30 },
    )
  })
})
