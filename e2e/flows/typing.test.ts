import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { type EditorPage, enterText, newSample, openEditor } from '../pages/app.ts'

const COUNT = 300
const EACH_MS = 130

/** More lines than there are rows on the page. */
const MANY = Array.from({ length: COUNT }, (_, at) => {
  const time = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace('.', ',')
  return `${at + 1}\n${time(at * EACH_MS)} --> ${time(at * EACH_MS + 100)}\nline ${at + 1}\n`
}).join('\n')

interface Open {
  readonly editor: EditorPage
  /** What the server has as the text of a line, once all is saved. */
  readonly stored: (line: number) => Promise<string | undefined>
}

async function openMany(page: Page, url: string): Promise<Open> {
  const { client, place } = await newSample(page, url)
  const { file_id } = await client.ok('addVersion', { ...place, name: 'mine', language: 'en', content: MANY })
  const editor = await openEditor(page, url, { video: place.video_id, file: file_id })
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(COUNT))
  const stored = async (line: number): Promise<string | undefined> => {
    await editor.saved()
    return (await client.ok('getVersion', { file_id })).subtitle_txt[line - 1]?.text
  }
  return { editor, stored }
}

const text = (page: Page, line: number) => page.getByLabel(`Text of line ${line}`, { exact: true })
const box = (page: Page) => page.getByRole('region', { name: 'Text of the line' }).getByRole('textbox')
const focused = (page: Page) => page.locator('.row-focused')

test('who types in a row and goes to another line goes on typing there, by every way to it', async ({
  page,
  server,
}) => {
  const { stored } = await openMany(page, server.url)
  const { keyboard } = page
  const isIn = async (line: number): Promise<void> => {
    await expect(focused(page)).toHaveAttribute('aria-rowindex', String(line))
    await expect(text(page, line)).toBeFocused()
    await expect(text(page, line)).toBeInViewport()
  }
  await enterText(page, 3)
  await keyboard.press('End')

  await test.step('the next and the previous line, with no wait between the keys', async () => {
    await keyboard.type(' a')
    await keyboard.press('Alt+ArrowDown')
    await keyboard.type(' b')
    await isIn(4)
    await keyboard.press('Alt+ArrowUp')
    await keyboard.type(' c')
    await isIn(3)
    expect([await stored(3), await stored(4)]).toEqual(['line 3 a c', 'line 4 b'])
  })
  await test.step('Tab to the next text, which is selected, and back', async () => {
    await keyboard.press('Tab')
    await isIn(4)
    await keyboard.type('other')
    await keyboard.press('Shift+Tab')
    await isIn(3)
    await keyboard.type('first')
    expect([await stored(3), await stored(4)]).toEqual(['first', 'other'])
  })
  await test.step('a line far away by its number', async () => {
    await keyboard.press('Control+g')
    await keyboard.type('250')
    await keyboard.press('Enter')
    await keyboard.type(' far')
    await isIn(250)
    expect([await stored(3), await stored(250)]).toEqual(['first', 'line 250 far'])
  })
  await test.step('a search that closes, with what was found selected', async () => {
    await keyboard.press('Control+f')
    await keyboard.type('line 40')
    await keyboard.press('Enter')
    await expect(focused(page)).toHaveAttribute('aria-rowindex', '40')
    await keyboard.press('Escape')
    await isIn(40)
    await keyboard.type('found')
    expect(await stored(40)).toBe('found')
  })
  await test.step('commands are for the line that is typed in', async () => {
    await keyboard.press('Alt+ArrowDown')
    await keyboard.press('Control+Alt+8')
    expect([await stored(40), await stored(41)]).toEqual(['found', '{\\an8}line 41'])
    await keyboard.press('Control+z')
    await isIn(41)
    expect(await stored(41)).toBe('line 41')
  })
  await test.step('the next finding, the palette, a split, and an undo that leads back', async () => {
    await text(page, 41).fill('')
    await keyboard.press('Control+g')
    await keyboard.type('30')
    await keyboard.press('Enter')
    await isIn(30)
    await keyboard.press('F8')
    await expect(focused(page)).not.toHaveAttribute('aria-rowindex', '30')
    const line = Number(await focused(page).getAttribute('aria-rowindex'))
    await isIn(line)
    await keyboard.press('Control+k')
    await keyboard.type('go 60')
    await keyboard.press('Enter')
    await isIn(60)
    await keyboard.press('Home')
    for (let at = 0; at < 4; at++) await keyboard.press('ArrowRight')
    await keyboard.press('Control+Enter')
    await keyboard.type(' here')
    const part = Number(await focused(page).getAttribute('aria-rowindex'))
    await isIn(part)
    await expect(text(page, part)).toHaveValue(/ here$/)
  })
  await test.step('a row that is scrolled away keeps the keyboard', async () => {
    await keyboard.press('Control+g')
    await keyboard.type('100')
    await keyboard.press('Enter')
    await isIn(100)
    await page.locator('.rows-scroller').hover()
    await page.mouse.wheel(0, -5000)
    await expect(text(page, 100)).not.toBeInViewport()
    await keyboard.type(' kept')
    // A line was split before it.
    expect(await stored(100)).toBe('line 99 kept')
  })
})

