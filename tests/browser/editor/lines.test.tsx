import { afterEach, beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Editor } from '#src/editor/context/editor.ts'
import { show } from '#tests/support/notation.ts'
import {
  choose,
  chooseRows,
  click,
  clock,
  closeWorkspace,
  come,
  comeTo,
  enterText,
  fields,
  focusedRow,
  gone,
  labelled,
  openWorkspace,
  press,
  rowCount,
  rowText,
  startWorkspace,
  timeline,
  times,
  until,
} from './workspace.tsx'

beforeAll(startWorkspace)
afterEach(closeWorkspace)

const LINES = 'a[1000-2000 one] b[3000-4000 two] c[11000-13000 three]'
const SRT = '1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n\n'

/** What the browser's clipboard has: a page in a frame may not read it. */
class Clipboard {
  text = ''
  private readonly data = (): DataTransfer => {
    const data = new DataTransfer()
    data.setData('text/plain', this.text)
    return data
  }

  /** Presses the keys, and lets the event follow that the browser makes of them. */
  async press(chord: string, type: 'copy' | 'cut' | 'paste'): Promise<boolean> {
    // The browser's own event is of its own clipboard.
    const control = new AbortController()
    const stop = (event: Event): void => {
      if (event.isTrusted) event.stopImmediatePropagation()
    }
    window.addEventListener(type, stop, { signal: control.signal, capture: true })
    await press(chord)
    control.abort()
    const clipboardData = this.data()
    const event = new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true })
    const isTaken = !(document.activeElement ?? document.body).dispatchEvent(event)
    if (isTaken && type !== 'paste') this.text = clipboardData.getData('text/plain')
    return isTaken
  }
}

test('lines are copied, cut and pasted by the keys of the clipboard', async () => {
  const { playhead }: Editor = await openWorkspace(LINES)
  const clipboard = new Clipboard()
  // Two lines come in at the playhead, with the distance between them.
  await chooseRows(1, 2)
  timeline().focus()
  await clipboard.press('Control+c', 'copy')
  expect(clipboard.text.replaceAll('\r\n', '\n')).toBe(SRT)
  playhead.seek(5000)
  await clipboard.press('Control+v', 'paste')
  await until(() => expect(rowCount()).toBe(5))
  expect([times(3), times(4)]).toEqual([
    ['00:00:05,000', '00:00:06,000'],
    ['00:00:07,000', '00:00:08,000'],
  ])
  await press('Control+z')
  await until(() => expect(rowCount()).toBe(3))
  // Where there is no room for all nothing comes in.
  playhead.seek(10_000)
  await clipboard.press('Control+v', 'paste')
  await come('body', 'Insufficient time gap')
  expect(rowCount()).toBe(3)
  // Cut, and back at its own time.
  await comeTo(2)
  timeline().focus()
  await clipboard.press('Control+x', 'cut')
  await until(() => expect(rowCount()).toBe(2))
  await clipboard.press('Control+Shift+V', 'paste')
  await until(() => expect(times(2)).toEqual(['00:00:03,000', '00:00:04,000']))
  // A text of another program, and one without times.
  clipboard.text = 'Dialogue: 0,0:00:30.00,0:00:31.50,Default,,0,0,0,,from elsewhere'
  await clipboard.press('Control+Shift+V', 'paste')
  await until(() => expect(times(4)).toEqual(['00:00:30,000', '00:00:31,500']))
  clipboard.text = 'just words\n'
  playhead.seek(20_000)
  await clipboard.press('Control+v', 'paste')
  await until(() => expect(rowCount()).toBe(5))
  expect([...times(4), rowText(4)]).toEqual(['00:00:20,000', '00:00:22,000', 'just words'])
  // In a text the keys are the text’s.
  await enterText(1)
  await press('Control+a')
  expect(await clipboard.press('Control+c', 'copy')).toBe(false)
})

test('times are stretched to two lines by key, and to another frame rate', async () => {
  const { session, playhead }: Editor = await openWorkspace(LINES)
  await comeTo(1)
  playhead.seek(2000)
  timeline().focus()
  await press('y')
  await come('body', 'Line 1 belongs at 00:00:02,000')
  await comeTo(3)
  playhead.seek(22_000)
  timeline().focus()
  await press('y')
  await come('[role=dialog]')
  await press('Enter')
  await until(() => expect(show(session.list)).toBe('a[2000-4000 one] b[6000-8000 two] c[22000-26000 three]'))
  await gone('[role=dialog]')
  await press('Control+z')
  await until(() => expect(show(session.list)).toBe(LINES))

  await click(labelled('More'))
  await click('[role=menuitem]', 'Stretch times…')
  await click('[role=dialog] [role=radio]', 'Frame rate')
  await choose('Timed for', '25 frames per second')
  await choose('Video has', '24 frames per second')
  await come('[role=dialog] td', '00:00:11,458')
  await click('[role=dialog] button', 'Move 3 lines')
  await until(() => expect(times(3)[0]).toBe('00:00:11,458'))
  await gone('[role=dialog]')

  await click(labelled('More'))
  await click('[role=menuitem]', 'Stretch times…')
  await come('[role=dialog]')
  const [, belongs] = await fields('Belongs at', 2)
  await userEvent.fill(belongs!, '01:00:00,000')
  await come('[role=alert]', 'Invalid move time')
  expect((await come<HTMLButtonElement>('[role=dialog] button', 'Move')).disabled).toBe(true)
  await userEvent.fill(belongs!, 'soon')
  await come('[role=alert]', 'A time can’t be read')
  await press('Escape')
  await gone('[role=dialog]')
  expect(times(3)[0]).toBe('00:00:11,458')
})

test('a line or a time is gone to, lead-in and lead-out are added by key, a line fills a marked stretch', async () => {
  const { panels, session }: Editor = await openWorkspace(LINES)
  await userEvent.keyboard('{Control>}g{/Control}3{Enter}')
  await until(() => expect(clock()).toContain('00:00:11,000'))
  expect(focusedRow()).toBe(3)
  await gone('[role=dialog]')
  timeline().focus()
  await press('Control+g')
  await userEvent.fill(await come('[role=dialog] input'), '99')
  await press('Enter')
  await come('[role=dialog]', 'No such place: this version has 3 lines')
  await press('Escape')
  await gone('[role=dialog]')
  timeline().focus()
  await press('c', 'Shift+C')
  await until(() => expect(times(3)).toEqual(['00:00:10,900', '00:00:13,350']))
  panels.range = { start: 5000, end: 7000 }
  await come('[data-testid=range]')
  await press('Shift+N')
  await until(() => expect(show(session.list)).toMatch(/\[5000-7000/))
  await gone('[data-testid=range]')
})
