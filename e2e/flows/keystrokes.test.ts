import { appendFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { DataOf } from '#core/contract/index.ts'
import { expect, test } from '../fixture.ts'
import { choose } from '../pages/choice.ts'
import { EditorPage, openTwo, openVersion, rowText } from '../pages/app.ts'

/** Lines with room between them; the last two overlap. The video's shot changes are at 8, 16, 24 and 32 seconds. */
const LINES = `1
00:00:01,000 --> 00:00:02,000
one two

2
00:00:05,000 --> 00:00:07,000
three four

3
00:00:10,000 --> 00:00:12,000
five six seven eight

4
00:00:20,000 --> 00:00:23,000
nine

5
00:00:22,000 --> 00:00:24,000
ten
`

interface Task {
  readonly name: string
  /** Keys that it may take, and what it takes elsewhere. */
  readonly keys: number
  readonly subtitleEdit: string
  readonly aegisub: string
  readonly run: (hands: Hands, editor: EditorPage, page: Page) => Promise<void>
}

/** Presses keys as a person does, and counts them; a modifier that is held is part of its key. */
class Hands {
  pressed = 0
  private readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async press(key: string): Promise<void> {
    this.pressed++
    await this.page.keyboard.press(key)
  }

  async holdWhilePlaying(key: string, ms: number): Promise<void> {
    this.pressed++
    await this.page.keyboard.down(key)
    await new EditorPage(this.page).playsOn(ms)
    await this.page.keyboard.up(key)
  }

  async withShift(side: 'ShiftLeft' | 'ShiftRight', key: string): Promise<void> {
    await this.page.keyboard.down(side)
    await this.press(key)
    await this.page.keyboard.up(side)
  }
}

/** Puts playhead and focus where the task begins: not counted, any tool needs it. */
async function at(page: Page, editor: EditorPage, line: number, ms: number): Promise<void> {
  // The cue first: selecting it moves the playhead.
  await page
    .locator('.row-number')
    .nth(line - 1)
    .click()
  await page.evaluate((time) => {
    document.querySelector('video')!.currentTime = time / 1000
  }, ms)
  await expect(page.getByTestId('clock')).toContainText(clock(ms))
  await editor.timeline.focus()
}

const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 19)

const tasks: readonly Task[] = [
  {
    name: 'time a new line from the sound',
    keys: 1,
    subtitleEdit: '2-3',
    aegisub: '2-3',
    run: async (hands, editor, page) => {
      await at(page, editor, 1, 2500)
      await page.keyboard.press('Space')
      await hands.holdWhilePlaying('n', 700)
      await page.keyboard.press('Space')
      await expect(editor.rows).toHaveCount(6)
      const [start, end] = await editor.times(2)
      expect(ms(start)).toBeGreaterThanOrEqual(2500)
      expect(ms(end) - ms(start)).toBeGreaterThan(400)
      expect(ms(end)).toBeLessThanOrEqual((await editor.playedMs()) + 100)
    },
  },
  {
    name: 'start 10 ms later',
    keys: 1,
    subtitleEdit: '2-3',
    aegisub: '2',
    run: async (hands, editor, page) => {
      await at(page, editor, 1, 0)
      await hands.withShift('ShiftLeft', 'ArrowUp')
      expect((await editor.times(1))[0]).toBe('00:00:01,010')
    },
  },
  {
    name: 'start 10 ms earlier',
    keys: 1,
    subtitleEdit: '2-3',
    aegisub: '2',
    run: async (hands, editor, page) => {
      await at(page, editor, 1, 0)
      await hands.withShift('ShiftLeft', 'ArrowDown')
      expect((await editor.times(1))[0]).toBe('00:00:00,990')
    },
  },
  {
    name: 'snap an edge to a shot change',
    keys: 1,
    subtitleEdit: '1 drag',
    aegisub: '2',
    run: async (hands, editor, page) => {
      await at(page, editor, 2, 0)
      await hands.press(']')
      // Two frames before the cut at 8 seconds.
      await expect.poll(async () => (await editor.times(2))[1]).toBe('00:00:07,920')
    },
  },
  {
    name: 'split with text at the playhead',
    keys: 1,
    subtitleEdit: '2',
    aegisub: '3-5',
    run: async (hands, editor, page) => {
      await at(page, editor, 3, 11_000)
      await hands.press('/')
      await expect(editor.rows).toHaveCount(6)
      await expect(rowText(page, 3)).toHaveText('five six')
      await expect(rowText(page, 4)).toHaveText('seven eight')
    },
  },
  {
    name: 'merge with the next line',
    keys: 1,
    subtitleEdit: '2',
    aegisub: '3',
    run: async (hands, editor, page) => {
      await at(page, editor, 1, 0)
      await hands.press('m')
      await expect(rowText(page, 1)).toHaveText('one two three four')
      expect(await editor.times(1)).toEqual(['00:00:01,000', '00:00:07,000'])
    },
  },
  {
    name: 'shift everything from here to the playhead',
    keys: 1,
    subtitleEdit: '2-3',
    aegisub: '~9',
    run: async (hands, editor, page) => {
      await at(page, editor, 3, 13_000)
      await hands.press('r')
      await expect.poll(async () => (await editor.times(3))[0]).toBe('00:00:13,000')
      expect((await editor.times(5))[0]).toBe('00:00:25,000')
      expect((await editor.times(2))[0]).toBe('00:00:05,000')
    },
  },
  {
    name: 'shift everything from here by 250 ms',
    keys: 5,
    subtitleEdit: '2-3 + digits',
    aegisub: '~9',
    run: async (hands, editor, page) => {
      await at(page, editor, 3, 0)
      await hands.press('t')
      for (const digit of '250') await hands.press(digit)
      await hands.press('Enter')
      await expect.poll(async () => (await editor.times(3))[0]).toBe('00:00:10,250')
    },
  },
  {
    name: 'find and fix all overlaps',
    keys: 2,
    subtitleEdit: '4',
    aegisub: '≥5',
    run: async (hands, editor, page) => {
      await at(page, editor, 1, 0)
      await hands.press('Control+Shift+O')
      await hands.press('Enter')
      await expect.poll(async () => ms((await editor.times(4))[1]) <= ms((await editor.times(5))[0])).toBe(true)
    },
  },
  {
    name: 'italic on a word',
    keys: 2,
    subtitleEdit: '2',
    aegisub: '2',
    run: async (hands, editor, page) => {
      const text = page.getByLabel('Text of line 1', { exact: true })
      await at(page, editor, 1, 0)
      await text.focus()
      await text.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(7, 7))
      await hands.press('Control+Shift+ArrowLeft')
      await hands.press('Control+i')
      await expect(text).toHaveValue('one <i>two</i>')
    },
  },
]

