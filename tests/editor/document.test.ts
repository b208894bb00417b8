import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cue, makeCue } from '#core/subtitle/cue.ts'
import { cueList } from '#core/subtitle/cue-list.ts'
import { applyPatch, type Patch, patchTo, replacePatch } from '#core/subtitle/patch.ts'
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
} from '#src/editor/document/document.ts'
import { loadHistory, type StepName } from '#src/editor/document/history.ts'
import { tidyCues } from '#tests/support/arbitrary.ts'
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
    // Taking Ann off the first line is nothing any more; the deleted line comes back without her.
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

type Edit = (list: Doc['list'], id: string, n: number) => Patch
const edits: Edit[] = [
  (list, id, n) => setEdge(list, id, 'end', n, defaultRules),
  (list, id, n) => replacePatch(list, [{ ...list.at(list.index.get(id)!)!, text: `t${n}` }]),
  (list, id) => removeCues(list, [id]),
  (list, id, n) => valueOf(insertBelow(list, id, defaultRules, () => `i${n}-${list.length}`)),
  (list, id) => valueOf(mergeDown(list, id)),
  (list, id, n) => valueOf(splitCue(list, id, {}, defaultRules, () => `s${n}-${list.length}`)),
  (list) => sortCues(list),
]
const valueOf = (outcome: { ok: boolean; value?: Patch }): Patch => outcome.value ?? []

const script = fc.array(fc.tuple(fc.nat(edits.length - 1), fc.nat(30), fc.nat(20_000)), { maxLength: 30 })

function play(doc: Doc, [kind, which, n]: [number, number, number], outside = false): Doc {
  const id = doc.list.at(which % Math.max(1, doc.list.length))?.id
  if (id === undefined) return doc
  const patch = edits[kind]!(doc.list, id, outside ? n + 50_000 : n)
  // Ids that were there before must not be minted again.
  if (patch.some((change) => !change.from && doc.list.index.has(change.id))) return doc
  return outside ? receive(doc, patch) : commit(doc, { name: 'step_move', patch, at: 0 })
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
