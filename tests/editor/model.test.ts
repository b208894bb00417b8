import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { WordTimes } from '#core/subtitle/formats/cue-words.ts'
import { applyPatch, replacePatch } from '#core/subtitle/cue/patch.ts'
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
  nudgeFrame,
  nudgeLines,
  nudgeLinesFrame,
  removeSelected,
  splitAtPlayhead,
} from '#src/editor/model/document/commands.ts'
import { editorLimits, playerWidth } from '#core/domain/limits.ts'
import { rulerTicks } from '#core/timing/ruler.ts'
import { clockNotation } from '#core/timing/time-notation.ts'
import { emptyHistory, recordStep, redoStep, undoStep } from '#src/editor/model/document/history.ts'
import { rowsOf } from '#src/editor/features/lines/grown-rows.ts'
import { FINGER_EDGE_PX, hitCue } from '#src/editor/timeline/hit.ts'
import {
  keepInside,
  LABEL_PX,
  openingScale,
  pxPerMsOf,
  reveal,
  revealRange,
  scaleOf,
  spans,
  timeAt,
  type View,
  xOf,
  zoomTo,
} from '#src/editor/timeline/view.ts'
import { type FollowMode, ViewFollower } from '#src/editor/timeline/view-follower.ts'
import { cuesAt, cuesBetween, lineAtOrBefore, stretchAt } from '#src/editor/model/document/cues-in-time.ts'
import { openSession } from '#tests/support/session.ts'
import { show, tl } from '#tests/support/notation.ts'

const line = 'a[0-1000 one two] b[2000-3000] c[4000-5000]'

const said = (...words: readonly [offset: number, start: number][]): WordTimes =>
  new WordTimes([
    {
      ...{ cue_id: 'a', start: 0, end: 1000, text: 'one two' },
      words: words.map(([offset, start]) => ({ offset, start })),
    },
  ])

function after(command: Command, state: Partial<EditorState> = {}): string {
  const full: EditorState = {
    list: tl(line),
    focus: 'a',
    selection: ['a'],
    playheadMs: 0,
    words: new WordTimes(),
    rules: { ...defaultRules, duration: 10_000 },
    newId: sequentialIds('n'),
    shotChanges: [],
    outGapFrames: 2,
    speech: [],
    rate: undefined,
    row: { length: 42, counting: 'characters', unspaced: false },
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
    [
      'nudge by a frame',
      nudgeFrame('end', -1),
      { list: tl('a[1000-1090]'), rate: { num: 25, den: 1 } },
      'a[1000-1080]',
    ],
    [
      'nudge that would leave no frame',
      nudgeFrame('end', -1),
      { list: tl('a[1000-1040]'), rate: { num: 25, den: 1 } },
      '',
    ],
    [
      'nudge that would cross the end',
      nudgeFrame('start', 1),
      { list: tl('a[1005-1030]'), rate: { num: 25, den: 1 } },
      '',
    ],
    [
      'nudge that makes room',
      nudgeFrame('end', 1),
      { list: tl('a[1005-1006]'), rate: { num: 25, den: 1 } },
      'a[1005-1040]',
    ],
    [
      'nudge of a frame up to a neighbour',
      nudgeFrame('end', 1),
      { list: tl('a[1000-2000] b[2020-3000]'), rate: { num: 25, den: 1 } },
      'a[1000-2019] b[2020-3000]',
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
    [
      'split where a word begins',
      splitAtPlayhead,
      { playheadMs: 300, words: said([0, 100], [4, 280]) },
      'a[0-300 one] n1[301-1000 two] b[2000-3000] c[4000-5000]',
    ],
    ['split with the playhead elsewhere', splitAtPlayhead, { playheadMs: 1000 }, 'playhead_elsewhere'],
    ['delete', removeSelected, { selection: ['a', 'b'] }, 'c[4000-5000] @c'],
  ])('%s', (_, command, state, expected) => {
    expect(after(command, state)).toBe(expected)
  })
})

