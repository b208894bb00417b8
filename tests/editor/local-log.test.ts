import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import { cueIn, cueList } from '#core/subtitle/cue/cue-list.ts'
import { Digest } from '#core/subtitle/cue/digest.ts'
import { type Conflict, mergeVersions, withConflicts } from '#core/subtitle/cue/merge.ts'
import { applyPatch, type Patch, patchTo, replacePatch } from '#core/subtitle/cue/patch.ts'
import { commit, type Doc, openDoc, receive, redo, removeRole, undo } from '#src/editor/model/document/document.ts'
import { draftOn, fold, isEntry, type LogEntry, ownPatch, snapshotOf } from '#src/editor/model/log.ts'
import { show, tl } from '#tests/support/notation.ts'

const begin = Array.from({ length: 5 }, (_, at) => ({
  ...makeCue(`l${at}`, at * 1000, at * 1000 + 800, `line ${at}`),
  roles: ['r'],
}))

/** A document with its log. */
class Logged {
  doc: Doc
  readonly entries: LogEntry[] = []
  /** Changes of this page that are stored nowhere else. */
  unsaved: Patch[] = []
  /** Conflicts that no server has. */
  unsent: readonly Conflict[] = []
  private at = 0
  private pauseMs = 400
  private made = 0

  constructor(cues: readonly Cue[] = begin) {
    this.doc = openDoc(cues)
  }

  get text(): string {
    return Digest.of(this.doc.list.cues).text
  }

  private add(event: Record<string, unknown>): void {
    const common = { doc: 'd', tab: 't', seq: this.entries.length + 1, at: this.at, text: this.text, isUnsaved: true }
    // As in storage.
    const entry: unknown = JSON.parse(JSON.stringify({ ...event, ...common }))
    if (!isEntry(entry)) throw new Error(`Not an entry: ${JSON.stringify(entry)}`)
    this.entries.push(entry)
    const patch = ownPatch(entry)
    if (patch?.length) this.unsaved.push(patch)
  }

  edit(patch: Patch, join?: string): void {
    if (patch.length === 0) return
    const step = { name: 'step_text' as const, patch, at: (this.at += this.pauseMs), join }
    this.doc = commit(this.doc, step)
    this.add({ kind: 'edit', step })
  }

  /** Types letters, each a step that joins those before it. */
  type(cue: Cue, letters: string): void {
    let { text } = cue
    for (const letter of letters) {
      this.pauseMs = 100
      text += letter
      this.edit(replacePatch(this.doc.list, [{ ...cue, text }]), `text ${cue.id}`)
    }
    this.pauseMs = 400
  }

  travel(way: 'undo' | 'redo'): void {
    const moved = way === 'undo' ? undo(this.doc) : redo(this.doc)
    if (!moved) return
    this.doc = moved.doc
    this.add({ kind: way, patch: moved.patch })
  }

  outside(cues: readonly Cue[]): void {
    const patch = patchTo(this.doc.list, cues)
    this.doc = receive(this.doc, patch)
    this.add({ kind: 'outside', patch })
  }

  dropRole(): void {
    const before = this.doc.list
    this.doc = removeRole(this.doc, 'r')
    this.add({ kind: 'role', roleId: 'r', patch: patchTo(before, this.doc.list.cues) })
  }

  save(): void {
    this.add({ kind: 'saved', upTo: this.entries.length })
    this.unsaved = []
    this.unsent = []
  }

  conflict(cue: Cue, theirs: string): void {
    const found = [{ id: cue.id, mine: cue, theirs: { ...cue, text: theirs } }]
    this.unsent = withConflicts(this.unsent, found)
    this.add({ kind: 'conflicts', conflicts: found })
  }

  /** Applies one of many actions to one of many cues. */
  act(what: number, n: number): void {
    const { list } = this.doc
    const cue = list.at(n % Math.max(1, list.length))
    const id = `e${++this.made}`
    const at = n % (list.length + 1)
    const start = list.at(at)?.start ?? 9000 + this.made
    if (what === 0) this.edit([{ id, from: undefined, to: makeCue(id, start, start + 1, 'made'), at }])
    else if (what === 1) this.travel('undo')
    else if (what === 2) this.travel('redo')
    else if (what === 3) this.save()
    else if (what === 4) this.outside(list.cues.map((each) => (each === cue ? { ...each, text: `theirs ${n}` } : each)))
    else if (what === 5 && n % 10 === 0) this.dropRole()
    else if (!cue) return
    else if (what === 7) this.type(cue, `${n}`)
    else if (what === 10) this.conflict(cue, `theirs ${n}`)
    else if (what === 6) this.edit([{ id: cue.id, from: cue, to: undefined, at: n % list.length }])
    else this.edit(replacePatch(list, [{ ...cue, text: `${cue.text}${n}` }]), `text ${cue.id}`)
  }
}

