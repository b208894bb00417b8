import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { signIn } from '../pages/app.ts'

/** Orders the smallest package from the open page, up to its checkout. */
async function order(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Top up' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buy 500' }).click()
  await page.waitForURL('**/finance/testpay**')
}

test('a policy that is no document, and payments that fail, are left, are cancelled, come late and come twice', async ({
  page,
  server,
}) => {
  await signIn(page, server.url)
  await page.goto(`${server.url}/lab/library`)
  const { url } = server
  const result = page.locator('.pay-result')
  const orders = page.locator('[data-order]')

  await test.step('the policy says that it could not be opened, and opens once it can', async () => {
    const notDocument = { status: 200, body: 'Not a document of a word processor' }
    await page.route('**/credit-policy-*.docx', (route) => route.fulfill(notDocument))
    await page.getByRole('banner').getByRole('button', { name: 'Top up' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Credit policy' }).click()
    await expect(page.locator('.policy-failed')).toHaveText(/Check that the document is a \.docx file/)
    await expect(page.locator('.bp6-toast')).toContainText('couldn’t be opened')
    await page.unroute('**/credit-policy-*.docx')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').getByRole('button', { name: 'Credit policy' }).click()
    await expect(page.locator('.policy h1')).toHaveText('Credit policy')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })

  await test.step('failed: nothing is taken, and the way to another try', async () => {
    await order(page)
    await page.getByRole('button', { name: 'Let the payment fail' }).click()
    await expect(result).toContainText('No money was taken')
    await expect(page.locator('.credits')).toHaveText('200 credits')
    await result.getByRole('button').click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Buy 500' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('left and cancelled from the list of orders', async () => {
    await order(page)
    const left = new URL(page.url()).searchParams.get('order_id') ?? ''
    await page.goto(`${url}/finance/ai_payresult?order_id=${left}&result=fail`)
    await expect(result).toContainText('It is still open')
    await page.goto(`${url}/finance/ai_payresult`)
    await page.getByRole('link', { name: 'Orders', exact: true }).last().click()
    await page.waitForURL('**/finance/payorder')
    const row = page.locator(`[data-order="${left}"]`)
    await expect(row).toContainText('Waiting for payment')
    await row.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
    await expect(row).toContainText('Cancelled')
    await expect(row.getByRole('button')).toHaveCount(0)
  })

  await test.step('paid twice and paid late: the credits of each order once', async () => {
    await order(page)
    await page.getByRole('button', { name: 'Pay twice' }).click()
    await expect(result).toContainText('500 credits are yours')
    await expect(page.locator('.credits')).toHaveText('700 credits')
    await page.goto(`${url}/lab/library`)
    await order(page)
    await page.getByRole('button', { name: 'Pay after the checkout expired' }).click()
    await expect(result).toContainText('500 credits are yours')
    await expect(page.locator('.credits')).toHaveText('1,200 credits')
    await page.goto(`${url}/finance/payorder`)
    await expect(orders.filter({ hasText: 'Paid' })).toHaveCount(2)
    await expect(orders).toHaveCount(4)
  })
})
