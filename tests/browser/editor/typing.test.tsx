import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import type { Editor } from '#src/editor/context/editor.ts'
import {
  click,
  closeWorkspace,
  come,
  comeTo,
  enterText,
  evenly,
  focusedRow,
  found,
  libraryOf,
  openWorkspace,
  press,
  startWorkspace,
  textField,
  timeline,
  type,
  until,
} from './workspace.tsx'

beforeAll(startWorkspace)
afterEach(closeWorkspace)

const COUNT = 300

/** More lines than there are rows on the page. */
const openMany = (): Promise<Editor> =>
  openWorkspace(
    evenly(
      Array.from({ length: COUNT }, (_, at) => `line ${at + 1}`),
      130,
      100,
    ),
  )
const textOf = ({ session }: Editor, line: number): string | undefined => session.list.at(line - 1)?.text

function isInView(element: Element): boolean {
  const [box, list] = [element, found('.rows-scroller')].map((each) => each.getBoundingClientRect())
  return box!.top >= list!.top - 1 && box!.bottom <= list!.bottom + 1
}

/** The text of a line has the keyboard, in sight. */
const isIn = (line: number): Promise<void> =>
  until(() => {
    expect(focusedRow()).toBe(line)
    expect(document.activeElement).toBe(textField())
    expect(textField().getAttribute('aria-label')).toBe(`Text of line ${line}`)
    expect(isInView(textField())).toBe(true)
  })

async function goTo(line: number): Promise<void> {
  await press('Control+g')
  await come('.bp6-dialog input')
  await type(String(line))
  await press('Enter')
}

test('who types in a row goes on typing in the next one and in one far away', async () => {
  const editor = await openMany()
  await enterText(3)
  // With no wait between the keys.
  await press('End')
  await userEvent.keyboard(' a{Alt>}{ArrowDown}{/Alt} b')
  await isIn(4)
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt} c')
  await isIn(3)
  expect([textOf(editor, 3), textOf(editor, 4)]).toEqual(['line 3 a c', 'line 4 b'])
  // By Tab the text is selected.
  await userEvent.keyboard('{Tab}other')
  await isIn(4)
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}first')
  await isIn(3)
  expect([textOf(editor, 3), textOf(editor, 4)]).toEqual(['first', 'other'])
  await userEvent.keyboard('{Control>}g{/Control}250{Enter} far')
  await isIn(250)
  await until(() => expect(textOf(editor, 250)).toBe('line 250 far'))
  await press('Control+f')
  await come('.find-bar:focus-within')
  await type('line 40')
  await press('Enter')
  await until(() => expect(focusedRow()).toBe(40))
  await press('Escape')
  await isIn(40)
  await type('found')
  await until(() => expect(textOf(editor, 40)).toBe('found'))
})

test('commands are for the line that is typed in; finding, palette and split keep the keyboard in a text', async () => {
  const editor = await openMany()
  await enterText(3)
  await press('Alt+ArrowDown', 'Control+Alt+8')
  await until(() => expect(textOf(editor, 4)).toBe('{\\an8}line 4'))
  await press('Control+z')
  await isIn(4)
  await until(() => expect(textOf(editor, 4)).toBe('line 4'))
  await userEvent.fill(textField(), '')
  await goTo(2)
  await isIn(2)
  await press('F8')
  await until(() => expect(focusedRow()).not.toBe(2))
  await isIn(focusedRow())
  await press('Control+k')
  await come('.bp6-omnibar input')
  await type('go 60')
  await press('Enter')
  await isIn(60)
  await press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Control+Enter')
  await type(' here')
  await isIn(focusedRow())
  expect(textField().value).toMatch(/ here$/)
  // A row that is scrolled away keeps the keyboard; a line was split before it.
  await goTo(100)
  await isIn(100)
  found('.rows-scroller').scrollTo(0, 0)
  await until(() => expect(isInView(textField())).toBe(false))
  await type(' kept')
  await until(() => expect(textOf(editor, 100)).toBe('line 99 kept'))
})

test('the timeline keeps the keyboard, and Enter goes into a text that is out of sight, or into the text box', async () => {
  const editor = await openMany()
  await press('Alt+ArrowDown', 'Alt+ArrowDown', 'F8')
  expect(document.activeElement).toBe(timeline())
  await comeTo(3)
  timeline().focus()
  found('.rows-scroller').scrollTo(0, 5000)
  await until(() => expect(isInView(textField())).toBe(false))
  await press('Enter')
  await isIn(3)
  await press('End')
  await type(' entered')
  await until(() => expect(textOf(editor, 3)).toBe('line 3 entered'))

  timeline().focus()
  await press('Alt+x')
  const box = await come('.text-box-text')
  timeline().focus()
  await press('Enter')
  await until(() => expect(document.activeElement).toBe(box))
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt} one{Tab}two{Control>}g{/Control}9{Enter} three')
  await until(() => expect(textOf(editor, 9)).toBe('line 9 three'))
  expect(document.activeElement).toBe(box)
  expect([textOf(editor, 4), textOf(editor, 5)]).toEqual(['line 4 one', 'two'])
  await press('Alt+x')
})

