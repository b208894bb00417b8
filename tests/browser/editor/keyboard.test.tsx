import { afterEach, beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { keys } from '#src/editor/keys/stored-keys.ts'
import { toggleTheme } from '#src/ui/theme.ts'
import { show } from '#tests/support/notation.ts'
import {
  all,
  choose,
  chooseRows,
  click,
  clock,
  closeWorkspace,
  come,
  comeTo,
  fill,
  focusedRow,
  found,
  gone,
  labelled,
  noSeriousFault,
  openWorkspace,
  press,
  row,
  rowCount,
  rowText,
  savedTexts,
  startWorkspace,
  textField,
  timeline,
  times,
  type,
  until,
  video,
} from './workspace.tsx'

beforeAll(startWorkspace)
afterEach(closeWorkspace)

const LINES = 'a[800-3015 one two] b[3915-7155 three four] c[8055-10560 five six] d[12000-14000 seven]'

const dialog = (text = ''): Promise<HTMLElement> => come('[role=dialog]', text)
async function closeDialog(): Promise<void> {
  await press('Escape')
  await gone('[role=dialog]')
  timeline().focus()
}

test('keys are looked up, added, in conflict, removed, and saved and read as a file', async () => {
  await openWorkspace(LINES)
  await press('F1')
  await dialog('Left Shift+↑')
  // A dialog takes the keyboard once it has come.
  await come('.bp6-portal:focus-within')
  await closeDialog()
  await click(labelled('More'))
  await click('[role=menuitem]', 'Change keys')
  await dialog()
  await fill('Search by action or key', 'merge with')
  const add = (): Promise<void> => click(labelled('Add a key for Merge with next'))
  await add()
  await press('s')
  await come('[role=dialog] [role=alert]', '1 key has more than one action')
  await click(labelled('Remove S from Merge with next'))
  await add()
  await press('Control+j')
  await gone('[role=dialog] [role=alert]')
  await noSeriousFault('[role=dialog]')
  const [file] = await savedTexts(() => click('[role=dialog] button', 'Export'))
  await click('[role=dialog] button', 'Reset to the preset')
  await choose('Preset', 'Aegisub-like')
  const read = async (name: string, text: string): Promise<void> =>
    userEvent.upload(found('[data-testid=keys-file]'), new File([text], name, { type: 'application/json' }))
  await read('k.json', '{}')
  await come('body', 'This file has no key settings')
  await read('k.json', file!)
  const preset = (): string =>
    all('[role=combobox]').find((each) => each.dataset['value'] === 'cuelane')?.textContent ?? ''
  await until(() => expect(preset()).not.toBe(''))
  await closeDialog()
  await press('Control+j')
  await until(() => expect(rowCount()).toBe(3))
  keys.own = {}
})

/** All keys in one go: no hand is faster. */
function strike(...keys: string[]): void {
  for (const name of keys) {
    const ctrlKey = name.startsWith('Control+')
    const key = name.replace('Control+', '')
    const code = key.length === 1 ? `Key${key.toUpperCase()}` : key
    const event = { key, code, ctrlKey, bubbles: true, cancelable: true }
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', event))
    document.activeElement!.dispatchEvent(new KeyboardEvent('keyup', event))
  }
}

/** A key while one of the two Shift keys is held. */
function withShift(code: 'ShiftLeft' | 'ShiftRight', key: string): void {
  const send = (type: 'keydown' | 'keyup', of: KeyboardEventInit): boolean =>
    timeline().dispatchEvent(new KeyboardEvent(type, { ...of, bubbles: true, cancelable: true }))
  send('keydown', { code, key: 'Shift', shiftKey: true })
  send('keydown', { code: key, key, shiftKey: true })
  send('keyup', { code: key, key, shiftKey: true })
  send('keyup', { code, key: 'Shift' })
}

test('keys struck before a dialog has come are not lost', async () => {
  await openWorkspace(LINES)
  // Dialogs load after the editor is drawn.
  await press('F1')
  await dialog()
  await closeDialog()
  strike('t', '2', '5', '1', 'Backspace', '0', 'Enter')
  await until(() => expect(times(1)[0]).toBe('00:00:01,050'))
  await gone('[role=dialog]')
  timeline().focus()
  strike('Control+k', ...'merge', 'Enter')
  await until(() => expect(rowCount()).toBe(3))
  await gone('.bp6-omnibar')
  timeline().focus()
  strike('Control+k', ...'shift times', 'Enter', '5', '0', '0', 'Enter')
  await until(() => expect(times(1)[0]).toBe('00:00:01,550'))
  await gone('[role=dialog]')
  // The focus moves after the first letter: the others still go to the field that had it.
  const goOn = (): void => found('[aria-label="Replace with"]').focus()
  addEventListener('input', goOn, { once: true })
  timeline().focus()
  strike('Control+h', ...'teh')
  await until(() => expect(found<HTMLInputElement>('[aria-label=Find]').value).toBe('teh'))
  const replaced = found<HTMLInputElement>('[aria-label="Replace with"]')
  await until(() => expect(document.activeElement).toBe(replaced))
  expect(replaced.value).toBe('')
  await press('Escape')
  // Keys after the one that closes the dialog are the page's.
  timeline().focus()
  strike('Control+g', '2', 'Enter', 'm')
  await until(() => expect(rowCount()).toBe(2))
  expect(focusedRow()).toBe(2)
})

test('the menu of a line, by pointer and by key; several lines are nudged together', async () => {
  const { session } = await openWorkspace(LINES)
  const entry = (text: string): Promise<void> => click('[role=menu] [role=menuitem]', text)
  await userEvent.click(found('.row-number', row(1)), { button: 'right' })
  await come('[role=menu][aria-label="Actions for the line"]')
  expect((await come('[role=menuitem]', 'Merge with next')).textContent).toContain('M')
  await noSeriousFault('[role=menu]')
  await entry('Merge with next')
  await until(() => expect(rowCount()).toBe(3))
  await gone('[role=menu]')
  session.undo()
  await until(() => expect(rowCount()).toBe(4))
  await userEvent.click(found('.row-number', row(1)), { button: 'right' })
  await entry('Edit text')
  await gone('[role=menu]')
  await until(() => expect(document.activeElement).toBe(textField()))
  expect(focusedRow()).toBe(1)
  // On the timeline too, where a double click goes to the text.
  timeline().focus()
  const { startMs, pxPerMs } = JSON.parse(timeline().dataset['view'] ?? '') as { startMs: number; pxPerMs: number }
  const position = { x: (2000 - startMs) * pxPerMs, y: timeline().clientHeight - 22 }
  await userEvent.click(timeline(), { button: 'right', position })
  await come('[role=menu][aria-label="Actions for the line"]')
  await press('Escape')
  await gone('[role=menu]')
  timeline().focus()
  await userEvent.dblClick(timeline(), { position })
  await until(() => expect(document.activeElement).toBe(textField()))
  await chooseRows(1, 3)
  await userEvent.click(found('.row-number', row(2)), { button: 'right' })
  await come('[role=menu][aria-label="Actions for 3 lines"]')
  await press('Escape')
  await gone('[role=menu]')
  timeline().focus()
  await press('ContextMenu')
  await come('[role=menu][aria-label="Actions for 3 lines"]')
  await press('Escape')
  await gone('[role=menu]')
  timeline().focus()
  await press('Control+ArrowRight', 'Control+ArrowRight', 'Control+ArrowRight')
  await until(() => expect(times(2)).toEqual(['00:00:03,945', '00:00:07,185']))
  await press('Control+z')
  await until(() => expect(times(2)).toEqual(['00:00:03,915', '00:00:07,155']))
})

test('an edit draws the track of lines alone, as if everything was drawn', async () => {
  await openWorkspace(LINES)
  const picture = (): string => found<HTMLCanvasElement>('[data-testid=timeline] canvas').toDataURL()
  const drawn = async (): Promise<string> => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return picture()
  }
  const before = await drawn()
  for (let step = 0; step < 5; step++) withShift('ShiftRight', 'ArrowDown')
  await press('Alt+ArrowDown')
  const alone = await drawn()
  expect(alone).not.toBe(before)
  // Other colours and back have everything drawn again.
  toggleTheme()
  await until(async () => expect(await drawn()).not.toBe(alone))
  toggleTheme()
  await until(async () => expect(await drawn()).toBe(alone))
})