describe('history', () => {
  test('what changes nothing is no step, and nobody is told of one', () => {
    const session = openSession(tl('a[0-1000 one]').cues)
    const names: string[] = []
    session.onStep(({ name }) => names.push(name))
    session.edit('step_resize', [])
    expect([names, session.history.past]).toEqual([[], []])
    session.edit('step_resize', replacePatch(session.list, tl('a[0-900 one]').cues))
    expect([names, session.history.past.length]).toEqual([['step_resize'], 1])
  })
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
    expect(pxPerMsOf({ span: 'whole', zoom: 1 }, 1000, 40_000)).toBe(0.025)
    expect(pxPerMsOf({ span: '1min', zoom: 2 }, 1000, 40_000)).toBeCloseTo(1 / 30)
    expect(pxPerMsOf({ span: '10s', zoom: 4 }, 1000, 40_000)).toBe(0.4)
    expect(pxPerMsOf({ span: 'whole', zoom: 4 }, 1000, 1000)).toBe(1)
  })

  test('the pane of the player is narrow for a tall picture, and as wide as it gets for a flat one', () => {
    const { min, max } = editorLimits.videoPane
    const widths = [
      [1080, 1920],
      [1920, 1080],
      [1440, 1440],
      [1120, 90],
    ].map(([width = 0, height = 0]) => playerWidth({ width, height }))
    expect(widths).toEqual([300, 400, 400, max])
    for (const width of widths) expect(width).toBeGreaterThanOrEqual(min)
  })

  test('a video of a minute opens as a whole, one of five at half a minute, a longer one at a minute', () => {
    for (const durationMs of [0, 40_000]) expect(openingScale(durationMs)).toEqual({ span: 'whole', zoom: 1 })
    expect(openingScale(300_000)).toEqual({ span: '1min', zoom: 2 })
    for (const durationMs of [300_001, 5_340_000, 32_400_000])
      expect(openingScale(durationMs)).toEqual({ span: '1min', zoom: 1 })
  })

  test('span and zoom of a view are those that make it, whichever they are', () => {
    const numbers = fc.record({
      span: fc.constantFrom(...spans),
      zoom: fc.integer({ min: 8, max: 40 }).map((tenths) => tenths / 10),
      width: fc.integer({ min: 320, max: 3840 }),
      durationMs: fc.integer({ min: 60_000, max: 10_000_000 }),
    })
    fc.assert(
      fc.property(numbers, ({ span, zoom, width, durationMs }) => {
        const pxPerMs = pxPerMsOf({ span, zoom }, width, durationMs)
        fc.pre(pxPerMs < 1)
        const scale = scaleOf({ startMs: 0, pxPerMs, width }, durationMs, span)
        expect(scale.span).toBe(span)
        expect(scale.zoom).toBeCloseTo(zoom, 6)
        // From any other span, the same scale is only expressed differently.
        for (const last of spans) {
          const other = scaleOf({ startMs: 0, pxPerMs, width }, durationMs, last)
          expect(pxPerMsOf(other, width, durationMs)).toBeCloseTo(pxPerMs, 9)
        }
      }),
    )
  })

  test('a line is brought into view whole; one that is in view moves nothing', () => {
    expect(revealRange(view, 12_000, 14_000, 600_000)).toBe(view)
    const stretch = fc.tuple(fc.integer({ min: 0, max: 500_000 }), fc.integer({ min: 1, max: 60_000 }))
    fc.assert(
      fc.property(stretch, ([start, length]) => {
        const shown = revealRange(view, start, start + length, 600_000)
        expect(xOf(shown, start)).toBeGreaterThanOrEqual(-1e-6)
        expect(xOf(shown, start)).toBeLessThanOrEqual(shown.width)
        if (length * shown.pxPerMs <= shown.width)
          expect(xOf(shown, start + length)).toBeLessThanOrEqual(shown.width + 1e-6)
      }),
    )
  })

  test('stays inside the video and shows what it has to', () => {
    expect(keepInside({ ...view, startMs: -5 }, 40_000).startMs).toBe(0)
    expect(keepInside({ ...view, startMs: 99_000 }, 40_000).startMs).toBe(30_000)
    expect(reveal(view, 15_000, 40_000)).toBe(view)
    expect(reveal(view, 25_000, 60_000).startMs).toBe(23_000)
  })

  test('ruler steps are ones that people count in', () => {
    const steps = [1, 0.025, 0.000_31].map((pxPerMs) => {
      const [first, second] = rulerTicks(0, 1_000_000, LABEL_PX / pxPerMs, clockNotation).filter(({ label }) => label)
      return second!.ms - first!.ms
    })
    expect(steps).toEqual([100, 5000, 300_000])
  })
})

