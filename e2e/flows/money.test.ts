import { expect, test } from '../fixture.ts'
import { signUp } from '../pages/app.ts'

test('credits are topped up at the test checkout; the order, its invoice and the receipt are listed', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await page.goto(`${server.url}/lab/library`)
  await page.getByRole('button', { name: 'Top up' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('[data-sku=free-200]')).toContainText('Received')
  await dialog.getByRole('button', { name: 'Credit policy' }).click()
  await expect(page.locator('.policy h1')).toHaveText('Credit policy')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Buy 500' }).click()
  await page.waitForURL('**/finance/testpay**')
  await page.getByRole('button', { name: 'Pay $9.00' }).click()
  await expect(page.locator('.pay-result')).toContainText('500 credits are yours')
  await expect(page.locator('.credits')).toHaveText('700 credits')
  await page.getByRole('link', { name: 'Orders' }).click()
  await expect(page.locator('[data-order]')).toContainText('Paid')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Invoice' }).click()
  expect((await download).suggestedFilename()).toMatch(/^CL-\d{4}-\d{6}\.pdf$/)
  await page.getByRole('tab', { name: 'Credits received' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Purchase' })).toContainText('500')
})
