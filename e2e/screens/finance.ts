import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { contract } from '#core/contract/index.ts'
import { type Client, clientOf } from '#tests/support/client.ts'
import type { Video } from '#core/contract/video.ts'
import { type Camera, screenshotFolder } from './camera.ts'

async function tokenOf(page: Page): Promise<string> {
  const kept = await page.evaluate(() => localStorage.getItem('access_token'))
  return (JSON.parse(kept ?? '{}') as { token?: string }).token ?? ''
}

/** The calls of the person whose page this is. */
export async function clientOfPage(page: Page, url: string): Promise<Client> {
  const client = clientOf(url)
  client.signIn(await tokenOf(page))
  return client
}

/** An order with a given end; equal in every run. */
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

/** Tasks with costs; equal in every run. */
async function useCredits(client: Client, { folder_id, video_id }: Video): Promise<void> {
  const { list } = await client.ok('listVersions', { folder_id, video_id })
  const version = list.find(({ language }) => language === 'en')
  if (!version) throw new Error('The sample has no English version')
  for (const to_language of ['fr', 'es', 'it'] as const)
    await client.ok('runTranslate', {
      file_id: version.file_id,
      source_language: 'en',
      to_language,
      idempotency_key: `picture into ${to_language}`,
    })
}

/** Packages, checkout, orders and what became of credits. */
export async function takeFinanceScreens(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/lab/library`)
  const client = await clientOfPage(page, url)
  await useCredits(client, video)
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
  await page.route('**/credit-policy-*.docx', (route) => route.fulfill({ body: 'no document' }))
  await camera.button('finance:credit_policy').click()
  await page.locator('.policy-failed').waitFor()
  await camera.shotOfOverlay('credit-policy-failed')
  await page.unroute('**/credit-policy-*.docx')
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
    await page.locator('.table tbody:not(.skeleton) tr').first().waitFor()
    await camera.shot(tab)
  }
  await page.goto(`${url}/finance/payorder`)
  await camera.button('finance:cancel_order').first().click()
  await camera.shotOfOverlay('order-cancel')
  await takeEmptyLists(camera, url)
  await keepInvoice(camera, `${url}${contract.getInvoice.path}?order_id=${paid}`)
}

/** The invoice in the language of the camera. */
async function keepInvoice({ page, language }: Camera, address: string): Promise<void> {
  const answer = await fetch(address, { headers: { token: await tokenOf(page), language } })
  const { data } = (await answer.json()) as { data: { content: string } }
  await writeFile(join(screenshotFolder, `${language}-invoice.pdf`), Buffer.from(data.content, 'base64'))
}

const lists = { orders: 'listOrders', consumption: 'listConsumption', recharges: 'listRecharges' } as const

/** Empty lists, and one that fails to load. */
async function takeEmptyLists(camera: Camera, url: string): Promise<void> {
  const { page } = camera
  const empty = { code: 0, message: '', data: { list: [], total: 0, page: 1, page_size: 20 } }
  for (const [tab, name] of Object.entries(lists)) {
    const address = `**${contract[name].path}*`
    await page.route(address, (route) => route.fulfill({ json: empty }))
    await page.goto(`${url}/finance/payorder?tab=${tab}`)
    await page.locator('.state-page').waitFor()
    await camera.shot(`${tab}-empty`)
    await page.unroute(address)
  }
  const address = `**${contract.listOrders.path}*`
  await page.route(address, (route) => route.abort())
  await page.goto(`${url}/finance/payorder`)
  await page.locator('.state-page').waitFor()
  await camera.shot('orders-failed')
  await page.unroute(address)
}
