import { expect, test } from '../fixture.ts'
import { signIn, videoIsReady } from '../pages/app.ts'

/** More than an answer of the server holds. */
const LOOSE_FILES = 205
const AT_ONCE = 15

const line = '1\n00:00:01,000 --> 00:00:02,000\nGood morning.\n'

test('the start page: folders renamed and deleted, batches by twos and new for a while, credits read anew', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { video_id, folder_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await videoIsReady(client, video_id)
  await client.ok('addFolder', { folder_name: 'Season 1' })
  const batch = (language: 'es' | 'fr' | 'it') =>
    client.ok('addBatch', {
      ...{ folder_id, task_type: 'subtitle_translate', to_languages: [language], config: {} },
      idempotency_key: crypto.randomUUID(),
    })
  await page.clock.install()
  for (const language of ['es', 'fr', 'it'] as const) await batch(language)
  await page.goto(`${server.url}/lab/pro`)
  const batches = page.locator('.pro-batch')
  await expect(batches).toHaveCount(2)
  await expect(page.locator('.pro-batch[data-new=true]')).toHaveCount(2)
  await page.clock.fastForward('00:20')
  await expect(page.locator('.pro-batch[data-new=true]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(batches).toHaveCount(1)
  await page.clock.resume()

  const tasks = page.getByRole('button', { name: 'Tasks', exact: true })
  const left = page.locator('.pro-shortcut-credits')
  await tasks.click()
  const before = (await client.ok('getInfo', {})).credits
  await expect(left).toHaveText(`${before} credits left`)
  await page.keyboard.press('Escape')
  await expect(left).toHaveCount(0)
  await batch('es')
  const after = (await client.ok('getInfo', {})).credits
  expect(after).toBeLessThan(before)
  await tasks.click()
  await expect(left).toHaveText(`${after} credits left`)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Actions for Season 1' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('Folder name').fill('Season 2')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('link', { name: 'Season 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Season 2' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question).toContainText('Season 2')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: 'Season 2' })).toHaveCount(0)
})

test('a folder of more files than one answer holds: bound by name, its deadline chosen, all in the workflow; deleted elsewhere', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { video_id, folder_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await videoIsReady(client, video_id)
  const { video_name } = await client.ok('getVideo', { file_id: video_id })
  const names = [...Array.from({ length: LOOSE_FILES - 1 }, (_, at) => `Extra ${at}`), `${video_name}.fr`]
  for (let at = 0; at < names.length; at += AT_ONCE)
    await Promise.all(
      names
        .slice(at, at + AT_ONCE)
        .map((name) => client.ok('addVersion', { folder_id, name, language: 'fr', content: line })),
    )
  await page.goto(`${server.url}/lab/pro/folder/${folder_id}/subtitles`)
  // Rows in view of a long list stay mounted while nearby ones are added.
  await page
    .locator('.pro-subtitle-row')
    .nth(8)
    .evaluate((row) => row.setAttribute('data-kept', ''))
  await page.locator('.virtual-grid').evaluate((list) => (list.scrollTop += 200))
  await expect(page.locator('[aria-posinset="19"]')).toBeAttached()
  await expect(page.locator('[data-kept]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Bind files by name' }).click()
  const binding = page.getByRole('dialog', { name: 'Bind files by name' })
  await expect(binding.locator('.pro-pairs li')).toHaveCount(LOOSE_FILES)
  await binding.getByRole('button', { name: 'Bind 1 file', exact: true }).click()
  await expect(page.getByText('1 file bound')).toBeVisible()
  const { list } = await client.ok('listVersions', { folder_id, video_id })
  expect(list.map(({ language }) => language)).toContain('fr')

  await page.getByRole('button', { name: 'Workflow', exact: true }).click()
  const work = page.getByRole('dialog', { name: 'Workflow' })
  await expect(work.locator('.work-row').first()).toBeVisible()
  const rows = work.locator('.work-list .virtual-grid')
  const count = list.length + LOOSE_FILES - 1
  await expect(async () => {
    await rows.evaluate((element) => (element.scrollTop = element.scrollHeight))
    await expect(work.locator(`[aria-posinset="${count}"]`)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await work.getByRole('button', { name: 'Deadline: None' }).click()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(work.getByRole('button', { name: /^Deadline: .+ \d{4}$/ })).toBeVisible()
  await work.locator('.bp6-dialog-footer').getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('.page-head .pro-due[data-state=near]')).toHaveText(/^Due /)

  // Deleted elsewhere: the open page shows it without a reload.
  await client.ok('deleteFolder', { folder_id })
  await expect(page.getByRole('heading', { name: 'This folder no longer exists' })).toBeVisible()
})
