import { afterEach, beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import type { Editor } from '#src/editor/context/editor.ts'
import {
  all,
  choose,
  click,
  closeWorkspace,
  come,
  enterText,
  focusedRow,
  found,
  gone,
  labelled,
  noSeriousFault,
  openWorkspace,
  press,
  row,
  rowText,
  savedTexts,
  startWorkspace,
  timeline,
  times,
  until,
  video,
} from './workspace.tsx'

beforeAll(startWorkspace)
afterEach(closeWorkspace)

const OVERLAPPING =
  'a[1000-4500 One two three] b[4000-6000 Four five six] c[7000-9000 Seven eight...] d[8500-11000 Nine ten]'

const findings = (text: string): HTMLElement[] =>
  all('.quality [role=listitem]').filter((each) => each.textContent.includes(text))
const counts = (text: string, count: number): Promise<void> =>
  until(() => {
    const others = all('.quality [role=listitem]').map((each) => each.textContent)
    expect(findings(text), `${text} of ${others.join('; ')}`).toHaveLength(count)
  })
const openPane = (): Promise<void> => click('[role=tab]', 'Quality')

test('overlaps of a file are fixed with two keys, and one undo brings them back', async () => {
  await openWorkspace(OVERLAPPING)
  await press('Control+Shift+O')
  await come('[role=dialog]', 'lines would change')
  // What would be is shown behind the dialog already.
  await until(() => expect(times(1)[1]).toBe('00:00:03,999'))
  await press('Enter')
  await gone('[role=dialog]')
  expect([times(1), times(3)]).toEqual([
    ['00:00:01,000', '00:00:03,999'],
    ['00:00:07,000', '00:00:08,499'],
  ])
  await press('Control+z')
  await until(() => expect(times(1)[1]).toBe('00:00:04,500'))
  await press('Control+Shift+O')
  await come('[role=dialog]', 'lines would change')
  await press('Escape')
  await until(() => expect(times(1)[1]).toBe('00:00:04,500'))
})

test('findings are live, lead to their lines by keys, are fixed one by one, and saved as a report', async () => {
  await openWorkspace(OVERLAPPING)
  await openPane()
  await counts('before the previous subtitle ends', 2)
  await choose('Profile', 'Netflix')
  await counts('three dots', 1)
  timeline().focus()
  await press('F8')
  await until(() => expect(focusedRow()).toBe(2))
  // Line 1 is fine: before the second comes the last.
  await press('Shift+F8')
  await until(() => expect(focusedRow()).toBe(4))
  await choose('Rule', 'Three dots')
  await counts('', 1)
  await click(labelled('Fix line 3: Three dots'))
  await come('[role=dialog]')
  await press('Enter')
  await until(() => expect(rowText(3)).toBe('Seven eight…'))
  await counts('three dots', 0)
  await gone('[role=dialog]')
  await userEvent.fill(await enterText(3), 'Seven eight... again')
  await counts('three dots', 1)
  for (const [format, text] of [
    ['CSV', 'hint,ellipsis,Use one ellipsis character (…) instead of three dots'],
    ['HTML', '<td>Seven eight... again</td>'],
  ] as const) {
    const [report] = await savedTexts(async () => {
      await click(labelled('Save as a report'))
      await click('[role=menuitem]', format)
    })
    expect(report).toContain(text)
    await gone('[role=menu]')
  }
  await noSeriousFault('.quality')
})

test('a finding is read to its end, and a figure above the limit does not look like the limit', async () => {
  // 26 letters in 1.038 s are 25.05 a second, which rounds to the 25 that is allowed.
  await openWorkspace('a[1000-2038 abcdefghijklmnopqrstuvwxyz] b[3000-5000 two  blanks ] c[5010-5100 short...]')
  await openPane()
  await counts('25.05 characters per second; at most 25', 1)
  expect(found('.row-cps', row(1)).textContent).toBe('25.05')
  await choose('Profile', 'Netflix')
  await counts('Spaces at the end of a line', 1)
  const cut = all('.finding-text').filter(
    (text) => text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth,
  )
  expect(cut.map(({ textContent }) => textContent)).toEqual([])
})

test('French is asked for blanks that no line breaks at and for one sign of dashes, as the profile says', async () => {
  const cues = [
    makeCue('a', 1000, 4000, 'Bonjour ! Comment allez-vous ?'),
    makeCue('b', 5000, 8000, '– Bien, merci.\n– Et vous?'),
  ]
  await openWorkspace(cues, { parts: { media: { ...video, language: 'fr' } } })
  await openPane()
  const [blanks, dashes] = ['French keeps a space that no line breaks at', 'Speakers’ dashes are written “-”, here “–”']
  await counts(blanks, 2)
  await counts(dashes, 0)
  await choose('Profile', 'BBC')
  await counts(dashes, 1)
  await counts(blanks, 0)
  await choose('Profile', 'Netflix')
  await counts(blanks, 2)
  const fix = async (button: string): Promise<void> => {
    await click(labelled(button))
    await come('[role=dialog]')
    await press('Enter')
    await gone('[role=dialog]')
  }
  await fix('Fix line 1: Non-breaking spaces')
  await until(() => expect(rowText(1)).toBe('Bonjour\u00a0! Comment allez-vous\u00a0?'))
  await fix('Fix line 2: Signs of dashes')
  await until(() => expect(rowText(2)).toBe('- Bien, merci.\n- Et vous?'))
  // They look like other blanks: the text box marks them.
  await enterText(1)
  await press('Alt+x')
  await until(() => expect(all('.text-box-no-break-word')).toHaveLength(2))
  await press('Alt+x')
})

test('fix all: lines and rules are left out by their ticks, and what is marked is what changes', async () => {
  const { session }: Editor = await openWorkspace(
    'a[1000-4000 One two...] b[5000-8500 Three four...] c[8000-11000 Five six...]',
  )
  await openPane()
  await choose('Profile', 'Netflix')
  await click('.quality-fix')
  await come('[role=dialog] [role=status]', '3 of 3 lines')
  const line = (n: number): HTMLElement => {
    const of = all('.change-line').find((each) => each.querySelector(labelled(`Change line ${n}`)))
    if (!of) throw new RangeError(`no line ${n}`)
    return of
  }
  expect(found('del', line(1)).textContent).toBe('...')
  expect(found('ins', line(1)).textContent).toBe('…')
  await userEvent.click(line(1))
  await come('[role=dialog] button', 'Apply to 2 lines')
  const rule = (): HTMLInputElement => {
    const of = all('[role=group] label').find(({ textContent }) => textContent.startsWith('Three dots'))
    return found<HTMLInputElement>('input', of)
  }
  rule().click()
  await come('[role=dialog] button', 'Apply to 1 line')
  expect(line(3).textContent).toContain('Changes only together with what is left out')
  rule().click()
  await click('[role=dialog] button', 'Apply to 2 lines')
  await until(() =>
    expect(session.list.cues.map(({ text }) => text)).toEqual(['One two...', 'Three four…', 'Five six…']),
  )
  expect(session.list.at(1)?.end).not.toBe(8500)
  session.undo()
  expect(session.list.cues.map(({ text, end }) => [text, end])[1]).toEqual(['Three four...', 8500])
})
