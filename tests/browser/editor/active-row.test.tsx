import '#src/style.css'
import '#src/editor/shell/editor.css'
import i18next from 'i18next'
import { createRoot, type Root } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { Editor } from '#src/editor/context/editor.ts'
import { createEditor } from '#src/editor/shell/create-editor.ts'
import { Rows } from '#src/editor/features/lines/Rows.tsx'
import { EditorContext } from '#src/editor/context/use-editor.ts'
import { show, tl } from '#tests/support/notation.ts'
import common from '../../../locales/en/common.json'
import messages from '../../../locales/en/editor.json'
import { patchTo } from '#core/subtitle/cue/patch.ts'
import { caretOf } from '#src/editor/parts/caret.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const LINES = 'a[0-1000 First line] b[2000-3000 Second line] c[4000-5000 Third one]'

let root: Root | undefined
let stop: (() => void) | undefined

beforeAll(async () => {
  await page.viewport(1000, 600)
  await i18next.use(initReactI18next).init({
    lng: 'en',
    defaultNS: 'common',
    resources: { en: { common, editor: messages } },
    react: { useSuspense: false },
  })
})
afterEach(() => {
  stop?.()
  root?.unmount()
  document.body.replaceChildren()
})

async function open(lines = LINES): Promise<Editor> {
  const editor = createEditor({
    media: {
      name: 'test',
      language: 'en',
      durationMs: 60_000,
      rate: { num: 25, den: 1 },
      width: 640,
      height: 360,
      hasPicture: true,
      derived: {},
      shots: undefined,
    },
    cues: tl(lines).cues.map((cue) => (cue.text === '–' ? { ...cue, text: '' } : cue)),
    flags: [],
    store: () => ({
      start: () => () => undefined,
      recover: async () => false,
      isAtRisk: () => false,
      flush: async () => true,
      save: async () => true,
    }),
    style: {
      read: () => undefined,
      write: () => undefined,
      readFileStyles: () => true,
      writeFileStyles: () => undefined,
    },
    file: undefined,
    versions: { read: () => Promise.reject(new Error('none')), write: async () => [] },
    library: undefined,
    notify: () => undefined,
  })
  stop = caretOf(editor).start()
  const place = document.createElement('div')
  place.style.cssText = 'height: 400px; width: 900px; container: rows / inline-size'
  document.body.append(place)
  root = createRoot(place)
  root.render(
    <EditorContext value={editor}>
      <Rows />
    </EditorContext>,
  )
  await waitFor(() => expect(rowOf(1)).toBeInstanceOf(HTMLElement))
  return editor
}

function found<E extends Element = HTMLElement>(selector: string): E {
  const element = document.querySelector<E>(selector)
  if (!element) throw new RangeError(`no ${selector}`)
  return element
}

const rowOf = (n: number): HTMLElement => found(`.row[aria-rowindex="${n}"]`)
const textOf = (n: number): HTMLElement => found(`.row[aria-rowindex="${n}"] .row-lines`)
const field = (): HTMLTextAreaElement => found('.row-field')
const timeField = (name: string): HTMLInputElement => found(`.row-editor [name="${name}"]`)
const timeOf = (n: number, at: number): HTMLElement => {
  const cell = rowOf(n).querySelectorAll<HTMLElement>('.row-time-cell')[at]
  if (!cell) throw new RangeError(`no time ${at}`)
  return cell
}
const caret = (): readonly [number, number] => [field().selectionStart, field().selectionEnd]
const texts = ({ session: doc }: Editor): string[] => doc.list.cues.map(({ text }) => text)

/** Middle of the letter at an offset of an element's text, on the page. */
function letterAt(element: HTMLElement, offset: number): { x: number; y: number } {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let at = offset
  while (walker.nextNode()) {
    const node = walker.currentNode
    const { length } = node.textContent ?? ''
    if (at < length) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { left, top, height } = range.getBoundingClientRect()
      return { x: left + 1, y: top + height / 2 }
    }
    at -= length
  }
  throw new RangeError(`no letter ${offset}`)
}

interface Point {
  readonly x: number
  readonly y: number
}

const [CONTROL, SHIFT] = [2, 8]

/** The pointer is pressed at one place of the page and released at another. */
async function drag(from: Point, to = from, modifiers = 0): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect() ?? { left: 0, top: 0 }
  const clicked = new Promise((done) =>
    addEventListener('click', () => setTimeout(done), { once: true, capture: true }),
  )
  const send = async (type: string, { x, y }: Point, buttons: number): Promise<void> => {
    const button = buttons === 0 && type === 'mouseMoved' ? 'none' : 'left'
    const event = { type, x: x + frame.left, y: y + frame.top, button, buttons, clickCount: 1, modifiers }
    await session().send('Input.dispatchMouseEvent', event)
  }
  await send('mouseMoved', from, 0)
  await send('mousePressed', from, 1)
  if (to !== from) await send('mouseMoved', to, 1)
  await send('mouseReleased', to, 0)
  await clicked
}

