import { afterEach, beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Editor } from '#src/editor/context/editor.ts'
import {
  click,
  clock,
  closeWorkspace,
  come,
  comeTo,
  enterText,
  fields,
  fill,
  found,
  gone,
  openWorkspace,
  press,
  startWorkspace,
  timeline,
  times,
  type,
  until,
  video,
} from './workspace.tsx'

beforeAll(startWorkspace)
afterEach(closeWorkspace)

const LINES = 'a[1000-2000 one] b[5000-7000 two] c[10000-12000 three]'

const field = (name: string, line: number): HTMLInputElement => found(`[aria-label="${name} of line ${line}"]`)
const start = (): HTMLInputElement => field('In time', 2)
const end = (): HTMLInputElement => field('Out time', 2)
const length = (): HTMLInputElement => field('Length', 2)
const said = (): Promise<string> => come('.time-refused').then(({ textContent }) => textContent)
/** Pastes into the field with the keyboard. */
function paste(text: string): void {
  const dataTransfer = new DataTransfer()
  dataTransfer.setData('text/plain', text)
  const event = { inputType: 'insertFromPaste', data: text, dataTransfer, bubbles: true, cancelable: true }
  document.activeElement?.dispatchEvent(new InputEvent('beforeinput', event))
}

test('digits overwrite, arrows step the digits at the caret, Enter takes the time and Escape brings it back', async () => {
  await openWorkspace(LINES)
  await comeTo(2)
  await press('Tab')
  expect(document.activeElement).toBe(start())
  await type('000003015')
  expect(start().value).toBe('00:00:03,015')
  await press('Backspace')
  expect(start().value).toBe('00:00:03,010')
  await press('Enter')
  await until(() => expect(times(2)[0]).toBe('00:00:03,010'))
  // The next one is a Tab away.
  await press('Tab')
  expect(document.activeElement).toBe(end())
  await press('Escape', 'Control+z')
  await until(() => expect(start().value).toBe('00:00:05,000'))
  await press('Control+Shift+z')
  await until(() => expect(start().value).toBe('00:00:03,010'))

  start().focus()
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowUp}{ArrowUp}')
  expect(start().value).toBe('00:00:05,010')
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowUp}')
  expect(start().value).toBe('00:00:04,110')
  await press('Escape')
  expect(start().value).toBe('00:00:03,010')
  expect(document.activeElement).not.toBe(start())
  // A click places the caret.
  await userEvent.click(start(), { position: { x: 106, y: 14 } })
  await userEvent.keyboard('{Backspace}{Backspace}7')
  expect(start().value).toBe('00:00:03,070')
})

test('any spelling is pasted, or written over the whole; a length sets the out time, each as one step', async () => {
  await openWorkspace(LINES)
  await comeTo(2)
  start().focus()
  paste('0:04.5')
  await until(() => expect(start().value).toBe('00:00:04,500'))
  await press('Enter')
  await until(() => expect(times(2)[0]).toBe('00:00:04,500'))
  end().focus()
  await press('Control+a')
  await type('6.5')
  await press('Enter')
  await until(() => expect(times(2)[1]).toBe('00:00:06,500'))
  expect(length().value).toBe('2,000')
  await userEvent.fill(length(), '3')
  await press('Enter')
  await until(() => expect(times(2)[1]).toBe('00:00:07,500'))
  expect(length().value).toBe('3,000')
  await press('Control+z')
  await until(() => expect(end().value).toBe('00:00:06,500'))
  expect(length().value).toBe('2,000')
})

test('a refused time says why and stays to be corrected', async () => {
  await openWorkspace('a[1000-2000 one] b[4500-6500 two] c[10000-12000 three]')
  const cases = [
    ['In time', 2, '00:00:20,000', 'The in time comes before the out time: at most 00:00:06,499'],
    ['In time', 2, '00:00:01,500', 'Runs into the line before: at least 00:00:02,001'],
    ['Out time', 2, '00:00:04,000', 'The out time comes after the in time: at least 00:00:04,501'],
    ['Out time', 2, '00:00:11,000', 'Runs into the next line: at most 00:00:09,999'],
    ['Out time', 2, 'soon', 'Not a time. Write it like 00:00:06,500 or 6.5'],
    ['Length', 2, '60', 'Runs into the next line: at most 5,499'],
    ['Out time', 3, '01:00:00,000', 'Past the end of the file: at most 00:'],
  ] as const
  let at = 0
  for (const [name, line, text, words] of cases) {
    if (line !== at) await comeTo(line)
    at = line
    const typed = field(name, line)
    await userEvent.fill(typed, text)
    await press('Enter')
    expect(await said()).toContain(words)
    expect(typed.value).toBe(text)
    expect(document.activeElement).toBe(typed)
    expect(typed.getAttribute('aria-invalid')).toBe('true')
    await press('Escape')
    await gone('.time-refused')
  }
  // Leaving without Enter keeps it too, with a message.
  await comeTo(2)
  await userEvent.fill(end(), '00:00:11,000')
  await enterText(1)
  expect(await said()).toContain('Runs into the next line')
  expect(times(2)[1]).toBe('00:00:11,000')
  await comeTo(2)
  expect(end().value).toBe('00:00:11,000')
  await userEvent.fill(end(), '00:00:08,000')
  await press('Enter')
  await gone('.time-refused')
  expect(times(2)).toEqual(['00:00:04,500', '00:00:08,000'])
})