/** On the sample with a Spanish version as its source, whose third line is not translated. */
const textTasks: readonly Task[] = [
  {
    name: 'to the next doubtful word',
    keys: 1,
    subtitleEdit: '–',
    aegisub: '–',
    run: async (hands, editor, page) => {
      await at(page, editor, 1, 0)
      await hands.press('Alt+w')
      const field = page.getByRole('region', { name: 'Text of the line' }).getByRole('textbox')
      await expect(field).toBeFocused()
      expect(
        await field.evaluate((box: HTMLTextAreaElement) => box.value.slice(box.selectionStart, box.selectionEnd)),
      ).toBe('boats')
    },
  },
  {
    name: 'to the next untranslated line',
    keys: 1,
    subtitleEdit: '–',
    aegisub: '–',
    run: async (hands, editor, page) => {
      await at(page, editor, 1, 0)
      await hands.press('Alt+j')
      await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', '3')
    },
  },
  {
    name: 'comment on a line, without its words',
    keys: 1,
    subtitleEdit: '–',
    aegisub: '–',
    run: async (hands, editor, page) => {
      await at(page, editor, 1, 0)
      await hands.press('Alt+c')
      await page.keyboard.type('Is it so?')
      await page.keyboard.press('Enter')
      await expect(page.locator('.comment')).toContainText('Is it so?')
    },
  },
]

function ms(time: string): number {
  const [clockPart = '', fraction = '0'] = time.split(',')
  return clockPart.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000 + Number(fraction)
}

/** A row of the table. */
const row = ({ name, subtitleEdit, aegisub }: Task, pressed: number | string): string =>
  [name.padEnd(44), `${pressed}`.padStart(7), subtitleEdit.padStart(14), aegisub.padStart(8)].join(' ')

/** Takes rows into the report that `npm run bench -- keystrokes` asks for. */
async function report(rows: readonly string[]): Promise<void> {
  const path = process.env['CUELANE_KEYSTROKES']
  if (path) await appendFile(path, `${rows.join('\n')}\n`)
}

test('keystrokes: the work of every day takes no more keys than it must', async ({ page, server }) => {
  test.setTimeout(180_000)
  const editor = await openVersion(page, server.url, LINES, 5)
  const head = { name: 'task', subtitleEdit: 'Subtitle Edit', aegisub: 'Aegisub' } as Task
  const table = [row(head, 'Cuelane')]
  for (const task of tasks) {
    const hands = new Hands(page)
    await test.step(task.name, async () => task.run(hands, editor, page))
    expect(hands.pressed, task.name).toBe(task.keys)
    table.push(row(task, hands.pressed))
    // Every task begins with the same lines, and each is one undo.
    await editor.timeline.focus()
    await page.keyboard.press('Control+z')
    await expect(editor.rows).toHaveCount(5)
    await expect.poll(async () => (await editor.times(3)).join()).toBe('00:00:10,000,00:00:12,000')
    await expect.poll(async () => (await editor.times(1)).join()).toBe('00:00:01,000,00:00:02,000')
    await expect.poll(async () => (await editor.times(2)).join()).toBe('00:00:05,000,00:00:07,000')
  }
  await report(table)
})

test('keystrokes: the work on texts takes one key a step', async ({ page, server }) => {
  // Recognition with doubts takes minutes: its result for the second cue is stubbed.
  await page.route('**/admin/file.srt/fileinfo*', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: DataOf<'getVersion'> }
    const [, line] = answer.data.subtitle_txt
    const flag = { cue_id: line?.cue_id, verdict: 'doubtful', note: 'boats', rate: 1, cue: null, review: null }
    await route.fulfill({ json: { ...answer, data: { ...answer.data, flags: [flag] } } })
  })
  const { editor, spanish } = await openTwo(page, server.url)
  await choose(page.getByLabel('Reference', { exact: true }), spanish)
  const table: string[] = []
  for (const task of textTasks) {
    const hands = new Hands(page)
    await test.step(task.name, async () => task.run(hands, editor, page))
    expect(hands.pressed, task.name).toBe(task.keys)
    table.push(row(task, hands.pressed))
  }
  await report(table)
})
