import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from '../fixture.ts'
import { EditorPage, enterText, LibraryPage, rowText, signIn } from '../pages/app.ts'

test('a visitor tries the editor with one click, edits, and keeps the work after signing up', async ({
  page,
  server,
}) => {
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Try the editor now' }).click()
  await page.waitForURL('**/lab/pro/srt-edit?video=*')
  const editor = new EditorPage(page)
  await editor.opened()
  await (await enterText(page, 1)).fill('Made by a visitor')
  await editor.saved()
  await editor.leave()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await page.getByLabel('Name', { exact: true }).fill(`visitor${Date.now()}`)
  await page.getByLabel('E-mail').fill(`visitor${Date.now()}@example.org`)
  await page.getByLabel('Password').fill('secret-123')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('200 credits')).toBeVisible()
  await page.getByRole('link', { name: 'My space' }).click()
  await new LibraryPage(page).choose('Open in the editor')
  await expect(rowText(page, 1)).toHaveText('Made by a visitor')
})

test('a page that needs a login leads there and back, also when the server no longer knows the session', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/lab/history`)
  await page.waitForURL('**/login?redirect=%2Flab%2Fhistory')
  await page.getByLabel('Name or e-mail').fill('nobody')
  await page.getByLabel('Password').fill('wrong-password')
  await page.getByRole('button', { name: 'Log in', exact: true }).last().click()
  await expect(page.getByRole('alert')).toHaveText('The name or the password is wrong. Check both and try again')
  await page.getByRole('button', { name: 'Try it without an account' }).click()
  await page.waitForURL('**/lab/history')
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('access_token')!) as { expires_at: string }
    localStorage.setItem('access_token', JSON.stringify({ ...stored, token: 'gone' }))
  })
  await page.goto(`${server.url}/lab/upload`)
  await page.waitForURL('**/login?redirect=%2Flab%2Fupload')
})

test('a first page fetches its own language only and weighs under 250 kB', async ({ page, server }) => {
  for (const path of ['/', '/login']) {
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    // What an idle page loads beyond itself, the live editor, starts after this mark and may be in progress.
    await page.waitForFunction(() => performance.getEntriesByName('first-page').length > 0)
    const fetched = await page.evaluate(() => {
      const mark = performance.getEntriesByName('first-page')[0]
      const entries = performance.getEntriesByType('resource')
      const paths = entries
        .filter(({ startTime }) => !mark || startTime < mark.startTime)
        .map(({ name }) => new URL(name).pathname)
      return [...new Set(paths)].filter((pathname) => /\.(?:js|css)$/.test(pathname))
    })
    // The browser may have let go of what it was sent; the server gives the same files again.
    const bodies = await Promise.all(
      fetched.map(async (pathname) => Buffer.from(await (await fetch(server.url + pathname)).arrayBuffer())),
    )
    const text = bodies.join('')
    expect(text).toMatch(/Subtitles,? timed to the millisecond/)
    expect(text).not.toContain('在浏览器中')
    const total = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
    expect(total).toBeGreaterThan(100_000)
    expect(total).toBeLessThan(250_000)
  }
})

test('the first page is the editor itself: a line is typed and undone, and what is dragged never overlaps', async ({
  page,
  server,
}) => {
  await page.goto(server.url)
  const editor = page.getByTestId('sample-editor')
  await expect(editor.locator('canvas').first()).toBeVisible({ timeout: 30_000 })
  const line = editor.getByLabel('Text of line 1', { exact: true })
  await line.fill('Typed on the first page')
  await editor.getByRole('button', { name: 'Undo' }).click()
  await expect(line).toHaveValue('Good morning and welcome to the harbor.')
  await editor.getByRole('button', { name: 'Chinese beside it' }).click()
  await expect(editor.getByText('早上好，欢迎来到港口。')).toBeVisible()
  const [first, second] = [page.locator('.drag-cue').nth(0), page.locator('.drag-cue').nth(1)]
  await second.focus()
  for (let key = 0; key < 30; key++) await page.keyboard.press('ArrowLeft')
  expect(Number(await second.getAttribute('data-start'))).toBe(Number(await first.getAttribute('data-end')) + 1)
  expect(page.url()).toBe(`${server.url}/`)
})

test('a sign-up says what is wrong at its field and sends nothing until it is right', async ({ page, server }) => {
  await page.goto(`${server.url}/login?tab=register`)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByText('Fill this in')).toHaveCount(3)
  await page.getByLabel('E-mail').fill('nobody')
  await expect(page.getByText('Enter a complete address')).toBeVisible()
  expect(page.url()).toContain('/login')
})

test('bad files are refused with what to do; one whose page was closed tells why on its card, and can be deleted there', async ({
  page,
  server,
  folder,
}) => {
  const client = await signIn(page, server.url)
  const library = new LibraryPage(page)
  await test.step('bad files are refused with what to do, and nothing is left of them', async () => {
    const bad = await client.ok('addFolder', { folder_name: 'Bad files' })
    await page.goto(`${server.url}/lab/library/file/${bad.folder_id}`)
    const files: [string, Buffer, string][] = [
      ['empty.mp4', Buffer.alloc(0), 'This file is empty'],
      ['notes.txt', Buffer.alloc(20_000, 'x'), 'File format not supported'],
      ['noise.mp4', Buffer.alloc(20_000, 'x'), 'may not be a valid video file'],
    ]
    for (const [name, bytes, message] of files) {
      await writeFile(join(folder, name), bytes)
      await library.upload(join(folder, name))
      // Its card says it too until it is gone.
      await expect(page.getByRole('alert').filter({ hasText: message }).first()).toBeVisible()
    }
    await expect(library.card).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove' }).first().click()
    await expect(page.getByRole('alert')).toHaveCount(2)
  })

  // The page that sent it was closed before it got the refusal.
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Closed' })
  const body = Buffer.alloc(20_000, 'x')
  const begun = await client.ok('getUploadToken', { file_name: 'noise.mp4', class: 'video', size: body.length })
  await fetch(`${server.url}${begun.uploadurl}`, { method: 'PUT', body })
  await client.ok('addVideo', { upload_id: begun.upload_id, folder_id })
  await page.goto(`${server.url}/lab/library`)
  await expect(library.card).toHaveAttribute('data-state', 'failed', { timeout: 15_000 })
  await expect(library.card.getByRole('alert')).toContainText('may not be a valid video file')
  const again = library.card.getByRole('button', { name: 'Try again' })
  await expect(again).toHaveCount(0)
  // As after a failure that is not the file's.
  await page.route('**/space.folder/getfiles*', async (route) => {
    const text = await (await route.fetch()).text()
    await route.fulfill({
      body: text.replace('"may_retry":false', '"may_retry":true'),
      contentType: 'application/json',
    })
  })
  await page.reload()
  await again.click()
  await expect(page.getByText('This file is no longer here')).toBeVisible()
  await library.card.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click({ timeout: 10_000 })
  await expect(library.card).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await test.step('during maintenance one dialog is shown, however many calls are refused', async () => {
    await page.route('**/admin/**', (route) =>
      route.fulfill({ json: { code: 3001, message: 'Back at noon', data: {} } }),
    )
    await page.goto(`${server.url}/lab/library`)
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toHaveCount(1)
    await expect(dialog).toContainText('System Update In Progress...')
    await expect(dialog).toContainText('Back at noon')
    await page.unroute('**/admin/**')
    await dialog.getByRole('button', { name: 'OK' }).click()
    await expect(dialog).toBeHidden()
  })
})
