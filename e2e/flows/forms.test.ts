import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { signIn } from '../pages/app.ts'

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.locator(`[data-field=${field}] button`).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** A form's message at one of its fields. */
const at = (page: Page, field: string) => page.locator(`[data-field=${field}]`)

test('forms: faults are said when a field is left, a refund names its task, a company asks to be called', async ({
  page,
  server,
}) => {
  const { url } = server
  const dialog = page.getByRole('dialog')

  await test.step('a booking: what is no address or number is told, and the field for programs is out of sight', async () => {
    await page.goto(`${url}/partner?tab=demo`)
    const trap = page.locator('input[name=website]')
    await expect(trap).toHaveAttribute('tabindex', '-1')
    await expect(trap).not.toBeInViewport()
    await page.getByLabel('E-mail').fill('marta')
    await page.getByLabel('E-mail').blur()
    await expect(at(page, 'email')).toContainText('Enter a complete address')
    await page.getByLabel('Phone').fill('none')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(at(page, 'phone')).toContainText('Enter a phone number')
    // Text beyond the limit is not cut silently.
    await page.getByLabel('Message').fill('x'.repeat(1999))
    await expect(at(page, 'message')).not.toContainText('2000')
    await page.getByLabel('Message').press('End')
    await page.keyboard.type('yz')
    await expect(page.getByLabel('Message')).toHaveValue(/xy$/)
    await expect(at(page, 'message')).toContainText('Limit reached: 2000 characters')
  })

  await test.step('the price on the landing goes to its ends by keys', async () => {
    await page.goto(url)
    const slider = page.getByTestId('price-demo').getByRole('slider')
    await slider.focus()
    for (const [key, minutes] of [
      ['End', '120'],
      ['Home', '1'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(slider).toHaveAttribute('aria-valuenow', minutes)
    }
  })

  await test.step('feedback about credits asks for a request, a refund for the task', async () => {
    page.once('dialog', (question) => void question.accept())
    await signIn(page, url)
    await page.goto(`${url}/lab/apikeys`)
    await page.getByRole('button', { name: 'Feedback' }).click()
    const send = dialog.getByRole('button', { name: 'Send' })
    await expect(dialog.getByLabel('Contact e-mail')).toHaveValue(/@example\.org$/)
    await dialog.getByLabel('Description').fill('The task failed.')
    await choose(page, 'type', 'Credits')
    // It has just appeared: nothing is wrong with it yet.
    await expect(at(page, 'type2')).not.toContainText('Fill this in')
    await expect(send).toBeDisabled()
    await choose(page, 'type2', 'Refund of credits')
    await expect(send).toBeDisabled()
    await dialog.getByLabel('Task number').fill('of-nobody')
    await send.click()
    await expect(at(page, 'task_id')).toContainText('You have no task with this number')
    await expect(dialog.getByLabel('Task number')).toBeFocused()
    await expect(page.locator('.bp6-toast')).toHaveCount(0)
    await choose(page, 'type2', 'A question')
    await send.click()
    await expect(page.getByText('We have your feedback')).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('the contact, with a remark that shows three rows and grows to five', async () => {
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
      // A long list scrolls within the window.
      await expect(page.locator('.many-list')).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      await expect(page.locator('.many-list')).toHaveCount(0)
    }
    const remark = at(page, 'remark').getByRole('textbox')
    const rows = (): Promise<number> =>
      remark.evaluate((field) => {
        const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(field)
        return (field.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight)
      })
    expect(await rows()).toBeCloseTo(3, 1)
    await remark.fill('One\nline\nafter\nthe\nother\nand\nmore')
    expect(await rows()).toBeCloseTo(5, 1)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('We will contact you soon')).toBeVisible()
  })
})

test('privacy: everything as one zip, and an account that is deleted unless its owner changes their mind', async ({
  page,
  server,
  folder,
}) => {
  await signIn(page, server.url)
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
  await expect(card.getByRole('button', { name: 'Make a new copy' })).toBeEnabled()

  await card.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('not the password')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(/password is wrong/)
  await dialog.getByLabel('Your password').fill('secret-123')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(card).toContainText('will be deleted on')
  // Every page shows it, with a link to withdraw.
  await page.getByRole('link', { name: 'My space' }).click()
  await page.getByRole('link', { name: /^Account will be deleted on/ }).click()
  await card.getByRole('button', { name: 'Keep my account' }).click()
  await expect(card.getByRole('button', { name: 'Delete account' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Account will be deleted on/ })).toHaveCount(0)
})
