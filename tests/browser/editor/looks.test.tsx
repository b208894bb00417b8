import { afterEach, beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import {
  all,
  choose,
  click,
  closeWorkspace,
  come,
  enterText,
  evenly,
  fill,
  found,
  gone,
  labelled,
  libraryOf,
  noSeriousFault,
  openWorkspace,
  press,
  row,
  startWorkspace,
  timeline,
  type,
  until,
  video,
} from './workspace.tsx'
import { FakeVersions } from '#tests/support/editor.ts'

beforeAll(startWorkspace)
afterEach(async () => {
  closeWorkspace()
  await page.viewport(1440, 900)
})

const ROWS = evenly(['one', 'two', 'three', 'four'], 2000, 1500)

test('a list is chosen from by keys alone, by letters, and closes without its dialog', async () => {
  await openWorkspace(ROWS)
  await click(labelled('More'))
  await click('[role=menuitem]', 'Change keys')
  await come('[role=dialog]')
  const preset = await until(() => {
    const of = all<HTMLButtonElement>('[role=dialog] [role=combobox]').find(
      ({ dataset }) => dataset['value'] === 'cuelane',
    )
    if (!of) throw new RangeError('no preset')
    return of
  })
  const list = (): HTMLElement => found('[role=listbox]')
  const current = (): HTMLElement => found('.select-option-at', list())
  // The menu has taken its leave: the list that is opened at once stays open.
  await userEvent.click(preset)
  await gone('[role=menu]')
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  expect(list()).toBeInstanceOf(HTMLElement)
  await userEvent.click(preset)
  expect(preset.getAttribute('aria-expanded')).toBe('false')

  await press('ArrowDown')
  await until(() => expect(current().dataset['value']).toBe('cuelane'))
  expect(preset.getAttribute('aria-activedescendant')).toBe(current().id)
  expect(found('[role=option][aria-selected=true]').dataset['value']).toBe('cuelane')
  await noSeriousFault('[role=dialog] .select:has([role=listbox])')
  await press('End')
  expect(current().textContent).toBe('Aegisub-like')
  await press('ArrowUp')
  expect(current().textContent).toBe('Subtitle Edit-like')
  // Escape takes nothing and leaves the dialog; so does a press beside the list.
  await press('Escape')
  await gone('[role=listbox]')
  expect(found('[role=dialog]')).toBeInstanceOf(HTMLElement)
  expect(preset.dataset['value']).toBe('cuelane')
  await userEvent.click(preset)
  await come('[role=listbox]')
  await userEvent.click(found('[role=dialog] :is(h1, h2, h3, h4, h5)'))
  await gone('[role=listbox]')
  // Letters spell the beginning, also on the closed field.
  preset.focus()
  await type('ae')
  await until(() => expect(current().textContent).toBe('Aegisub-like'))
  await press('Enter')
  await gone('[role=listbox]')
  expect(preset.textContent).toBe('Aegisub-like')
  expect(document.activeElement).toBe(preset)
  await choose('Preset', 'cuelane')
})

test("a tool's list leaves the keyboard to the editor, its tip says its key, a menu gives the keyboard back", async () => {
  await openWorkspace(ROWS)
  await choose('Visible span', '10s')
  expect(document.activeElement).toBe(timeline())
  await userEvent.hover(found(labelled('Spectrogram')))
  await until(() => expect(found('.tip kbd').textContent).toBe('V'))
  await press('Escape')
  await until(() => expect(document.querySelector<HTMLElement>('.tip')?.checkVisibility() ?? false).toBe(false))
  await click(labelled('More'))
  await come('[role=menu]')
  const text = await enterText(2)
  await gone('[role=menu]')
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(text)
  const more = found(labelled('More'))
  more.focus()
  await press('Enter')
  await come('[role=menu]')
  await press('Escape')
  await until(() => expect(document.activeElement).toBe(more))
})

test('rows are as high as the user likes them, also in the next version; bars keep to one row in a small window', async () => {
  await openWorkspace(ROWS)
  const height = (): number => row(2).getBoundingClientRect().height
  const distance = (): number => row(3).getBoundingClientRect().top - row(2).getBoundingClientRect().top
  expect(height()).toBe(40)
  const setTo = async (name: string, px: number): Promise<void> => {
    await click(labelled('More'))
    await userEvent.hover(await come('[role=menuitem]', 'Row height'))
    await click('[role=option]', name)
    await until(() => expect([height(), distance()]).toEqual([px, px]))
  }
  await setTo('Compact', 32)
  await setTo('Roomy', 52)
  await openWorkspace(ROWS)
  await until(() => expect(height()).toBe(52))
  await setTo('Normal', 40)
  await page.viewport(1280, 720)
  for (const bar of ['.editor-bar', '.timeline-bar']) {
    const parts = all(`${bar} :is(button, .tools, h1)`).map((part) => part.getBoundingClientRect())
    const boxes = parts.filter(({ width }) => width > 0)
    expect(Math.max(...boxes.map((box) => box.height)), bar).toBeLessThan(40)
    expect(Math.max(...boxes.map(({ right }) => right)), bar).toBeLessThanOrEqual(1280)
    expect(Math.min(...boxes.map(({ left }) => left)), bar).toBeGreaterThanOrEqual(0)
  }
})

test.each([
  ['upright', 360, 640],
  ['a flat strip', 1120, 90],
])('a picture that is %s leaves room for the details of the line, and can be seen', async (_, width, height) => {
  await page.viewport(1440, 900)
  await openWorkspace(ROWS, { parts: { media: { ...video, width, height } } })
  const player = (await come('.player')).getBoundingClientRect()
  const rest = found('.player-rest').getBoundingClientRect()
  expect(player.height).toBeGreaterThanOrEqual(72)
  expect(rest.top).toBeGreaterThanOrEqual(player.bottom)
  expect(rest.height).toBeGreaterThanOrEqual(120)
  expect(rest.bottom).toBeLessThanOrEqual(timeline().getBoundingClientRect().top)
  expect(found('.line-details').getBoundingClientRect().top).toBeLessThan(rest.bottom)
})

const ARABIC = [
  makeCue('a', 1000, 3000, 'آه!'),
  makeCue('b', 4000, 7000, '<i>(المشروع)</i>: إلى أين؟\n- لا أعرف…'),
  makeCue('c', 8000, 11_000, 'OK!'),
]
const directionOf = (element: Element): string => getComputedStyle(element).direction

test('text from right to left is so wherever it is read or typed', async () => {
  await openWorkspace(ARABIC, { parts: { media: { ...video, language: 'ar' } } })
  const own = await enterText(1)
  const [first, second, third] = all('.row-lines')
  for (const place of [own, first!, second!, await come('.line-measure-text')]) expect(directionOf(place)).toBe('rtl')
  // A line of Latin letters alone is read as such, as it is drawn in the picture.
  expect(directionOf(third!)).toBe('ltr')
  await press('Alt+x')
  expect(directionOf(await come('.text-box-text'))).toBe('rtl')
  const frame = found('.text-box-field').getBoundingClientRect()
  // The mark of the longest row counts from the right edge.
  const letters = Number(found('.text-box-field').style.getPropertyValue('--letters'))
  expect(letters).toBeGreaterThan(20)
  expect(found('.text-box-guide').getBoundingClientRect().left).toBeLessThan(frame.right - letters * 5)
  await press('Alt+x')
  timeline().focus()
  await press('Control+h')
  await fill('Find', 'المشروع')
  expect(directionOf(found(labelled('Find')))).toBe('rtl')
  expect(directionOf(await come('.found'))).toBe('rtl')
  await fill('Replace with', 'البيت')
  await click('.find-bar button', 'Replace all')
  expect(directionOf(await come('.change-line .changed-text'))).toBe('rtl')
  expect(found('.change-line del').textContent).toBe('المشروع')
})

test('a source from right to left beside a text from left to right', async () => {
  const versions = new FakeVersions({ arabic: 'x[0-1500 آه!] y[2000-3500 نعم]' })
  await openWorkspace(ROWS, { versions, library: libraryOf('english', { english: 'en', arabic: 'ar' }) })
  await choose('Reference', 'arabic')
  expect(directionOf(await come('.row-reference', 'آه!'))).toBe('rtl')
  expect(directionOf(found('.row-lines'))).toBe('ltr')
  await click(labelled('More'))
  await click('[role=menuitem]', 'Compare versions')
  expect(directionOf(await come('.difference-theirs [dir]'))).toBe('rtl')
})
