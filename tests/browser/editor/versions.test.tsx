import { afterEach, beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import type { Editor } from '#src/editor/context/editor.ts'
import { FakeVersions } from '#tests/support/editor.ts'
import { show } from '#tests/support/notation.ts'
import {
  all,
  choose,
  click,
  closeWorkspace,
  come,
  enterText,
  evenly,
  fields,
  fill,
  focusedRow,
  found,
  gone,
  labelled,
  libraryOf,
  noSeriousFault,
  openWorkspace,
  press,
  row,
  rowCount,
  rowText,
  startWorkspace,
  timeline,
  times,
  until,
} from './workspace.tsx'

beforeAll(startWorkspace)
afterEach(closeWorkspace)

const LINES =
  'a[800-3015 Good morning and welcome to the harbor.] b[3915-7155 The first boats leave before sunrise.] ' +
  'c[8055-10560 How long have you been working on the water?]'
const SPANISH =
  'x[900-3100 Buenos días y bienvenidos al puerto.] y[4000-7200 Los primeros barcos salen antes del sol.] ' +
  'z[8055-10560 How long have you been working on the water?]'

/** An English version beside a Spanish one. */
async function openTwo(): Promise<{ editor: Editor; spanish: () => string }> {
  const versions = new FakeVersions({ spanish: SPANISH })
  const library = libraryOf('english', { english: 'en', spanish: 'es' })
  const editor = await openWorkspace(LINES, { versions, library })
  return { editor, spanish: () => versions.textOf('spanish') }
}

test('a shift moves all chosen versions or none, and one undo takes it back everywhere', async () => {
  const { spanish } = await openTwo()
  const move = (): Promise<HTMLButtonElement> => come<HTMLButtonElement>('[role=dialog] button', 'Move')
  await press('t')
  await come('[role=dialog]')
  await choose('Which lines', 'All lines')
  await click('[role=dialog] label', 'Spanish')
  await until(() => expect(all('[role=dialog] tbody tr').length).toBeGreaterThan(1))
  await fill('By', '-850')
  await come('[role=dialog]', 'line 1 would start before the file')
  expect((await move()).disabled).toBe(true)
  await fill('By', '10001')
  await come('[role=dialog]', 'Invalid shift value')
  expect((await move()).disabled).toBe(true)
  await fill('By', '-850')
  await fill('Exact value', 'soon')
  await come('[role=dialog]', 'Invalid shift value')
  await fill('Exact value', '20:00')
  await come('[role=dialog]', 'would end after the file')
  await fill('Exact value', '0:01.234')
  await noSeriousFault('[role=dialog]')
  await click('[role=dialog] button', 'Move 6 lines')
  await until(() => expect(times(1)[0]).toBe('00:00:02,034'))
  await until(() => expect(spanish()).toContain('x[2134-4334'))
  await gone('[role=dialog]')
  timeline().focus()
  await press('Control+z')
  await until(() => expect(times(1)[0]).toBe('00:00:00,800'))
  await until(() => expect(spanish()).toContain('x[900-3100'))
  await press('Control+Shift+Z')
  await until(() => expect(spanish()).toContain('x[2134-4334'))
})

test('replace all: a row for each line, with a tick and the letters that change; capitals stay where that is asked for', async () => {
  const texts = Array.from({ length: 400 }, (_, at) => {
    const word = at === 1 ? 'HARBOUR' : at % 2 === 0 ? 'Harbour' : 'harbour'
    return `The ${word} ${at + 1}`
  })
  const { session } = await openWorkspace(evenly(texts, 100, 90))
  await press('Control+h')
  await fill('Find', 'harbour')
  await fill('Replace with', 'harbor')
  await click('.find-bar button', 'Replace all')
  const line = (n: number): Promise<HTMLElement> =>
    until(() => {
      const of = all('.change-line').find((each) => each.querySelector(labelled(`Change line ${n}`)))
      if (!of) throw new RangeError(`no line ${n}`)
      return of
    })
  const counted = (text: string): Promise<HTMLElement> => come('[role=dialog] [role=status]', text)
  const change = async (n: number): Promise<string[]> => {
    const of = await line(n)
    return [...of.querySelectorAll('del, ins')].map(({ textContent }) => textContent)
  }
  await counted('400 of 400 lines')
  expect(await change(1)).toEqual(['Harbou', 'harbo'])
  const label = all('.replace-dialog label').find(({ textContent }) => textContent.startsWith('Keep capitals'))
  found('input', label).click()
  await until(async () => expect((await change(1))[0]).toBe('u'))
  expect((await change(2))[0]).toBe('U')
  // Far down, by scrolling: a row is on the page where it is looked at.
  const list = found('.replace-dialog .virtual-list')
  list.scrollTo(0, list.scrollHeight)
  await userEvent.click(await line(399))
  await counted('399 of 400 lines')
  const [every] = await fields('All lines')
  every!.click()
  await counted('400 of 400 lines')
  await userEvent.click(await line(400))
  await click('[role=dialog] button', 'Replace in 399 lines')
  await gone('[role=dialog]')
  await until(() => expect(rowText(1)).toBe('The Harbor 1'))
  const after = session.list.cues.map(({ text }) => text)
  expect([after[0], after[1], after[2], after[3], after[399]]).toEqual([
    'The Harbor 1',
    'The HARBOR 2',
    'The Harbor 3',
    'The harbor 4',
    'The harbour 400',
  ])
  // The question gives the keyboard back to where it was, and one Escape closes the search.
  await come('.find-bar [aria-label="Replace with"]:focus')
  await press('Escape')
  await gone('.find-bar')
  timeline().focus()
  await press('Control+z')
  await until(() => expect(rowText(1)).toBe('The Harbour 1'))
})

test('replace shows what it would do, over all versions, with one undo', async () => {
  const { editor, spanish } = await openTwo()
  const text = (): string => editor.session.list.at(2)?.text ?? ''
  await press('Control+h')
  await fill('Find', 'water')
  await press('Enter')
  await come('.find-count', '1 of 1')
  expect(focusedRow()).toBe(3)
  await click(labelled('Regular expression'))
  await fill('Find', '(')
  await come('.find-count', 'This pattern is not valid')
  await fill('Find', '\\b(\\w)ater')
  await fill('Replace with', '$1aves')
  await choose('Where', 'All versions of the file')
  await click('.find-bar button', 'Replace all')
  await come('[role=dialog]', 'In 1 other version too.')
  expect(found('.change-line del').textContent).toBe('ter')
  expect(found('.change-line ins').textContent).toBe('ves')
  // It is shown behind the question already.
  await until(() => expect(rowText(3)).toBe('How long have you been working on the waves?'))
  await click('[role=dialog] button', 'Cancel')
  await gone('[role=dialog]')
  await until(() => expect(rowText(3)).toBe('How long have you been working on the water?'))
  await click('.find-bar button', 'Replace all')
  await click('[role=dialog] button', 'Replace in 2 lines')
  await until(() => expect(text()).toBe('How long have you been working on the waves?'))
  await until(() => expect(spanish()).toContain('on the waves'))
  await gone('[role=dialog]')
  await click(labelled('Regular expression'))
  editor.session.undo()
  expect(text()).toBe('How long have you been working on the water?')
  await until(() => expect(spanish()).toContain('on the water'))
})

test('figures follow the text, and rows are balanced by the profile', async () => {
  await openWorkspace([makeCue('a', 0, 1000, 'They'), makeCue('b', 2000, 3000, 'two')])
  const long = 'They want to know about the weather and the price of fish and of the boats.'
  const field = await enterText(1)
  await userEvent.fill(field, long)
  await until(() => expect(row(1).querySelector('.row-figure-off')).not.toBeNull())
  await press('Control+Alt+b')
  await until(() => expect(rowText(1)).toMatch(/^.{30,42}\n.{30,42}$/))
  field.setSelectionRange(9, 9)
  await press('Control+Enter')
  await until(() => expect(rowCount()).toBe(3))
  expect(rowText(1)).toBe('They want')
})

test('two versions are compared side by side, measured, and differences are taken one by one', async () => {
  const { editor } = await openTwo()
  await click(labelled('More'))
  await click('[role=menuitem]', 'Compare versions')
  await come('.compare')
  if (editor.reference.cells.fileId === undefined) await editor.reference.choose('spanish')
  const items = (count: number): Promise<void> =>
    until(() => expect(all('.compare [role=listitem], .compare li')).toHaveLength(count))
  await items(2)
  expect(all('.row-reference')[0]!.textContent).toBe('Buenos días y bienvenidos al puerto.')
  await click('.compare button', 'Measure against it')
  const figures = (): HTMLElement[] => all('.compare-measures dd')
  await until(() => expect(figures()).toHaveLength(4))
  const share = parseFloat(figures()[0]!.textContent)
  expect(share).toBeGreaterThan(50)
  await noSeriousFault('.compare')
  await click(labelled('Take theirs for line 1'))
  await items(1)
  // They are of the lines that were measured.
  expect(figures()).toHaveLength(0)
  expect(times(1)).toEqual(['00:00:00,900', '00:00:03,100'])
  await click(labelled('Keep mine for line 2'))
  await items(0)
  expect(rowText(2)).toBe('The first boats leave before sunrise.')
  editor.session.undo()
  expect(show(editor.session.list)).toBe(LINES)
})

test('splits and merges are made in a linked reference version too, and one undo takes both back', async () => {
  const { editor, spanish } = await openTwo()
  await choose('Reference', 'spanish')
  const reference = (at: number): string => all('.row-reference')[at]?.textContent ?? ''
  const first = 'Buenos días y bienvenidos al puerto.'
  await until(() => expect(reference(0)).toBe(first))
  editor.playhead.seek(1907)
  timeline().focus()
  await press('/')
  await until(() => expect(rowCount()).toBe(4))
  await until(() => expect([reference(0), reference(1)]).toEqual(['Buenos días y', 'bienvenidos al puerto.']))
  await press('Control+z')
  await until(() => expect(reference(0)).toBe(first))
  await press('m')
  await until(() => expect(reference(0)).toBe(`${first} Los primeros barcos salen antes del sol.`))
  await until(() => expect(spanish().split('] ')).toHaveLength(2))
  // Not in step: the other version stays as it is, and its text stays with the line that shares most time with it.
  await click(labelled('Split and merge in the reference version too'))
  timeline().focus()
  await press('m')
  await until(() => expect(rowCount()).toBe(1))
  await press('Control+z', 'Control+z')
  await until(() => expect(rowCount()).toBe(3))
  await until(() => expect(spanish().split('] ')).toHaveLength(3))
})
