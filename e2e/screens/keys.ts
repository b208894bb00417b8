import { contract } from '#core/contract/index.ts'
import type { Camera } from './camera.ts'
import { clientOfPage } from './finance.ts'

/** Keys, webhooks and the documentation. */
export async function takeKeyScreens(camera: Camera, url: string): Promise<void> {
  const { page } = camera
  const dialog = page.getByRole('dialog')
  await page.goto(`${url}/lab/library`)
  const client = await clientOfPage(page, url)
  if ((await client.ok('listApiKeys', {})).list.length === 0) {
    const usual = { per_minute: 120, month_credits: null }
    await client.ok('addApiKey', { ...usual, name: 'Night job', scopes: ['read', 'write', 'run'] })
    await client.ok('addApiKey', { ...usual, name: 'Dashboard', scopes: ['read'], month_credits: 500 })
    const { id } = await client.ok('addWebhook', {
      url: 'https://10.0.0.1/hook',
      events: ['task.succeeded', 'task.failed'],
    })
    await client.ok('testWebhook', { id })
  }
  for (const tab of ['keys', 'webhooks', 'docs'] as const) {
    await page.goto(`${url}/lab/apikeys?tab=${tab}`)
    await page.locator('.apikeys h1').waitFor()
    await camera.shot(`apikeys-${tab}`)
  }
  await page.getByText(camera.word('apikeys:docs_by_client')).click()
  await camera.shot('apikeys-docs-client')
  await page.locator('.reference .opblock-tag').first().scrollIntoViewIfNeeded()
  await camera.shot('apikeys-reference')
  await page.locator('.reference .opblock-tag').first().click()
  await page.locator('.reference .opblock-summary').first().click()
  await page.locator('.reference .opblock-body').first().scrollIntoViewIfNeeded()
  await camera.shot('apikeys-reference-call')
  await page.goto(`${url}/lab/apikeys`)
  await camera.button('apikeys:create').first().click()
  await dialog.getByRole('button', { name: camera.word('apikeys:create') }).click()
  await camera.shotOfOverlay('apikeys-create')
  await takeKeyStates(camera, url)
}

/** A new key's secret, questions before something goes, and pages with nothing on them. */
async function takeKeyStates(camera: Camera, url: string): Promise<void> {
  const { page } = camera
  const dialog = page.getByRole('dialog')
  const secret = 'clk_AbCdEfGh12345678.AbCdEfGhIjKlMnOpQrStUvWxYz0123456789_-AbCdE'
  await page.route(`**${contract.addApiKey.path}`, (route) => route.fulfill({ json: answerOf({ secret }) }))
  await camera.button('apikeys:create').first().click()
  await page.locator('[data-field=name] input').fill('Night job')
  await dialog.getByRole('button', { name: camera.word('apikeys:create') }).click()
  await page.locator('.apikeys-secret').waitFor()
  await camera.shot('apikeys-secret')
  await camera.button('apikeys:stored').click()
  await camera.button('apikeys:delete').first().click()
  await camera.shotOfOverlay('apikeys-delete')
  await page.goto(`${url}/lab/apikeys?tab=webhooks`)
  await camera.button('apikeys:add_hook').first().click()
  await dialog.getByRole('button', { name: camera.word('apikeys:add_hook') }).click()
  await camera.shotOfOverlay('apikeys-hook')
  await page.locator('.apikeys-body summary').first().click()
  await camera.shot('apikeys-delivery')
  for (const [tab, name] of [
    ['keys', 'listApiKeys'],
    ['webhooks', 'listWebhooks'],
  ] as const) {
    const address = `**${contract[name].path}*`
    await page.route(address, (route) => route.fulfill({ json: answerOf({ list: [] }) }))
    await page.goto(`${url}/lab/apikeys?tab=${tab}`)
    await camera.shot(`apikeys-${tab}-empty`)
    await page.unroute(address)
  }
  await page.unroute(`**${contract.addApiKey.path}`)
}

const answerOf = (data: object): object => ({ code: 0, message: '', data })