test('a tool that is pressed leaves the keyboard to the timeline or the text; one that the keyboard has come to is pressed by it', async () => {
  const editor = await openMany()
  const { playhead } = editor
  const tools = [
    ['[role=radio]', 'Roll'],
    ['button[aria-label=Spectrogram]', ''],
    ['button[aria-label^="Zoom in"]', ''],
  ] as const
  for (const [selector, text] of tools) {
    await click(selector, text)
    expect(document.activeElement).toBe(timeline())
    await press('Space')
    await until(() => expect(playhead.isPlaying).toBe(true))
    await press('Space')
    await until(() => expect(playhead.isPlaying).toBe(false))
  }
  await enterText(7)
  await press('End')
  await click('button[aria-label^="Zoom out"]')
  await type(' on')
  await until(() => expect(textOf(editor, 7)).toBe('line 7 on'))
  const tool = found('button[aria-label=Spectrogram]')
  const was = tool.getAttribute('aria-pressed')
  await press('Escape')
  tool.focus()
  await press('Space')
  await until(() => expect(tool.getAttribute('aria-pressed')).not.toBe(was))
  expect(playhead.isPlaying).toBe(false)
})

const devtools = (): { send: (method: string, event: object) => Promise<unknown> } =>
  cdp() as unknown as ReturnType<typeof devtools>

/** Composes a word, and presses the Enter that ends it as browsers report it. */
async function compose(word: string, order: 'Chrome' | 'Safari'): Promise<void> {
  const enter = { type: 'rawKeyDown', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await devtools().send('Input.imeSetComposition', { text: word, selectionStart: 1, selectionEnd: 1 })
  if (order === 'Chrome') await devtools().send('Input.dispatchKeyEvent', enter)
  await devtools().send('Input.insertText', { text: word })
  if (order === 'Safari') await devtools().send('Input.dispatchKeyEvent', enter)
}

test('the Enter that ends a composed word does nothing else in the fields of the search', async () => {
  const editor = await openMany()
  await comeTo(1)
  await press('Control+h')
  const find = await come<HTMLInputElement>('[aria-label="Find"]')
  await userEvent.fill(find, 'line')
  const field = found<HTMLInputElement>('[aria-label="Replace with"]')
  for (const order of ['Chrome', 'Safari'] as const) {
    await userEvent.fill(field, '')
    await compose('ふ', order)
    expect(field.value).toBe('ふ')
  }
  await until(() => expect(textOf(editor, 1)).toBe('line 1'))
  find.focus()
  await compose('ふ', 'Chrome')
  expect(focusedRow()).toBe(1)
  await userEvent.fill(find, 'line')
  await come('.find-count', `of ${COUNT}`)
  field.focus()
  await press('Enter')
  await until(() => expect(textOf(editor, 1)).toBe('ふ 1'))
})

test('the Enter that ends a composed word does not send a comment', async () => {
  await openWorkspace(evenly(['one', 'two'], 2000, 1500), { library: libraryOf('english', { english: 'en' }) })
  await press('Alt+c')
  const field = await come<HTMLTextAreaElement>('[aria-label^="Comment on line"]')
  await until(() => expect(document.activeElement).toBe(field))
  for (const order of ['Chrome', 'Safari'] as const) await compose('ふ', order)
  expect(field.value).toBe('ふふ')
  expect(document.activeElement).toBe(field)
})

test('the volume leaves the keyboard to the timeline', async () => {
  const { playhead } = await openWorkspace(evenly(['one', 'two'], 2000, 1500), {
    src: `${inject('media').url}/cuts.mp4`,
  })
  await click('[aria-label=Volume]')
  await press('Space')
  await until(() => expect(playhead.isPlaying).toBe(true))
  await press('Space')
  await until(() => expect(playhead.isPlaying).toBe(false))
})

test('letters of AltGr and Option are typed, Ctrl+Z goes by its letter', async () => {
  await openMany()
  const press = async (code: string, key: string, modifiers: number): Promise<void> => {
    const event = { code, key, modifiers, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) }
    await devtools().send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, ...event })
    await devtools().send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
  }
  const [alt, ctrl] = [1, 2]
  await enterText(5)
  const taken: string[] = []
  const control = new AbortController()
  const note = ({ defaultPrevented, key }: KeyboardEvent): void => void (defaultPrevented && taken.push(key))
  addEventListener('keydown', note, { signal: control.signal })
  const written = [
    ['KeyO', 'ó'],
    ['KeyL', 'ł'],
    ['KeyL', '@'],
    ['KeyS', 'ś'],
    ['KeyX', 'ź'],
    ['KeyN', 'ń'],
  ] as const
  for (const [code, key] of written) await press(code, key, alt)
  await press('Digit7', '{', ctrl + alt)
  control.abort()
  // The field has each of them: no shortcut took its key.
  expect(taken).toEqual([])
  expect(focusedRow()).toBe(5)
  expect(textField().value).not.toMatch(/an7/)
  textField().setSelectionRange(99, 99)
  await type(' end')
  expect(textField().value).toMatch(/ end$/)
  // The key at the place of Y writes z on a German keyboard.
  await press('KeyY', 'z', ctrl)
  await until(() => expect(textField().value).not.toMatch(/ end$/))
  await press('KeyZ', 'y', ctrl)
  await until(() => expect(textField().value).toMatch(/ end$/))
  // And the letter that writes я is at the place of Z on a Russian one.
  await press('KeyZ', 'я', ctrl)
  await until(() => expect(textField().value).not.toMatch(/ end$/))
})