test('edges are nudged, lines split, merged, deleted and inserted by keys, each as one step', async () => {
  const { session, playhead } = await openWorkspace(LINES)
  withShift('ShiftLeft', 'ArrowRight')
  withShift('ShiftLeft', 'ArrowUp')
  withShift('ShiftRight', 'ArrowLeft')
  withShift('ShiftRight', 'ArrowDown')
  await until(() => expect(times(1)).toEqual(['00:00:00,811', '00:00:03,004']))
  await press('Alt+ArrowDown')
  playhead.seek(5500)
  await press('/')
  await until(() => expect(rowCount()).toBe(5))
  await press('m')
  await until(() => expect(rowCount()).toBe(4))
  await press('m')
  await until(() => expect(rowCount()).toBe(3))
  await press('Delete')
  await click('[role=alertdialog] button', 'Delete')
  await until(() => expect(rowCount()).toBe(2))
  await gone('[role=alertdialog]')
  timeline().focus()
  await press('n')
  await until(() => expect(rowCount()).toBe(3))
  for (let step = 0; step < 9; step++) session.undo()
  expect(show(session.list)).toBe(LINES)
})

test('commands in words, and what a screen reader hears of them', async () => {
  await openWorkspace(LINES)
  const said: string[] = []
  const own = Object.getOwnPropertyDescriptor(Element.prototype, 'ariaNotify')
  Object.defineProperty(Element.prototype, 'ariaNotify', {
    configurable: true,
    value: (text: string) => void said.push(text),
  })
  const command = async (text: string): Promise<void> => {
    await press('Control+k')
    await userEvent.fill(await come('.bp6-omnibar input'), text)
    await come('[role=option]', text)
    await press('Enter')
    await gone('.bp6-omnibar')
  }
  await command('go 2')
  await until(() => expect(said.at(-1)).toMatch(/Line 2 of 4/))
  await command('shift +250 from here')
  await until(() =>
    expect([times(1)[0], times(2)[0], times(3)[0]]).toEqual(['00:00:00,800', '00:00:04,165', '00:00:08,305']),
  )
  await until(() => expect(said.at(-1)).toMatch(/shift times/))
  // Browsers without that have it in the page.
  Reflect.deleteProperty(Element.prototype, 'ariaNotify')
  await command('go 1')
  await come('[data-testid=announcer]', 'Line 1 of 4')
  if (own) Object.defineProperty(Element.prototype, 'ariaNotify', own)
})