/** The pointer is pressed on an element, or on what lies over it. */
async function press(element: HTMLElement, modifiers = 0): Promise<void> {
  const { left, top, width, height } = element.getBoundingClientRect()
  const at = { x: left + Math.min(width / 2, 30), y: top + height / 2 }
  await drag(at, at, modifiers)
}

/** The browser's own protocol, for input that scripts can't make. */
const session = (): { send: (method: string, event: object) => Promise<unknown> } =>
  cdp() as unknown as ReturnType<typeof session>

const compose = (text: string): Promise<unknown> =>
  session().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })

test('the fields move with the focused line: they keep the focus, show its text, and take letters at once', async () => {
  const editor = await open()
  const { session: doc } = editor
  await press(textOf(1))
  expect(document.activeElement).toBe(field())
  field().setSelectionRange(5, 5)
  await userEvent.keyboard('!')
  expect(texts(editor)[0]).toBe('First! line')
  // The row shows the letter too.
  await waitFor(() => expect(textOf(1).textContent).toBe('First! line'))

  const before = field()
  doc.focus('c')
  expect(field().value).toBe('Third one')
  expect(caret()).toEqual([9, 9])
  expect(document.activeElement).toBe(before)
  await userEvent.keyboard('!')
  expect(texts(editor)).toEqual(['First! line', 'Second line', 'Third one!'])
  expect(field().ariaLabel ?? field().getAttribute('aria-label')).toBe('Text of line 3')
  await waitFor(() => expect(field().getBoundingClientRect().top).toBeCloseTo(rowOf(3).getBoundingClientRect().top, -1))

  editor.run('previous_text')
  expect([field().value, ...caret()]).toEqual(['Second line', 0, 11])
  await userEvent.keyboard('new')
  expect(texts(editor)[1]).toBe('new')
  doc.undo()
  expect(field().value).toBe('Second line')
  expect(document.querySelectorAll('.rows textarea, .rows input')).toHaveLength(4)
})

test('the text is entered in the same moment in which its line gets the focus', async () => {
  const editor = await open()
  editor.session.focus('c')
  caretOf(editor).enter()
  expect(editor.session.cells.focus).toBe('c')
  await userEvent.keyboard('!')
  expect(texts(editor)).toEqual(['First line', 'Second line', 'Third one!'])
})

test('the list is as high as its place also without lines', async () => {
  const editor = await open('a[0-1000 First line]')
  const { session: doc } = editor
  doc.edit('step_delete', patchTo(doc.list, []))
  await waitFor(() => expect(document.querySelector('.row')).toBeNull())
  expect(document.querySelector('.row-editor')).toBeNull()
  expect(found('[role="grid"]').getBoundingClientRect().height).toBeGreaterThan(100)
  doc.undo()
  await waitFor(() => expect(field().value).toBe('First line'))
})

test('Tab goes from the number of the focused line to its times and text, past other lines', async () => {
  await open()
  await press(found('.row[aria-rowindex="2"] .row-number'))
  const names: string[] = []
  for (let at = 0; at < 4; at++) {
    await userEvent.keyboard('{Tab}')
    names.push(document.activeElement?.getAttribute('aria-label') ?? '')
  }
  expect(names).toEqual(['In time of line 2', 'Out time of line 2', 'Length of line 2', 'Text of line 2'])
})

test('without the focus the fields move too, and an active row looks as before', async () => {
  const editor = await open('a[0-1000 First line] b[2000-3000 <i>Second</i> line]')
  const place = textOf(2).getBoundingClientRect()
  editor.session.focus('b')
  await waitFor(() => expect(field().getAttribute('aria-label')).toBe('Text of line 2'))
  expect(textOf(2).getBoundingClientRect()).toEqual(place)
  expect(getComputedStyle(field()).color).toBe('rgba(0, 0, 0, 0)')
  expect(field().value).toBe('<i>Second</i> line')
  expect(document.activeElement).toBe(document.body)
})