test('the text box keeps the keyboard, and Enter goes into it; the timeline keeps it too; a pressed tool does not', async ({
  page,
  server,
}) => {
  const { editor, stored } = await openMany(page, server.url)
  const { keyboard } = page
  await test.step('in the timeline', async () => {
    await editor.timeline.focus()
    for (const key of ['Alt+ArrowDown', 'Alt+ArrowDown', 'F8']) await keyboard.press(key)
    await expect(editor.timeline).toBeFocused()
  })
  await test.step('a line that is out of sight is typed in by Enter', async () => {
    await page.locator('.row-number').nth(2).click()
    await editor.timeline.focus()
    await page.locator('.rows-scroller').hover()
    await page.mouse.wheel(0, 5000)
    await expect(text(page, 3)).not.toBeInViewport()
    await keyboard.press('Enter')
    await expect(text(page, 3)).toBeFocused()
    await expect(text(page, 3)).toBeInViewport()
    await keyboard.press('End')
    await keyboard.type(' entered')
    expect(await stored(3)).toBe('line 3 entered')
  })
  await test.step('in the text box', async () => {
    await editor.timeline.focus()
    await keyboard.press('Alt+x')
    await expect(box(page)).toBeVisible()
    await editor.timeline.focus()
    await keyboard.press('Enter')
    await expect(box(page)).toBeFocused()
    await keyboard.press('Alt+ArrowDown')
    await keyboard.type(' one')
    await keyboard.press('Tab')
    await keyboard.type('two')
    await keyboard.press('Control+g')
    await keyboard.type('9')
    await keyboard.press('Enter')
    await keyboard.type(' three')
    await expect(box(page)).toBeFocused()
    expect([await stored(4), await stored(5), await stored(9)]).toEqual(['line 4 one', 'two', 'line 9 three'])
    await keyboard.press('Alt+x')
  })
  await test.step('tools that are pressed leave Space and Enter to what they are elsewhere', async () => {
    const pause = page.getByRole('button', { name: /^Pause/ })
    await editor.timeline.focus()
    const tools = [
      page.getByRole('radio', { name: 'Roll' }),
      page.getByRole('button', { name: 'List of videos' }),
      page.getByRole('button', { name: 'Spectrogram', exact: true }),
      page.getByRole('button', { name: /^Zoom in/ }),
    ]
    for (const tool of tools) {
      await tool.click()
      await expect(editor.timeline).toBeFocused()
      await keyboard.press('Space')
      await expect(pause.first()).toBeVisible()
      await keyboard.press('Space')
      await expect(pause).toHaveCount(0)
    }
    await expect(page.getByRole('radio', { name: 'Roll' })).toBeChecked()
    await page.getByRole('slider', { name: 'Volume' }).click()
    await keyboard.press('Space')
    await expect(pause.first()).toBeVisible()
    await keyboard.press('Space')
  })
  await test.step('and the text to who types in it', async () => {
    // The rows follow what plays: on a slow machine line 7 is out of sight by now.
    await page.locator('.rows-scroller').evaluate((rows) => rows.scrollTo(0, 0))
    await enterText(page, 7)
    await keyboard.press('End')
    await page.getByRole('button', { name: /^Zoom out/ }).click()
    await keyboard.type(' on')
    expect(await stored(7)).toBe('line 7 on')
  })
  await test.step('a tool that the keyboard has come to is pressed by it', async () => {
    const roll = page.getByRole('button', { name: 'Spectrogram', exact: true })
    const was = await roll.getAttribute('aria-pressed')
    await keyboard.press('Escape')
    await page.getByRole('button', { name: /^Zoom out/ }).focus()
    await keyboard.press('Shift+Tab')
    await roll.focus()
    await keyboard.press('Space')
    await expect(roll).not.toHaveAttribute('aria-pressed', was ?? '')
    await expect(page.getByRole('button', { name: /^Pause/ })).toHaveCount(0)
  })
})

