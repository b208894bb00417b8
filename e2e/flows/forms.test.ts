import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { signIn, signUp } from '../pages/app.ts'

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.locator(`[data-field=${field}] button`).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** What a form says at one of its fields. */
const at = (page: Page, field: string) => page.locator(`[data-field=${field}]`)

test('forms: a booking without an account, feedback that asks by its type, the survey and the contact', async ({
  page,
  server,
}) => {
  const { url } = server
  const dialog = page.getByRole('dialog')

  await test.step('a demonstration is booked; faults are said when a field is left', async () => {
    await page.goto(`${url}/partner?tab=demo`)
    const trap = page.locator('input[name=website]')
    await expect(trap).toHaveAttribute('tabindex', '-1')
    await expect(trap).not.toBeInViewport()
    await page.getByLabel('E-mail').fill('marta')
    await page.getByLabel('E-mail').blur()
    await expect(at(page, 'email')).toContainText('Enter a whole address')
    await page.getByLabel('Your name').fill('Marta')
    await page.getByLabel('Company').fill('Harbour Films')
    await page.getByLabel('E-mail').fill('marta@example.org')
    await page.getByLabel('Phone').fill('none')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(at(page, 'phone')).toContainText('Enter a phone number')
    await expect(at(page, 'service')).toContainText('Fill this in')
    await page.getByLabel('Phone').fill('+49 40 123456')
    await choose(page, 'service', 'API')
    await choose(page, 'source_language', 'English')
    await choose(page, 'target_language', 'German')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'We have your booking' })).toBeVisible()
  })

  await test.step('feedback: each type asks for what it needs, and the button waits for it', async () => {
    await signIn(page, url)
    await page.goto(`${url}/lab/library`)
    await page.getByRole('button', { name: 'Feedback' }).click()
    const send = dialog.getByRole('button', { name: 'Send' })
    await expect(dialog.getByLabel('Contact e-mail')).toHaveValue(/@example\.org$/)
    await dialog.getByLabel('Description').fill('The task failed.')
    await expect(send).toBeDisabled()
    await choose(page, 'type', 'Using a feature')
    await expect(send).toBeDisabled()
    await choose(page, 'type2', 'Subtitle editor')
    await expect(send).toBeEnabled()
    await choose(page, 'type', 'Credits')
    await expect(send).toBeDisabled()
    await choose(page, 'type2', 'Refund of credits')
    await expect(send).toBeDisabled()
    await dialog.getByLabel('Task number').fill('of-nobody')
    await send.click()
    await expect(page.getByText('You have no task with this number')).toBeVisible()
    await choose(page, 'type2', 'A question')
    await send.click()
    await expect(page.getByText('We have your feedback')).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('the survey takes four numbers, the contact its fields', async () => {
    await page.getByTitle('User menu').click()
    await page.getByRole('menuitem', { name: 'Satisfaction survey' }).click()
    const send = dialog.getByRole('button', { name: 'Send' })
    for (const question of [0, 1, 2, 3]) {
      await expect(send).toBeDisabled()
      await dialog.getByRole('group').nth(question).getByText('8', { exact: true }).click()
    }
    await send.click()
    await expect(page.getByText('Thank you for your answers')).toBeVisible()
    await page.goto(`${url}/lab/apikeys`)
    await page.getByRole('button', { name: 'Contact us' }).click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(at(page, 'user_name')).toContainText('Fill this in')
    await dialog.getByLabel('Your name').fill('Marta')
    await dialog.getByLabel('Company').fill('Harbour Films')
    await dialog.getByLabel('E-mail').fill('marta@example.org')
    await dialog.getByLabel('Phone').fill('+49 40 123456')
    for (const [field, option] of [
      ['intention', 'API'],
      ['origin_language', 'English'],
      ['trans_language', 'German'],
    ] as const) {
      await choose(page, field, option)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('option')).toHaveCount(0)
    }
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('We will contact you soon')).toBeVisible()
  })
})

test('privacy: everything as one zip, and an account that is deleted unless its owner changes their mind', async ({
  page,
  server,
  folder,
}) => {
  await signUp(page, server.url)
  await page.goto(`${server.url}/lab/profile`)
  const card = page.getByRole('region', { name: 'Your data' })
  await card.getByRole('button', { name: 'Make a copy' }).click()
  const link = card.getByRole('link', { name: 'Download' })
  await expect(link).toBeVisible()
  const download = page.waitForEvent('download')
  await link.click()
  const path = join(folder, 'data.zip')
  await (await download).saveAs(path)
  const listed = spawnSync('unzip', ['-l', path], { encoding: 'utf8' }).stdout
  for (const name of ['account', 'credit_entries', 'orders']) expect(listed).toContain(`records/${name}.json`)

  await card.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('not the password')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.locator('.bp6-toast')).toBeVisible()
  await dialog.getByLabel('Your password').fill('secret-123')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(card).toContainText('will be deleted on')
  await card.getByRole('button', { name: 'Keep my account' }).click()
  await expect(card.getByRole('button', { name: 'Delete account' })).toBeVisible()
})