const acts = fc.array(fc.tuple(fc.nat(10), fc.nat(100)), { maxLength: 40 })
const logOf = (actions: readonly (readonly [number, number])[], cues?: readonly Cue[]): Logged => {
  const log = new Logged(cues)
  for (const [what, n] of actions) log.act(what, n)
  return log
}
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('the log of a document', () => {
  test('folds to the steps, the unsaved changes and the unsent conflicts that the document has', () => {
    fc.assert(
      fc.property(acts, (actions) => {
        const log = logOf(actions)
        const folded = fold(log.entries, log.text)
        expect(plain(folded.history)).toEqual(plain(log.doc.history))
        expect(plain(folded.patches)).toEqual(plain(log.unsaved))
        expect(plain(folded.conflicts)).toEqual(plain(log.unsent))
        if (log.entries.length > 0) expect(folded.reached).toEqual(folded.history)
      }),
    )
  })

  test('is the same in any order, read twice over, and with all up to some place as a snapshot', () => {
    fc.assert(
      fc.property(acts, fc.nat(), (actions, n) => {
        const log = logOf(actions)
        const at = n % (log.entries.length + 1)
        const snapshot = snapshotOf(log.entries.slice(0, at))
        const short = snapshot ? [...log.entries.slice(at), snapshot] : log.entries
        const [whole, folded] = [fold(log.entries, log.text), fold(short, log.text)]
        expect(plain(folded.history)).toEqual(plain(whole.history))
        expect(plain(folded.conflicts)).toEqual(plain(whole.conflicts))
        const text = (patches: readonly Patch[]) => draftOn(cueList(begin), { patches, text: log.text })
        expect(plain(text(folded.patches))).toEqual(plain(text(whole.patches)))
        expect(fold(log.entries.toReversed(), log.text)).toEqual(whole)
      }),
    )
  })

  test('a damaged entry costs its own change and the steps before it, nothing else', () => {
    fc.assert(
      fc.property(acts, fc.nat(), fc.jsonValue(), (actions, n, damage) => {
        const log = logOf(actions)
        if (log.entries.length === 0) return
        const at = n % log.entries.length
        const damaged = { ...log.entries[at], kind: damage }
        const stored = log.entries.toSpliced(at, 1, damaged as LogEntry)
        const folded = fold(stored, log.text)
        const later = log.entries.slice(at + 1)
        const before = log.entries.slice(0, at)
        // The draft has every second change.
        const all = [...before, ...later]
        expect(folded.patches).toEqual(fold(all).patches)
        // Every stored step can be undone, and each changes the text.
        let list = log.doc.list
        for (const step of folded.reached?.past.toReversed() ?? []) {
          for (const { id, to } of step.patch) expect(plain({ cue: cueIn(list, id) })).toEqual(plain({ cue: to }))
          list = undo({ ...openDoc(list.cues), history: { past: [step], future: [] } })!.doc.list
        }
      }),
    )
  })

  test('steps come back where the text is one that the log has seen, the last time that it was', () => {
    const log = new Logged()
    log.edit(replacePatch(log.doc.list, [{ ...begin[0]!, text: 'one' }]))
    const seen = log.text
    log.edit(replacePatch(log.doc.list, [{ ...begin[1]!, text: 'two' }]))
    expect(fold(log.entries, seen).reached?.past).toHaveLength(1)
    expect(fold(log.entries, log.text).reached?.past).toHaveLength(2)
    expect(fold(log.entries, 'another').reached).toBeUndefined()
  })
})

describe('a draft', () => {
  const edits = fc.array(
    fc.tuple(
      fc.nat(9).filter((what) => what !== 3 && what !== 4),
      fc.nat(100),
    ),
    { maxLength: 12 },
  )

  test('is the very text of the lost tab where nothing else has changed', () => {
    fc.assert(
      fc.property(edits, (actions) => {
        const log = logOf(actions)
        const { base, mine } = draftOn(cueList(begin), fold(log.entries))
        expect(plain(base)).toEqual(plain(begin))
        expect(plain(mine)).toEqual(plain(log.doc.list.cues))
      }),
    )
  })

  test('merges with what others made as it would with the text that it was made from', () => {
    fc.assert(
      fc.property(
        edits,
        fc.array(fc.tuple(fc.constantFrom(0, 6, 8), fc.nat(100)), { maxLength: 6 }),
        (ours, theirs) => {
          const mine = logOf(ours)
          const others = logOf(theirs)
          const stored = others.doc.list.cues.map((cue) =>
            cue.id.startsWith('e') ? { ...cue, id: `their ${cue.id}` } : cue,
          )
          const { base, mine: draft } = draftOn(cueList(stored), fold(mine.entries))
          const merged = mergeVersions(base, draft, stored)
          const wanted = mergeVersions(begin, mine.doc.list.cues, stored)
          const byId = (cues: readonly Cue[]) => plain(Object.fromEntries(cues.map((cue) => [cue.id, cue])))
          expect(byId(merged.cues)).toEqual(byId(wanted.cues))
          expect(merged.conflicts.map(({ id }) => id).sort()).toEqual(wanted.conflicts.map(({ id }) => id).sort())
        },
      ),
    )
  })

  test('puts new cues where they begin when others have made cues before them', () => {
    const text = tl('a[0-800] b[1000-1800]')
    const log = new Logged(text.cues)
    log.edit(patchTo(log.doc.list, tl('a[0-800] b[1000-1800] x[2000-2800]').cues))
    const { mine } = draftOn(tl('n[0-100] m[200-300] a[400-800] b[1000-1800]'), fold(log.entries))
    expect(show(cueList(mine))).toBe('n[0-100] m[200-300] a[400-800] b[1000-1800] x[2000-2800]')
    const moved = applyPatch(text, patchTo(text, tl('b[1000-1800] a[0-800]').cues))
    expect(show(moved)).toBe('b[1000-1800] a[0-800]')
  })
})
