import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Severity } from '#core/checks/rule.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue-list.ts'
import { CueStamps, type Painted } from '#src/editor/timeline/cue-stamps.ts'
import { tl } from '#tests/support/notation.ts'

const TILE_MS = 10_000
const TILES = [0, 1, 2]

const noColor = (): undefined => undefined

/** A line is at fault by itself or beside the one before it, as rules are. */
function severityIn(list: CueList): (cue: Cue) => Severity | undefined {
  return ({ id, start, text }) => {
    const before = list.at(list.index.get(id)! - 1)
    if (before && before.end > start) return 'error'
    return text.length > 6 ? 'warning' : undefined
  }
}

function stampsOf(list: CueList, findings: number, edited: readonly string[] | undefined): CueStamps {
  const marks = {
    focus: undefined,
    playing: undefined,
    selection: new Set<string>(),
    isFaulty: () => false,
    severityOf: severityIn(list),
    isFlagged: () => false,
    findings,
    editedSince: () => edited,
    colorOf: noColor,
    isPreview: false,
  }
  return new CueStamps(list, marks, undefined, undefined)
}

const tilesOf = (stamps: CueStamps, kept: readonly Painted[] = []): Painted[] =>
  TILES.map((tile) => stamps.stamp(tile * TILE_MS, (tile + 1) * TILE_MS, kept[tile]))

const looksOf = ({ cues, faults }: Painted) => ({
  faults,
  cues: cues.map(({ id, start, end, text }) => [id, start, end, text.trim() === '']),
})

const lines = cueList(
  Array.from({ length: 30 }, (_, at) => {
    const { cues } = tl(`c${at}[${at * 1000}-${at * 1000 + 800} word]`)
    return cues[0]!
  }),
)

const anEdit = fc.record({
  at: fc.nat(29),
  text: fc.option(fc.constantFrom('', ' ', 'word', 'longer words')),
  by: fc.constantFrom(0, 0, 400, 900),
})

test('tiles that are asked after edits show what tiles of the new text show', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anEdit, { maxLength: 3 }), { minLength: 1, maxLength: 4 }), (rounds) => {
      let list = lines
      let tiles = tilesOf(stampsOf(list, 0, []))
      rounds.forEach((edits, round) => {
        for (const { at, text, by } of edits) {
          const cue = list.cueAt(at)
          list = list.with(at, { ...cue, end: cue.end + by, text: text ?? cue.text })
        }
        const edited = edits.map(({ at }) => list.cueAt(at).id)
        tiles = tilesOf(stampsOf(list, round + 1, edited), tiles)
        expect(tiles.map(looksOf)).toEqual(tilesOf(stampsOf(list, 0, undefined)).map(looksOf))
      })
    }),
  )
})

test('letters in a line paint no tile anew, a moved end only those that show the line', () => {
  const tiles = tilesOf(stampsOf(lines, 0, []))
  const typed = lines.with(12, { ...lines.cueAt(12), text: 'words' })
  const afterTyping = tilesOf(stampsOf(typed, 1, ['c12']), tiles)
  expect(afterTyping).toEqual(tiles)
  const moved = typed.with(12, { ...typed.cueAt(12), end: 12_900 })
  const afterMove = tilesOf(stampsOf(moved, 2, ['c12']), afterTyping)
  expect(afterMove.map((tile, at) => tile === tiles[at])).toEqual([true, false, true])
})

test('without what was edited all lines are looked at', () => {
  const tiles = tilesOf(stampsOf(lines, 0, []))
  const other = lines.with(3, { ...lines.cueAt(3), text: 'longer words' })
  const after = tilesOf(stampsOf(other, 1, undefined), tiles)
  expect(after.map((tile, at) => tile === tiles[at])).toEqual([false, true, true])
  expect(after[0]!.faults.at(3)).toBe('w')
})