describe('following', () => {
  const first: View = { startMs: 0, pxPerMs: 0.1, width: 1000 }
  const follow = (mode: FollowMode, isPlaying: boolean) => {
    const state = { view: first, isPlaying }
    const follower = new ViewFollower(
      {
        view: () => state.view,
        setView: (next) => {
          state.view = next
        },
        durationMs: () => 600_000,
        mode: () => mode,
        isPlaying: () => state.isPlaying,
      },
      0,
    )
    return { state, follower }
  }

  test.each<[string, FollowMode, boolean, number]>([
    ['page turns when the playhead leaves the view', 'page', true, 28_000],
    ['centre keeps it in the middle', 'centre', true, 25_000],
    ['off leaves the view', 'off', true, 0],
    ['a seek is followed where nothing plays', 'centre', false, 28_000],
    ['but not with off', 'off', false, 0],
  ])('%s', (_, mode, isPlaying, startMs) => {
    const { state, follower } = follow(mode, isPlaying)
    follower.follow(30_000)
    expect(state.view.startMs).toBe(startMs)
  })

  test('a line is shown in every mode, except under the hand that chose it', () => {
    const { state, follower } = follow('off', false)
    const line = { id: 'a', start: 30_000, end: 32_000, text: '', roles: [] }
    follower.byHand(() => follower.show(line))
    expect(state.view).toBe(first)
    follower.show(line)
    expect(state.view.startMs).toBe(28_000)
  })

  test('who looks elsewhere while the video plays is left there, until a line is chosen or the playhead comes', () => {
    const { state, follower } = follow('page', true)
    follower.follow(1000)
    state.view = { ...first, startMs: 100_000 }
    follower.moved(state.view)
    follower.follow(1040)
    expect(state.view.startMs).toBe(100_000)
    follower.follow(100_500)
    follower.follow(120_000)
    expect(state.view.startMs).toBe(118_000)
  })

  test('a player that says the same time again moves nothing', () => {
    const { state, follower } = follow('page', false)
    follower.follow(5000)
    state.view = { ...first, startMs: 100_000 }
    follower.follow(5000.4)
    expect(state.view.startMs).toBe(100_000)
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

  test('a finger takes hold of an edge from farther away, and of the middle of what is narrow', () => {
    expect([hit(85), hitCue(list, view, 85, 0, FINGER_EDGE_PX)?.part]).toEqual(['a.body', 'end'])
    expect(hitCue(list, view, 50, 0, FINGER_EDGE_PX)?.part).toBe('body')
  })

  test('cues of a stretch, also long ones that began before it, also out of order', () => {
    expect(cuesBetween(list, 7000, 8005).map(({ id }) => id)).toEqual(['long', 'c'])
    expect(cuesBetween(cueList([...list.cues].reverse()), 0, 1200).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(cuesAt(list, 1000)).toEqual([])
    expect(cuesAt(list, 1600).map(({ id }) => id)).toEqual(['b', 'long'])
  })

  test.each([
    [500, 'a 0 1000'],
    [1000.5, 'none 1000.5 1001'],
    [1600.2, 'long 1500 8000'],
    [8005, 'c 8000 8010'],
    [8010, 'long 1500 9000'],
    [9000, 'none 9000 Infinity'],
  ])('the line on screen at %d, and how long it stays', (ms, expected) => {
    const { cue, fromMs, toMs } = stretchAt(list, ms)
    expect(`${cue?.id ?? 'none'} ${fromMs} ${toMs}`).toBe(expected)
  })

  test('the line at a time, else the one before, else the first', () => {
    const at = (ms: number) => lineAtOrBefore(list, ms)?.id
    expect([at(-5), at(500), at(1000), at(1600), at(99_000)]).toEqual(['a', 'a', 'a', 'long', 'c'])
    expect(lineAtOrBefore(cueList([]), 0)).toBeUndefined()
  })
})

test.each([
  ['', 10, 1],
  ['ten letter', 10, 1],
  ['eleven more', 10, 2],
  ['one\ntwo three four', 10, 3],
  ['incomprehensibilities', 10, 3],
  ['你好你好你好', 10, 2],
  ['a 你好你好', 10, 1],
])('%j takes rows of %i', (text, columns, rows) => expect(rowsOf(text, columns)).toBe(rows))
