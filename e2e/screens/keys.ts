import type { Camera } from './camera.ts'
import { clientOfPage } from './finance.ts'

/** Keys, webhooks and the documentation. */
export async function takeKeyScreens(camera: Camera, url: string): Promise<void> {
  const { page } = camera
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
    await page.waitForTimeout(600)
    await camera.shot(`apikeys-${tab}`)
  }
  await page.getByText(camera.word('apikeys:docs_by_client')).click()
  await camera.shot('apikeys-docs-client')
  await page.locator('.reference .opblock-tag').first().scrollIntoViewIfNeeded()
  await camera.shot('apikeys-reference')
  await page.goto(`${url}/lab/apikeys`)
  await camera.button('apikeys:create').first().click()
  await camera.button('apikeys:create').last().click()
  await camera.shotOfOverlay('apikeys-create')
}
