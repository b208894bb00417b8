import { describe, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue.ts'
import { cueList } from '#core/subtitle/cue-list.ts'
import { applyPatch } from '#core/subtitle/patch.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { setEdge } from '#core/timing/move.ts'
import {
  type Action,
  type Command,
  edgeToPlayhead,
  type EditorState,
  focusBy,
  insertLineBelow,
  mergeWithNext,
  nudge,
  nudgeLines,
  nudgeLinesFrame,
  removeSelected,
  splitAtPlayhead,
} from '#src/editor/document/commands.ts'
import { emptyHistory, recordStep, redoStep, undoStep } from '#src/editor/document/history.ts'
import { hitCue } from '#src/editor/timeline/hit.ts'
import { keepInside, pxPerMsOf, reveal, rulerStep, timeAt, type View, xOf, zoomTo } from '#src/editor/timeline/view.ts'
import { cuesAt, cuesBetween } from '#src/editor/timeline/visible.ts'
import { show, tl } from '#tests/support/notation.ts'

const line = 'a[0-1000 one two] b[2000-3000] c[4000-5000]'

function after(command: Command, state: Partial<EditorState> = {}): string {
  const full: EditorState = {
    list: tl(line),
    focus: 'a',
    selection: ['a'],
    playheadMs: 0,
    rules: { ...defaultRules, duration: 10_000 },
    newId: sequentialIds('n'),
    shotChanges: [],
    speech: [],
    rate: undefined,
    row: { length: 42, unspaced: false },
    ...state,
  }
  const actions: Action[] = []
  if (!command(full, (action) => actions.push(action))) return 'does not apply'
  return actions
    .map((action) => {
      if (action.kind === 'edit')
        return show(applyPatch(full.list, action.patch)) + (action.focus ? ` @${action.focus}` : '')
      if (action.kind === 'select') return `[${action.ids.join(' ')}]`
      return action.kind === 'focus' ? `@${action.id}` : action.reason
    })
    .join(' ')
}

describe('commands', () => {
  test.each<[string, Command, Partial<EditorState>, string]>([
    ['nudge', nudge('end', 10), {}, 'a[0-1010 one two] b[2000-3000] c[4000-5000]'],
    ['nudge that can go no further', nudge('start', -1), {}, ''],
    [
      'nudge of all selected lines',
      nudgeLines(10),
      { selection: ['a', 'c'] },
      'a[10-1010 one two] b[2000-3000] c[4010-5010]',
    ],
    [
      'nudge of lines as far as the neighbour',
      nudgeLines(-10),
      { list: tl('a[5-1000] b[1004-2000]'), selection: ['a', 'b'] },
      'a[0-995] b[999-1995]',
    ],
    [
      'nudge of lines by a frame',
      nudgeLinesFrame(1),
      { list: tl('a[1010-2000]'), rate: { num: 25, den: 1 } },
      'a[1040-2030]',
    ],
    ['nudge without a line', nudge('start', 1), { focus: undefined }, 'does not apply'],
    [
      'in at the playhead',
      edgeToPlayhead('start'),
      { playheadMs: 400 },
      'a[400-1000 one two] b[2000-3000] c[4000-5000]',
    ],
    [
      'out past the next line',
      edgeToPlayhead('end'),
      { playheadMs: 2500 },
      'a[0-1999 one two] b[2000-3000] c[4000-5000]',
    ],
    ['next line', focusBy(1), {}, '@b'],
    ['before the first line', focusBy(-1), {}, '@a'],
    [
      'insert at the playhead',
      insertLineBelow,
      { focus: undefined, playheadMs: 3500 },
      'a[0-1000 one two] b[2000-3000] n1[3500-3999 ] c[4000-5000] @n1',
    ],
    ['insert inside a line', insertLineBelow, { focus: undefined, playheadMs: 2500 }, 'insufficient_gap'],
    ['merge', mergeWithNext, { focus: 'b' }, 'a[0-1000 one two] b[2000-5000 b c]'],
    ['merge the last', mergeWithNext, { focus: 'c' }, 'no_next'],
    ['split', splitAtPlayhead, { playheadMs: 500 }, 'a[0-500 one] n1[501-1000 two] b[2000-3000] c[4000-5000]'],
    ['delete', removeSelected, { selection: ['a', 'b'] }, 'c[4000-5000] @c'],
  ])('%s', (_, command, state, expected) => {
    expect(after(command, state)).toBe(expected)
  })
})

describe('history', () => {
  const list = tl(line)
  const step = (to: number, at: number, join?: string) => ({
    name: 'step_nudge' as const,
    patch: setEdge(list, 'a', 'end', to, defaultRules),
    at,
    join,
  })

  test('undo and redo travel along the steps', () => {
    const recorded = recordStep(recordStep(emptyHistory, step(1100, 0)), step(1200, 5000))
    const undone = undoStep(recorded)!
    expect([undone.history.past.length, undone.history.future.length]).toEqual([1, 1])
    expect(redoStep(undone.history)!.history.past).toHaveLength(2)
    expect(undoStep(emptyHistory)).toBeUndefined()
  })

  test('a held key is one step; a pause or another key begins a new one', () => {
    const held = [0, 30, 60].reduce((history, at) => recordStep(history, step(1100 + at, at, 'k')), emptyHistory)
    expect(held.past).toHaveLength(1)
    expect(recordStep(held, step(1300, 5000, 'k')).past).toHaveLength(2)
    expect(recordStep(held, step(1300, 90, 'other')).past).toHaveLength(2)
  })

  test('two thousand steps are kept', () => {
    let history = emptyHistory
    for (let i = 0; i < 2100; i++) history = recordStep(history, step(1100 + i, i * 2000))
    expect(history.past).toHaveLength(2000)
  })
})

describe('the view', () => {
  const view: View = { startMs: 10_000, pxPerMs: 0.1, width: 1000 }

  test('times and places', () => {
    expect([timeAt(view, 100), xOf(view, 11_000)]).toEqual([11_000, 100])
  })

  test('zooming keeps the time under the pointer still', () => {
    const zoomed = zoomTo(view, 0.5, 300, 600_000)
    expect(timeAt(zoomed, 300)).toBeCloseTo(timeAt(view, 300), 6)
  })

  test('scales: the base width is one span, and no closer than one pixel a millisecond', () => {
    expect(pxPerMsOf('whole', 1, 40_000)).toBe(0.025)
    expect(pxPerMsOf('1min', 2, 40_000)).toBeCloseTo(1 / 30)
    expect(pxPerMsOf('10s', 4, 40_000)).toBe(0.4)
    expect(pxPerMsOf('whole', 4, 1000)).toBe(1)
  })

  test('stays inside the video and shows what it has to', () => {
    expect(keepInside({ ...view, startMs: -5 }, 40_000).startMs).toBe(0)
    expect(keepInside({ ...view, startMs: 99_000 }, 40_000).startMs).toBe(30_000)
    expect(reveal(view, 15_000, 40_000)).toBe(view)
    expect(reveal(view, 25_000, 60_000).startMs).toBe(23_000)
  })

  test('ruler steps are ones that people count in', () => {
    expect([rulerStep(1), rulerStep(0.025), rulerStep(0.000_31)]).toEqual([100, 5000, 300_000])
  })
})

describe('what lies where', () => {
  const list = tl('a[0-1000] b[1001-2000] long[1500-9000] c[8000-8010]')
  const view: View = { startMs: 0, pxPerMs: 0.1, width: 1000 }
  const hit = (x: number) => {
    const found = hitCue(list, view, x)
    return found ? `${found.id}.${found.part}` : 'nothing'
  }

  test.each([
    [50, 'a.body'],
    [2, 'a.start'],
    [98, 'a.end'],
    [102, 'b.start'],
    [950, 'nothing'],
    [896, 'long.end'],
  ])('at %d px: %s', (x, expected) => {
    expect(hit(x)).toBe(expected)
  })

  test('cues of a stretch, also long ones that began before it, also out of order', () => {
    expect(cuesBetween(list, 7000, 8005).map(({ id }) => id)).toEqual(['long', 'c'])
    expect(cuesBetween(cueList([...list.cues].reverse()), 0, 1200).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(cuesAt(list, 1000)).toEqual([])
    expect(cuesAt(list, 1600).map(({ id }) => id)).toEqual(['b', 'long'])
  })
})
