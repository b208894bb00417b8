import type { Browser, Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { choose } from '../pages/choice.ts'
import { EditorPage, enterText, LibraryPage, openVersion, rowText, signIn } from '../pages/app.ts'

const LINES = Array.from({ length: 6 }, (_, at) => {
  const time = (s: number): string => `00:00:${String(s).padStart(2, '0')},000`
  return `${at + 1}\n${time(at * 5 + 1)} --> ${time(at * 5 + 4)}\nAs it was ${at + 1}\n`
}).join('\n')

/** The same version in another browser of the same account. */
async function another(browser: Browser, page: Page): Promise<{ page: Page; editor: EditorPage }> {
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await context.newPage()
  await other.addInitScript(() => localStorage.setItem('cuelane-working-as', 'Ben'))
  await other.goto(page.url())
  const editor = new EditorPage(other)
  await editor.opened()
  return { page: other, editor }
}

const text = (page: Page, n: number) => page.getByLabel(`Text of line ${n}`, { exact: true })

test('two people at one version see each other, each other’s edits, what is said about lines and what both typed at once', async ({
  page,
  server,
  browser,
}) => {
  const editor = await openVersion(page, server.url, LINES, 6)
  const { page: ben, editor: bens } = await another(browser, page)
  await expect(page.getByTestId('people-here')).toBeVisible()
  await expect(ben.getByTestId('people-here')).toBeVisible()
  await enterText(ben, 3)
  await expect(page.locator('[aria-rowindex="3"]').getByRole('img', { name: 'Ben here' })).toBeVisible()
  await expect(page.locator('.timeline-person')).toHaveText('Ben')

  // Both in one line, in one moment: its time here, its text there.
  await (await enterText(ben, 2)).fill('Told by Ben')
  await editor.timeline.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+Period')
  await expect(rowText(page, 2)).toHaveText('Told by Ben')
  await expect.poll(() => bens.times(2)).toEqual(await editor.times(2))
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await bens.times(2))[0]).toBe('00:00:06,000')
  await expect(rowText(page, 2)).toHaveText('Told by Ben')

  // One key writes, one key finds.
  await enterText(ben, 4)
  await ben.keyboard.press('Alt+c')
  await ben.keyboard.type('Is this what she says?')
  await ben.keyboard.press('Enter')
  await expect(ben.locator('.comment')).toContainText('Is this what she says?')
  await editor.timeline.focus()
  await expect(page.locator('[aria-rowindex="4"] .row-comments-open')).toBeVisible()
  await page.keyboard.press('Alt+n')
  await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', '4')
  // The cue is merged into the one before it: its comments move too.
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('m')
  await expect(ben.locator('.comment-place')).toContainText('Line 3')
  await page.keyboard.press('Alt+Shift+c')
  await expect(page.locator('.comment')).toContainText('Ben')
  await expect(page.getByRole('button', { name: 'Delete the comment' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(ben.locator('.comments-none')).toBeVisible()

  await test.step('both type into one line at once: each goes on, both readings are at the line, and one is chosen', async () => {
    const before = await linesOf(page)
    const ann = await enterText(page, 2)
    await page.keyboard.press('Control+a')
    const bens2 = await enterText(ben, 2)
    await ben.keyboard.press('Control+a')
    const [mine, theirs] = ['Ann writes a whole sentence', 'Ben has another one in mind']
    // Each gets the other's events several times while typing.
    await Promise.all([page.keyboard.type(mine, { delay: 150 }), ben.keyboard.type(theirs, { delay: 140 })])
    await expect(ann).toHaveValue(mine)
    await expect(bens2).toHaveValue(theirs)
    for (const [at, field] of [
      [page, ann],
      [ben, bens2],
    ] as const) {
      await expect(field).toBeFocused()
      await expect(at.getByRole('dialog')).toHaveCount(0)
      await expect(at.locator('[aria-rowindex="2"] .row-readings')).toBeVisible()
      // Leaving the cue shows its current state.
      await enterText(at, 5)
    }
    await editor.saved()
    await bens.saved()
    const shown = (at: Page): Promise<string> => rowText(at, 2).innerText()
    await expect.poll(async () => (await shown(page)) === (await shown(ben))).toBe(true)
    const won = await shown(page)
    const other = won === mine ? theirs : mine
    expect([mine, theirs]).toContain(won)
    expect(await linesOf(page)).toEqual(before.with(1, won))

    // By keys: the other reading, and an undo brings the line and its mark back.
    const mark = page.locator('[aria-rowindex="2"] .row-readings')
    const bensMark = ben.locator('[aria-rowindex="2"] .row-readings')
    await page.keyboard.press('Alt+Shift+n')
    await expect(page.getByRole('menu', { name: 'Line 2 was changed in two places at once' })).toContainText(
      'Take the other reading',
    )
    await expect(page.getByRole('menuitem', { name: 'Keep the line as it is' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(rowText(page, 2)).toHaveText(other)
    await expect(rowText(ben, 2)).toHaveText(other)
    await expect(mark).toHaveCount(0)
    await expect(bensMark).toHaveCount(0)
    await editor.timeline.focus()
    await page.keyboard.press('Control+z')
    await expect(rowText(page, 2)).toHaveText(won)
    await expect(mark).toBeVisible()
    await expect(bensMark).toBeVisible()

    // It stays over a reload; by mouse both are kept.
    await page.reload()
    await editor.opened()
    await mark.click()
    await page.getByRole('menuitem', { name: 'Keep both texts' }).click()
    await expect(rowText(page, 2)).toHaveText(`${won}\n${other}`)
    await expect(bensMark).toHaveCount(0)
    await expect(rowText(ben, 2)).toHaveText(`${won}\n${other}`)
  })

  await ben.goto('about:blank')
  // A page that disappears silently counts as closed after that time.
  await expect(page.getByTestId('people-here')).toHaveCount(0, { timeout: 60_000 })
  await ben.context().close()
})

test('a video is shared by name: the other account reviews it, then edits it live, and is taken out again', async ({
  page,
  server,
  browser,
}) => {
  await openVersion(page, server.url, LINES, 6)
  const address = page.url()
  const guest = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage()
  await guest.addInitScript(() => localStorage.setItem('cuelane-tour', 'seen'))
  const client = await signIn(guest, server.url)
  const { name } = (await client.ok('getProfile', {})).userinfo
  await page.goto(`${server.url}/lab/library`)
  await new LibraryPage(page).choose('Share…')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('User name', { exact: true }).fill('nobody at all')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No account has this user name')).toBeVisible()
  await dialog.getByLabel('User name', { exact: true }).fill(name)
  await choose(dialog.getByRole('combobox', { name: 'May', exact: true }), 'Read and comment')
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialog.getByRole('list', { name: 'People who work on this video' })).toContainText(name)

  // To review: fields take no letters, and keys change nothing.
  await guest.goto(`${server.url}/lab/library`)
  await guest.getByRole('region', { name: 'Shared with you' }).getByRole('link').click()
  await guest.goto(address)
  const guests = new EditorPage(guest)
  await guests.opened()
  await expect(guest.locator('.shared-mark')).toHaveText('Shared to review')
  await expect(text(guest, 1)).not.toBeEditable()
  await guests.timeline.focus()
  await guest.keyboard.press('Alt+ArrowDown')
  await guest.keyboard.press('Alt+Period')
  await expect(guest.getByText('This file is shared with you for reading and commenting')).toBeVisible()

  await choose(dialog.getByRole('combobox', { name: `What ${name} may do` }), 'Edit and comment')
  await guest.reload()
  await guests.opened()
  await expect(guest.locator('.shared-mark')).toHaveText('Shared with you')
  await page.goto(address)
  await new EditorPage(page).opened()
  await expect(page.getByTestId('people-here')).toBeVisible()
  await (await enterText(guest, 1)).fill('By the guest')
  await expect(rowText(page, 1)).toHaveText('By the guest')
  await (await enterText(page, 2)).fill('By the owner')
  await expect(rowText(guest, 2)).toHaveText('By the owner')

  await page.goto(`${server.url}/lab/library`)
  await new LibraryPage(page).choose('Share…')
  await page.getByRole('button', { name: `Stop sharing with ${name}` }).click()
  await expect(page.getByText('This video isn’t shared yet.')).toBeVisible()
  await guest.goto(address)
  await expect(guest.getByText('This file does not exist or is not yours')).toBeVisible()
  await guest.context().close()
})

const linesOf = (page: Page): Promise<string[]> => page.locator('.row-lines').allTextContents()