test('odd lines say what is wrong with them, and can be repaired; without a video the playhead is a clock', async () => {
  const lines = 'a[5000-9000 late] b[1000-6000 early and too long] c[7000-7000 none] d[8000-8500  ]'
  await openWorkspace(`${lines} e[359998000-360001000 after four days]`, {
    parts: { media: { ...video, durationMs: 0 } },
  })
  await come('.player', 'No video is open')
  expect(all('.row-faulty')).toHaveLength(3)
  expect(times(5)).toEqual(['99:59:58,000', '100:00:01,000'])
  await press('Control+k')
  await come('.bp6-omnibar input')
  await type('sort lines')
  await press('Enter')
  await until(() => expect(rowText(1)).toBe('early and too long'))
  await gone('.bp6-omnibar')
  timeline().focus()
  await press('Control+Shift+O')
  await dialog('would change')
  await press('Enter')
  await gone('[role=dialog]')
  await until(() => expect(times(1)[1]! < times(2)[0]!).toBe(true))
  await comeTo(5)
  await fill('Out time of line 5', '100:00:02,500')
  await press('Enter')
  await until(() => expect(times(5)[1]).toBe('100:00:02,500'))
  await comeTo(1)
  timeline().focus()
  await press('Space')
  await until(() => expect(clock()).not.toMatch(/^00:00:01,000/))
  await press('Space')
})
