import type { Page } from 'playwright'
import { type Client, clientOf } from '#tests/support/client.ts'
import type { Camera } from './camera.ts'

/** The calls of the person whose page this is. */
export async function clientOfPage(page: Page, url: string): Promise<Client> {
  const kept = await page.evaluate(() => localStorage.getItem('access_token'))
  const client = clientOf(url)
  client.signIn((JSON.parse(kept ?? '{}') as { token?: string }).token ?? '')
  return client
}

/** An order that ends in a way; the same one each time that the pictures are taken. */
async function orderThat(client: Client, act: 'pay' | 'fail' | 'cancel' | 'none'): Promise<string> {
  const place = { from: '/lab/library', success_url: '/finance/ai_payresult', fail_url: '/finance/ai_payresult' }
  const { order_id } = await client.ok('createOrder', {
    sku_id: 'usd-500',
    ...place,
    idempotency_key: `picture ${act}`,
  })
  const { state } = await client.ok('getPayInfo', { order_id })
  if (state === 'pending' && act !== 'none') await client.ok('actAtTestCheckout', { order_id, act })
  return order_id
}

/** Packages, checkout, orders and what became of credits. */
export async function takeFinanceScreens(camera: Camera, url: string): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/lab/library`)
  const client = await clientOfPage(page, url)
  const [paid, failed, open] = [
    await orderThat(client, 'pay'),
    await orderThat(client, 'fail'),
    await orderThat(client, 'none'),
  ]
  await camera.button('common:top_up').first().click()
  await page.locator('[data-sku]').nth(1).waitFor()
  await camera.shot('top-up')
  await camera.button('finance:credit_rules').click()
  await camera.shotOfOverlay('credit-rules')
  await camera.button('finance:credit_policy').click()
  await page.locator('.policy h1').waitFor()
  await camera.shotOfOverlay('credit-policy')
  await page.goto(`${url}/finance/testpay?order_id=${open}`)
  await camera.shot('test-checkout')
  for (const [name, id] of [
    ['paid', paid],
    ['failed', failed],
    ['open', open],
  ] as const) {
    await page.goto(`${url}/finance/ai_payresult?order_id=${id}`)
    await page.locator('.pay-result h1').waitFor()
    await camera.shot(`pay-result-${name}`)
  }
  await page.goto(`${url}/finance/payorder`)
  await page.locator('[data-order]').first().waitFor()
  await camera.shot('orders')
  for (const tab of ['consumption', 'recharges'] as const) {
    await page.getByRole('tab', { name: camera.word(`finance:tab_${tab}`) }).click()
    await camera.shot(tab)
  }
}