test('a click on the text of any row puts the caret at the letter, also between tags; a drag selects', async () => {
  const editor = await open('a[0-1000 First line] b[2000-3000 <i>Second</i> line] c[4000-5000 –]')
  await drag(letterAt(textOf(2), 3))
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect(editor.session.cells.focus).toBe('b')
  expect(caret()).toEqual([6, 6])

  await drag(letterAt(textOf(1), 2), letterAt(textOf(1), 7))
  await waitFor(() => expect(field().value).toBe('First line'))
  expect(caret()).toEqual([2, 7])

  // Released over another row, it selects to the end of the text.
  editor.session.focus('c')
  await waitFor(() => expect(field().value).toBe(''))
  await drag(letterAt(textOf(1), 6), letterAt(textOf(2), 3))
  await waitFor(() => expect(field().value).toBe('First line'))
  expect(caret()).toEqual([6, 10])

  await press(found('.row[aria-rowindex="3"] .row-text'))
  await waitFor(() => expect([field().value, ...caret()]).toEqual(['', 0, 0]))
  await userEvent.keyboard('third')
  expect(texts(editor)[2]).toBe('third')
})

test('a click with a modifier selects lines and leaves the text', async () => {
  const { cells } = (await open()).session
  await press(textOf(1))
  await press(textOf(3), SHIFT)
  expect(cells.selection).toEqual(['a', 'b', 'c'])
  expect(getSelection()?.isCollapsed).toBe(true)
  await press(textOf(2), CONTROL)
  expect(cells.selection).toEqual(['a', 'c'])
})

test('a composed word is typed where it began, also if another line gets the focus meanwhile', async () => {
  const editor = await open()
  await press(textOf(1))
  field().setSelectionRange(0, 5)
  await compose('ふ')
  expect(texts(editor)[0]).toBe('ふ line')
  await compose('ふね')
  await session().send('Input.insertText', { text: '船' })
  expect(texts(editor)[0]).toBe('船 line')
  expect(caret()).toEqual([1, 1])

  await compose('の')
  editor.session.focus('b')
  await userEvent.keyboard('x')
  expect(texts(editor)).toEqual(['船の line', 'Second linex', 'Third one'])
})

test('a text that is changed elsewhere keeps what the user types until they leave it', async () => {
  const editor = await open()
  const { session: doc } = editor
  await press(textOf(2))
  field().setSelectionRange(11, 11)
  await userEvent.keyboard('!')
  const theirs = doc.list.cues.map((cue): Cue => (cue.id === 'b' ? { ...cue, text: 'Theirs' } : cue))
  doc.adopt(theirs)
  expect(field().value).toBe('Second line!')
  doc.focus('a')
  expect(field().value).toBe('First line')
  doc.focus('b')
  expect(field().value).toBe('Theirs')
})

test('a click on a time edits it at the digit; Enter sets it, Escape restores it', async () => {
  const editor = await open()
  await drag(letterAt(found('.row[aria-rowindex="2"] .row-time-cell .row-time'), 9))
  await waitFor(() => expect(document.activeElement).toBe(timeField('in_time')))
  expect(timeField('in_time').selectionStart).toBe(9)
  await userEvent.keyboard('5{Enter}')
  expect(show(editor.session.list)).toContain('b[2500-3000 Second line]')
  await waitFor(() => expect(timeOf(2, 0).textContent).toBe('00:00:02,500'))
  expect(document.activeElement).not.toBe(timeField('in_time'))

  await press(timeOf(2, 2))
  await userEvent.keyboard('9{Escape}')
  expect(timeField('length_of_line').value).toBe('0,500')
  expect(show(editor.session.list)).toContain('b[2500-3000 Second line]')
})

test('a typed time is set in its line when another gets the focus, and a refused one stays with its line', async () => {
  const editor = await open()
  const { session: doc } = editor
  await press(timeOf(1, 1))
  await userEvent.fill(timeField('out_time'), '1.5')
  doc.focus('c')
  await waitFor(() => expect(timeField('out_time').value).toBe('00:00:05,000'))
  expect(show(doc.list)).toContain('a[0-1500 First line]')
  // The caret stays in the column.
  expect(document.activeElement).toBe(timeField('out_time'))

  await userEvent.fill(timeField('out_time'), 'soon')
  doc.focus('b')
  await waitFor(() => expect(timeOf(3, 1).querySelector('[role="alert"]')).not.toBeNull())
  expect(timeOf(3, 1).querySelector('.row-time')?.textContent).toBe('soon')
  expect(timeField('out_time').value).toBe('00:00:03,000')
  expect(timeField('out_time').ariaInvalid ?? timeField('out_time').getAttribute('aria-invalid')).toBe('false')
  doc.focus('c')
  await waitFor(() => expect(timeField('out_time').value).toBe('soon'))
  await userEvent.fill(timeField('out_time'), '6')
  await userEvent.keyboard('{Enter}')
  expect(show(doc.list)).toContain('c[4000-6000 Third one]')
  await waitFor(() => expect(document.querySelector('[role="alert"]')).toBeNull())
})