/** Shows times in frames, or as they were before. */
const nextNotation = (): Promise<void> => click('[data-testid=clock]')

async function inFrames(work: (editor: Editor) => Promise<void>, lines = LINES, rate = video.rate): Promise<void> {
  const editor = await openWorkspace(lines, { parts: { media: { ...video, rate, durationMs: 64_000 } } })
  await nextNotation()
  await until(() => expect(clock()).toContain('00:00:00:00'))
  await work(editor)
  while (!clock().includes(',')) await nextNotation()
}

test('times in frames are typed and stepped as frames, also in the next version', async () => {
  await inFrames(async () => {
    expect(times(2)).toEqual(['00:00:05:00', '00:00:07:00'])
    await comeTo(2)
    expect(length().value).toBe('2:00')
    end().focus()
    await press('End', 'ArrowDown', 'Enter')
    await until(() => expect(times(2)[1]).toBe('00:00:06:24'))
    expect(length().value).toBe('1:24')
    await userEvent.fill(end(), '00:00:06:25')
    await press('Enter')
    expect(await said()).toContain('No frame has this time at 25 frames per second')
    await press('Escape')
    await openWorkspace('a[1000-2000 one] b[5000-6960 two]')
    expect(times(2)[1]).toBe('00:00:06:24')
    await nextNotation()
    await until(() => expect(times(2)[1]).toBe('00:00:06,960'))
  })
})

test('times in drop frame, where the rate of the video has it', async () => {
  const rate = { num: 30_000, den: 1001 }
  await inFrames(
    async () => {
      expect(times(1)).toEqual(['00:01:00:01', '00:01:01:13'])
      await nextNotation()
      await until(() => expect(clock()).toContain('00:00:00;00'))
      expect(times(1)).toEqual(['00:01:00;03', '00:01:01;15'])
      // The first two frames of the minute have no name.
      await comeTo(1)
      await userEvent.fill(field('In time', 1), '00:01:00;01')
      await press('Enter')
      expect(await said()).toContain('No frame has this time at 29.97 frames per second')
      await userEvent.fill(field('In time', 1), '00:01:00;02')
      await press('Enter')
      await gone('.time-refused')
      await nextNotation()
      await until(() => expect(times(1)[0]).toBe('00:01:00,060'))
    },
    'a[60100-61500 after the first minute]',
    rate,
  )
})

test('where times are in frames, dialogs, findings and messages are too', async () => {
  const lines = 'a[1000-2000 one] b[6800-7000 two] c[10000-12000 three]'
  await inFrames(async ({ dialogs }) => {
    expect(times(2)).toEqual(['00:00:06:20', '00:00:07:00'])
    timeline().focus()
    await press('Control+g')
    const place = await come<HTMLInputElement>('[role=dialog] input')
    expect(place.placeholder).toBe('00:00:00:00')
    expect(found('[role=dialog]').textContent).toContain('For example 125, 12:30 or 00:12:30:13')
    await userEvent.fill(place, '00:00:06:10')
    await press('Enter')
    await until(() => expect(clock()).toContain('00:00:06:10'))
    // Milliseconds are read too.
    await press('Control+g')
    await userEvent.fill(await come('[role=dialog] input'), '00:00:10,000')
    await press('Enter')
    await until(() => expect(clock()).toContain('00:00:10:00'))
    await gone('[role=dialog]')

    await comeTo(1)
    timeline().focus()
    await press('y')
    await come('.bp6-toast', 'Line 1 belongs at 00:00:01:00')
    await press('Shift+T')
    const [, second] = await fields('Belongs at', 2)
    expect(second!.value).toBe('00:00:10:00')
    await userEvent.fill(second!, '00:00:10:12')
    await come('[role=dialog] [role=row], [role=dialog] tr', '00:00:10:0000:00:10:12')
    await press('Escape')
    await gone('[role=dialog]')

    await comeTo(2)
    timeline().focus()
    await press('t')
    await come('[role=dialog]', '-250 to 250')
    await fill('By', '-145')
    await come('[role=dialog]', 'Line 2 would run into a line that stays (at 00:00:01:00)')
    await fill('Exact value', '-00:00:01:05')
    await press('Enter')
    await until(() => expect(dialogs.state().open).toBeUndefined())
    await until(() => expect(times(2)).toEqual(['00:00:05:15', '00:00:05:20']))

    await click('[role=tab]', 'Quality')
    const finding = await come('.finding', '00:00:05:15')
    expect(finding.textContent).toContain('Lasts 0:05; at least 0:13 (seconds:frames)')
  }, lines)
})
