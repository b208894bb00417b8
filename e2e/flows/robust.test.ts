import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { clientOf } from '#tests/support/client.ts'
import { expect, test } from '../fixture.ts'
import { EditorPage, enterText, LibraryPage, openSample, rowText, signIn } from '../pages/app.ts'
import { crashAndReopen } from '../pages/crash.ts'
import { SAVES } from '../pages/saves.ts'

const stored = (page: Page, key: string): Promise<Record<string, string>> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name)!) as Record<string, string>, key)

test('a login that ends in the midst of an edit: what was typed is there after the next one', async ({
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
})

test('no room in the browser: reported at once, and the server still gets everything', async ({
  page,
  server,
  context,
}) => {
  await page.addInitScript(() => {
    const full = (): never => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    IDBObjectStore.prototype.put = full
    Storage.prototype.setItem = new Proxy(Reflect.get(Storage.prototype, 'setItem'), {
      apply: (set, storage, args: [string, string]) =>
        args[0].startsWith('cuelane-edits ') ? full() : Reflect.apply(set, storage, args),
    })
  })
  const editor = await openSample(page, server.url)
  await context.route(SAVES, (route) => route.abort())
  await (await enterText(page, 1)).fill('Nowhere to keep this')
  const mark = page.getByTestId('save-mark')
  await expect(mark).toHaveAttribute('data-state', 'unsaved')
  await expect(mark).toContainText('Keep this page open')
  await context.unroute(SAVES)
  await editor.saved()
  await page.reload()
  await expect(rowText(page, 1)).toHaveText('Nowhere to keep this')
})

test('a page that crashes right after an edit that is nowhere else loses neither the edit nor its step', async ({
  page,
  server,
  context,
}) => {
  const editor = await openSample(page, server.url)
  const opened = page.url()
  await page.route(SAVES, (route) => route.abort())
  await page.locator('.row-number').first().click()
  const before = await editor.times(1)
  await page.keyboard.press('ShiftLeft+ArrowRight')
  await expect(page.getByTestId('save-mark')).toHaveAttribute('data-state', 'offline')
  const once = await editor.times(1)
  expect(once).not.toEqual(before)
  const devtools = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  await page.keyboard.press('ShiftRight+ArrowRight')
  // It is never answered.
  void devtools.send('Page.crash').catch(() => undefined)
  await crashed
  const next = await context.newPage()
  await next.goto(opened)
  const again = new EditorPage(next)
  await again.opened()
  await again.saved()
  const twice = await again.times(1)
  expect([before, once]).not.toContainEqual(twice)
  await again.timeline.focus()
  await next.keyboard.press('Control+z')
  expect(await again.times(1)).toEqual(once)
})

test('a page that crashes at any moment loses no letter and no edit that is older than 50 ms', async ({
  page,
  server,
  context,
}) => {
  await openSample(page, server.url)
  let opened = page
  for (const [n, waitMs] of [0, 60, 350].entries()) {
    const what = n % 2 === 0 ? 'letters' : 'edits'
    const { page: next, result } = await crashAndReopen(context, opened, { what, keys: 6, betweenMs: 30 * n, waitMs })
    opened = next
    expect(result.found).toBeGreaterThanOrEqual(result.due)
  }
})

test('only changed lines are sent; a subtitle that is dragged stays there; where the server comes to another text by them it gets the whole', async ({
  page,
  server,
  context,
}) => {
  const editor = await openSample(page, server.url)
  const sent: { path: string; lines: number }[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    const body = request.postDataJSON() as { changes?: unknown[]; subtitle_txt?: unknown[] } | null
    if (path.startsWith('/admin/file.srt/')) {
      sent.push({ path, lines: (body?.changes ?? body?.subtitle_txt ?? []).length })
    }
  })
  await (await enterText(page, 2)).fill('Changed alone')
  await editor.saved()
  expect(sent).toEqual([{ path: '/admin/file.srt/patch', lines: 1 }])
  sent.length = 0
  await context.route(
    '**/admin/file.srt/patch',
    (route) =>
      route.continue({ postData: route.request().postData()!.replace('"text_digest":"', '"text_digest":"other') }),
    { times: 1 },
  )
  await (await enterText(page, 3)).fill('Changed on the way')
  await expect.poll(() => sent.length).toBe(2)
  await editor.saved()
  expect(sent).toEqual([
    { path: '/admin/file.srt/patch', lines: 1 },
    { path: '/admin/file.srt/edit', lines: await editor.rows.count() },
  ])
  await (await enterText(page, 4)).fill('Alone again')
  await expect.poll(() => sent.at(-1)).toEqual({ path: '/admin/file.srt/patch', lines: 1 })
  await editor.saved()
  await page.reload()
  for (const [line, text] of [
    [2, 'Changed alone'],
    [3, 'Changed on the way'],
    [4, 'Alone again'],
  ] as const) {
    await expect(rowText(page, line)).toHaveText(text)
  }
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
  const open = async () => {
    await page.getByTestId('local-files').setInputFiles(file)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page.getByRole('grid', { name: 'Lines' })).toHaveAttribute('aria-rowcount', '100000')
  }
  await open()
  await (await enterText(page, 1)).fill('Changed')
  await expect(page.getByTestId('save-mark')).toHaveAttribute('data-state', 'local')
  const editor = new EditorPage(page)
  await editor.timeline.focus()
  await page.keyboard.press('Control+f')
  await page.getByLabel('Find', { exact: true }).fill('Line 99999 of')
  await page.keyboard.press('Enter')
  await expect(rowText(page, 99999)).toBeVisible()
  expect((await editor.times(99_999))[0]).toBe('99:59:52,800')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await open()
  // Where it was left; and at its beginning what was written there.
  await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', '99999')
  await editor.timeline.focus()
  await page.keyboard.press('Control+g')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await expect(rowText(page, 1)).toHaveText('Changed')
})

test('without the event stream a page knows of its own task at once and of its end; its video is not deleted meanwhile', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { video_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await expect.poll(async () => (await client.ok('getVideo', { file_id: video_id })).state, { timeout: 60_000 }).toBe(1)
  // Right-to-left text, which must not reorder the page's words.
  await client.ok('renameVideo', { file_id: video_id, name: 'a\u05D0name' })
  await page.route('**/aiclient/user.info/events', (route) => route.abort())
  await page.goto(`${server.url}/lab/library`)
  const library = new LibraryPage(page)
  await library.choose('Extract subtitles')
  await page.getByRole('button', { name: /^Start for/ }).click()
  await expect(library.card.locator('.task')).toBeVisible({ timeout: 5000 })
  // All pictures are read after it, so that the video is in work while it is deleted.
  const longer = { subtitle_extract_mode: 'text', idempotency_key: 'longer task' } as const
  await client.ok('runExtract', { video_id, source_language: 'en', ...longer })
  await library.choose('Delete')
  await expect(page.getByText('“\u2068a\u05D0name\u2069”')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The Current File is Being Generated')).toBeVisible()
  await expect(library.card).toBeVisible()
  // The sample's picture has no text, so that the second one fails.
  await expect(library.card.locator('.task[data-state=failed]')).toBeVisible({ timeout: 120_000 })
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
  await library.choose('Extract subtitles')
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