test('the Enter that ends a composed word does nothing else; letters of AltGr and Option are typed, Ctrl+Z goes by its letter', async ({
  page,
  server,
}) => {
  const { stored } = await openMany(page, server.url)
  const { keyboard } = page
  const devtools = await page.context().newCDPSession(page)
  /** Composes a word, and presses the Enter that ends it as browsers report it. */
  const compose = async (word: string, order: 'Chrome' | 'Safari'): Promise<void> => {
    const enter = { type: 'rawKeyDown', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 } as const
    await devtools.send('Input.imeSetComposition', { text: word, selectionStart: 1, selectionEnd: 1 })
    if (order === 'Chrome') await devtools.send('Input.dispatchKeyEvent', enter)
    await devtools.send('Input.insertText', { text: word })
    if (order === 'Safari') await devtools.send('Input.dispatchKeyEvent', enter)
  }
  await test.step('in the fields of the search', async () => {
    await page.locator('.row-number').first().click()
    await keyboard.press('Control+h')
    await page.getByLabel('Find', { exact: true }).fill('line')
    const field = page.getByLabel('Replace with')
    for (const order of ['Chrome', 'Safari'] as const) {
      await field.fill('')
      await compose('ふ', order)
      await expect(field).toHaveValue('ふ')
    }
    expect(await stored(1)).toBe('line 1')
    await page.getByLabel('Find', { exact: true }).focus()
    await compose('ふ', 'Chrome')
    await expect(focused(page)).toHaveAttribute('aria-rowindex', '1')
    await page.getByLabel('Find', { exact: true }).fill('line')
    await expect(page.locator('.find-count')).toHaveText(new RegExp(`of ${COUNT}$`))
    await field.press('Enter')
    await expect.poll(() => stored(1)).toBe('ふ 1')
    await keyboard.press('Escape')
  })
  await test.step('in a comment', async () => {
    await keyboard.press('Alt+c')
    const field = page.getByLabel(/^Comment on line/)
    await expect(field).toBeFocused()
    for (const order of ['Chrome', 'Safari'] as const) await compose('ふ', order)
    await expect(field).toHaveValue('ふふ')
    await expect(page.locator('.comment')).toHaveCount(0)
    await keyboard.press('Enter')
    await expect(page.locator('.comment')).toContainText('ふふ')
  })
  await test.step('letters that a modifier makes', async () => {
    const press = async (code: string, key: string, modifiers: number): Promise<void> => {
      const event = { code, key, modifiers, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) }
      await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, ...event })
      await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
    }
    const [alt, ctrl] = [1, 2]
    await enterText(page, 5)
    await keyboard.press('End')
    await page.evaluate(() => {
      addEventListener('keydown', ({ defaultPrevented, key }) => {
        if (defaultPrevented) document.body.dataset['taken'] = `${document.body.dataset['taken'] ?? ''}${key}`
      })
    })
    for (const [code, key] of [
      ['KeyO', 'ó'],
      ['KeyL', 'ł'],
      ['KeyL', '@'],
      ['KeyS', 'ś'],
      ['KeyX', 'ź'],
      ['KeyN', 'ń'],
    ] as const)
      await press(code, key, alt)
    await press('Digit7', '{', ctrl + alt)
    // The field has each of them: no shortcut took its key.
    expect(await page.evaluate(() => document.body.dataset['taken'])).toBeUndefined()
    await expect(focused(page)).toHaveAttribute('aria-rowindex', '5')
    await expect(text(page, 5)).not.toHaveValue(/an7/)
    await keyboard.type(' end')
    await expect(text(page, 5)).toHaveValue(/ end$/)
    // The key at the place of Y writes z on a German keyboard.
    await press('KeyY', 'z', ctrl)
    await expect(text(page, 5)).not.toHaveValue(/ end$/)
    await press('KeyZ', 'y', ctrl)
    await expect(text(page, 5)).toHaveValue(/ end$/)
    // And the letter that writes я is at the place of Z on a Russian one.
    await press('KeyZ', 'я', ctrl)
    await expect(text(page, 5)).not.toHaveValue(/ end$/)
  })
})
