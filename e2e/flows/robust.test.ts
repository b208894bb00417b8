import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { clientOf } from '#tests/support/client.ts'
import { expect, test } from '../fixture.ts'
import { EditorPage, enterText, LibraryPage, openSample, rowText, signIn } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'
import { crashAndReopen } from '../pages/crash.ts'
import { SAVES } from '../pages/saves.ts'

const stored = (page: Page, key: string): Promise<Record<string, string>> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name)!) as Record<string, string>, key)

test('a login that ends in the midst of an edit: what was typed is there after the next one; a subtitle that is dragged stays there', async ({
  page,
  server,
}) => {
  const editor = await openSample(page, server.url)
  const { name } = await stored(page, 'userinfo')
  const { token } = await stored(page, 'access_token')
  const client = clientOf(server.url)
  client.signIn(token!)
  page.on('dialog', (dialog) => void dialog.accept())
  // Typed text is in transit when the login ends: ended earlier, the page may be gone before typing.
  const ended = Promise.withResolvers<void>()
  await page.route(SAVES, async (route) => {
    await ended.promise
    await route.continue()
  })
  const saving = page.waitForRequest(SAVES)
  await (await enterText(page, 1)).fill('Typed after the login had ended')
  await saving
  await client.ok('logout', {})
  ended.resolve()
  await page.waitForURL('**/login?redirect=**')
  await page.getByLabel('Name or e-mail').fill(name!)
  await page.getByLabel('Password').fill('secret-123')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await editor.opened()
  await expect(rowText(page, 1)).toHaveText('Typed after the login had ended')
  await editor.saved()

  await test.step('the subtitle on the picture is dragged out of the way, and stays there', async () => {
    await page.locator('.row-number').first().dblclick()
    const subtitle = page.getByTestId('overlay-subtitle')
    await expect(subtitle).toBeVisible()
    const before = (await subtitle.boundingBox())!
    await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
    await page.mouse.down()
    await page.mouse.move(before.x + before.width / 2, before.y - 60, { steps: 4 })
    await page.mouse.up()
    const top = async () => (await subtitle.boundingBox())!.y
    await expect.poll(top).toBeLessThan(before.y - 40)
    // It is drawn in a worker: the last step of the drag shows a moment later.
    let after = 0
    const rests = async (): Promise<boolean> => {
      const last = after
      after = await top()
      return after === last
    }
    await expect.poll(rests).toBe(true)
    await page.reload()
    await editor.opened()
    await page.locator('.row-number').first().dblclick()
    await expect(subtitle).toBeVisible()
    expect(Math.abs((await top()) - after)).toBeLessThan(3)
  })
})

test('a page that crashes at any moment loses no letter, no edit that is older than 50 ms, and none of its steps', async ({
  page,
  server,
  context,
}) => {
  await openSample(page, server.url)
  let opened = page
  const before = await new EditorPage(page).times(1)
  for (const [n, { what, waitMs }] of (
    [
      { what: 'letters', waitMs: 0 },
      { what: 'edits', waitMs: 60 },
    ] as const
  ).entries()) {
    const { page: next, result } = await crashAndReopen(context, opened, { what, keys: 6, betweenMs: 30 * n, waitMs })
    opened = next
    expect(result.found).toBeGreaterThanOrEqual(result.due)
  }
  const again = new EditorPage(opened)
  await again.timeline.focus()
  const shown = async (): Promise<string> => (await again.times(1)).join()
  for (let last = await shown(); last !== before.join(); last = await shown()) {
    await opened.keyboard.press('Control+z')
    await expect.poll(shown).not.toBe(last)
  }
})

test('100,000 lines over 100 hours open, are edited, kept and searched', async ({ page, server, folder }) => {
  test.slow()
  const time = (ms: number): string => {
    const hours = String(Math.floor(ms / 3_600_000)).padStart(2, '0')
    return `${hours}:${new Date(ms).toISOString().slice(14, 23).replace('.', ',')}`
  }
  const lines = Array.from({ length: 100_000 }, (_, at) => {
    return `${at + 1}\n${time(at * 3600)} --> ${time(at * 3600 + 2800)}\nLine ${at + 1} of many\n`
  })
  await signIn(page, server.url)
  const file = join(folder, 'long.srt')
  await writeFile(file, lines.join('\n'))
  await page.goto(`${server.url}/lab/pro/srt-edit`)
  await page.getByTestId('local-files').setInputFiles(file)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('grid', { name: 'Lines' })).toHaveAttribute('aria-rowcount', '100000')
  await (await enterText(page, 1)).fill('Changed')
  await expect(page.getByTestId('save-mark')).toHaveAttribute('data-state', 'local')
  const editor = new EditorPage(page)
  await editor.timeline.focus()
  await page.keyboard.press('Control+f')
  await page.getByLabel('Find', { exact: true }).fill('Line 99999 of')
  await page.keyboard.press('Enter')
  await expect(rowText(page, 99999)).toBeVisible()
  expect((await editor.times(99_999))[0]).toBe('99:59:52,800')
  await editor.timeline.focus()
  await page.keyboard.press('Control+g')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await expect(rowText(page, 1)).toHaveText('Changed')
})

test('where pages are not served securely lines are edited, kept and saved, and a task is started', async ({
  page,
  server,
}) => {
  const url = server.url.replace('127.0.0.1', 'cuelane.test')
  const client = await signIn(page, server.url, undefined, url)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  const { video_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await expect.poll(async () => (await client.ok('getVideo', { file_id: video_id })).state, { timeout: 60_000 }).toBe(1)
  await page.goto(`${url}/lab/library`)
  const library = new LibraryPage(page)
  await library.choose('Translate subtitles')
  await choose(page.getByLabel('Target language'), 'es')
  await page.getByRole('button', { name: /^Start for/ }).click()
  await expect(library.card.locator('.task')).toBeVisible()
  await library.card.getByRole('link').first().click()
  const editor = new EditorPage(page)
  await editor.opened()
  await (await enterText(page, 1)).fill('Typed in a house without certificates')
  await editor.saved()
  await page.reload()
  await editor.opened()
  await expect(rowText(page, 1)).toHaveText('Typed in a house without certificates')
})
