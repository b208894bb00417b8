import { afterEach, beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import type { Editor } from '#src/editor/context/editor.ts'
import {
  all,
  choose,
  click,
  clock,
  closeWorkspace,
  come,
  comeTo,
  enterText,
  evenly,
  fill,
  focusedRow,
  found,
  gone,
  labelled,
  openWorkspace as openLines,
  press,
  row,
  rowCount,
  rowText,
  startWorkspace,
  timeline,
  times,
  type,
  until,
} from './workspace.tsx'

let opened: Editor | undefined

beforeAll(startWorkspace)
afterEach(async () => {
  // They are the user's, and stay from version to version.
  Object.assign(opened!.following.switches, { seek: true, play: false, list: true, middle: false, linesOnly: false })
  // They are stored after the change, while the version is open.
  await new Promise(requestAnimationFrame)
  closeWorkspace()
  await page.viewport(1440, 900)
})

const openWorkspace = async (lines: Parameters<typeof openLines>[0]): Promise<Editor> => {
  opened = await openLines(lines)
  return opened
}

/** A line each second and a half, more of them than a list shows at once. */
const openMany = (): Promise<Editor> =>
  openWorkspace(
    evenly(
      Array.from({ length: 26 }, (_, at) => `line number ${at + 1}`),
      1500,
      1200,
    ),
  )

interface Drawn {
  readonly startMs: number
  readonly pxPerMs: number
}
/** Pixels from the left of the timeline to a time. */
function xOf(ms: number): number {
  const { startMs, pxPerMs } = JSON.parse(timeline().dataset['view'] ?? '') as Drawn
  return (ms - startMs) * pxPerMs
}
const playheadX = (): number => new DOMMatrix(getComputedStyle(found('.playhead')).transform).m41
const boxOf = (selector: string): DOMRect => found(selector).getBoundingClientRect()

/** The line in focus and the timeline show a line. */
const arrived = (line: number, ms: number): Promise<void> =>
  until(() => {
    expect(focusedRow()).toBe(line)
    const [list, own] = [boxOf('.rows-scroller'), boxOf('.row-focused')]
    expect(own.top).toBeGreaterThanOrEqual(list.top - 1)
    expect(own.bottom).toBeLessThanOrEqual(list.bottom + 1)
    for (const time of [ms, ms + 1200]) {
      expect(xOf(time)).toBeGreaterThanOrEqual(0)
      expect(xOf(time)).toBeLessThanOrEqual(boxOf('[data-testid=timeline]').width)
    }
    expect(clock()).toContain(new Date(ms).toISOString().slice(11, 19))
  })

async function toLine(n: number): Promise<void> {
  timeline().focus()
  await userEvent.keyboard(`{Control>}g{/Control}${n}{Enter}`)
}

/** Switches a tool of the timeline that is in its menu. */
async function switchTool(name: string): Promise<void> {
  await click(labelled('Other tools'))
  await click('[role=menuitemcheckbox]', name)
  await press('Escape')
  await gone('[role=menu]')
}

test('the timeline shows the same stretch in windows of other sizes, and a click goes to the time that is drawn there', async () => {
  await openMany()
  let playheadMs = 0
  for (const width of [1280, 2560, 1440]) {
    await page.viewport(width, 800)
    // The whole video fills the window, whatever its width.
    await until(() => expect(Math.round(xOf(40_000))).toBe(width))
    await until(() => expect(playheadX()).toBeCloseTo(xOf(playheadMs), 0))
    await userEvent.click(timeline(), { position: { x: width * 0.35, y: 40 } })
    await until(() => expect(clock()).toContain('00:00:14,000'))
    playheadMs = 14_000
  }
  await choose('Visible span', '10s')
  await until(() => expect(Math.round(xOf(20_000) - xOf(10_000))).toBe(1440))
  // What the wheel makes of the scale is what the bar says.
  for (let turn = 0; turn < 12; turn++) {
    const wheel = { deltaY: 200, ctrlKey: true, clientX: 400, clientY: boxOf('[data-testid=timeline]').top + 60 }
    timeline().dispatchEvent(new WheelEvent('wheel', { ...wheel, bubbles: true, cancelable: true }))
  }
  await until(() => expect(found(labelled('Visible span')).dataset['value']).toBe('whole'))
})

test('a split with the playhead elsewhere is refused with what to do; a line that is chosen is gone to or played', async () => {
  const { following, playhead } = await openMany()
  await switchTool('Go to a line when it is chosen')
  expect(following.switches.seek).toBe(false)
  await comeTo(5)
  expect(playhead.ms).toBe(0)
  await comeTo(7)
  timeline().focus()
  await press('/')
  await come('body', 'The playhead is not in this line.')
  expect(rowCount()).toBe(26)
  await switchTool('Play a line when it is chosen')
  await comeTo(6)
  await until(() => expect(clock()).toContain('00:00:07'))
  expect(playhead.isPlaying).toBe(true)
  await until(() => expect(playhead.isPlaying).toBe(false))
  expect(playhead.ms).toBeGreaterThanOrEqual(8699)
  // Switches are the user's: they are as they were in the next version.
  const next = await openMany()
  expect([next.following.switches.seek, next.following.switches.play]).toEqual([false, true])
})

test('going to a line by key, number, search and check shows it in timeline and list', async () => {
  await openMany()
  await choose('Visible span', '10s')
  await toLine(20)
  await arrived(20, 28_500)
  found('.rows-scroller').scrollTo(0, 0)
  await until(() => row(1))
  await comeTo(1)
  await arrived(1, 0)
  // Line by line, past the edge of the view.
  timeline().focus()
  for (let line = 0; line < 9; line++) await press('Alt+ArrowDown')
  await arrived(10, 13_500)
  // What leaves the list at its foot comes to its head: the lines after it can be read.
  const depths: number[] = []
  for (let line = 11; line <= 19; line++) {
    await press('Alt+ArrowDown')
    await arrived(line, (line - 1) * 1500)
    depths.push((boxOf('.row-focused').top - boxOf('.rows-scroller').top) / boxOf('.rows-scroller').height)
  }
  expect(Math.max(...depths)).toBeGreaterThan(0.7)
  expect(Math.min(...depths)).toBeLessThan(0.1)
  await press('Control+f')
  await fill('Find', 'number 24')
  await press('Enter')
  await arrived(24, 34_500)
  await until(() => expect(all('.found-current')).toHaveLength(1))
  expect(all('.found').map(({ textContent }) => textContent)).toEqual(['number 24'])
  await press('Escape')
  await gone('.found')
  await userEvent.fill(await enterText(24), '')
  await toLine(2)
  await arrived(2, 1500)
  timeline().focus()
  await press('F8')
  await arrived(24, 34_500)
})

test('rows that come in a scroll show their text at once and are edited; the fields are those of one line', async () => {
  await openMany()
  const scroller = found('.rows-scroller')
  scroller.scrollTo(0, 2000)
  await until(() => row(26))
  await enterText(26)
  await press('End')
  await type(' typed')
  await until(() => expect(rowText(26)).toBe('line number 26 typed'))
  expect(all('.rows textarea')).toHaveLength(1)
  scroller.scrollTo(0, 0)
  await until(() => expect(rowText(1)).toBe('line number 1'))
  expect(times(1)).toEqual(['00:00:00,000', '00:00:01,200'])
})

test('the line that is played is marked, and the list goes along until the user scrolls', async () => {
  const { playhead, following } = await openMany()
  await page.viewport(1440, 560)
  const playing = (): number => Number(found('.row-playing').getAttribute('aria-rowindex'))
  playhead.seek(4000)
  await until(() => expect(playing()).toBe(3))
  playhead.seek(13_000)
  await until(() => expect(playing()).toBe(9))
  await toLine(16)
  await gone('[role=dialog]')
  timeline().focus()
  await press('Space')
  const list = boxOf('.rows-scroller')
  await until(() => expect(playing()).toBe(17))
  expect(boxOf('.row-playing').bottom).toBeLessThanOrEqual(list.bottom + 1)
  // Scrolled by hand the list stays, while the video plays on.
  found('.rows-scroller').dispatchEvent(new WheelEvent('wheel', { deltaY: -3000, bubbles: true }))
  found('.rows-scroller').scrollTo(0, 0)
  await until(() => expect(playhead.ms).toBeGreaterThan(25_600))
  expect(found('.rows-scroller').scrollTop).toBe(0)
  await press('Space', 'a')
  await until(() => expect(focusedRow()).toBe(18))
  // By its switch the list keeps what is played in its middle.
  following.switches.middle = true
  await press('Space')
  await until(() => {
    const [own, all] = [boxOf('.row-playing'), boxOf('.rows-scroller')]
    expect(Math.abs(own.top + own.height / 2 - all.top - all.height / 2)).toBeLessThan(30)
  })
  await press('Space')
})

test('lines only: what lies between lines is skipped, and the last one ends the playback', async () => {
  const { playhead, following } = await openWorkspace('a[1000-1300 one] b[31000-31300 two]')
  following.switches.linesOnly = true
  await comeTo(1)
  timeline().focus()
  await press('Space')
  await until(() => expect(found('.row-playing').getAttribute('aria-rowindex')).toBe('2'))
  await until(() => expect(playhead.isPlaying).toBe(false))
  expect(playhead.ms).toBeLessThan(34_000)
})

test('lines that are longer than the video are told, and shown where it ends', async () => {
  const { session } = await openWorkspace('a[1000-2000 one] b[45000-47000 after the end]')
  await come('[data-testid=video-end]')
  await click('button', '1 line ends after the file')
  await until(() => expect(focusedRow()).toBe(2))
  await fill('In time of line 2', '00:00:05,000')
  await press('Enter')
  await fill('Out time of line 2', '00:00:06,000')
  await press('Enter')
  await until(() => expect(session.list.at(1)).toMatchObject({ start: 5000, end: 6000 }))
  await until(() => expect(document.body.textContent).not.toContain('ends after the file'))
})

test('a row’s tools lie beside its text, and a text that is cut says so', async () => {
  const rows = [
    'The first row of a long text that fills all the room that there is for it',
    'the second row',
    'the third row',
  ]
  await openWorkspace([makeCue('a', 1000, 3000, rows.join('\n')), makeCue('b', 4000, 5000, 'short')])
  await comeTo(2)
  const lines = found('.row-lines', row(1))
  expect(lines.scrollHeight - lines.clientHeight).toBeGreaterThan(10)
  for (const width of [1440, 1280]) {
    await page.viewport(width, 800)
    await userEvent.hover(row(1))
    await until(() => expect(getComputedStyle(found('.row-tools')).opacity).toBe('1'))
    await come('.tip', 'the third row')
    const [tools, text] = [boxOf('.row-tools'), found('.row-text', row(1)).getBoundingClientRect()]
    expect(tools.left).toBeGreaterThanOrEqual(text.right - 1)
  }
  const field = await enterText(1)
  await until(() => expect(getComputedStyle(found('.row-tools')).opacity).toBe('0'))
  // All of it is in sight while the user is in it.
  expect(field.scrollHeight - field.clientHeight).toBeLessThan(3)
})
