import { BOSS } from '#tests/support/staff.ts'
import type { Camera } from './camera.ts'

const parts = ['requests', 'survey', 'notices', 'accounts', 'tasks', 'ledger', 'reports', 'audit', 'settings'] as const

/** The staff pages, signed in on a separate page. */
export async function takeStaffScreens(camera: Camera, url: string, password: string): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/login?redirect=/lab/staff`)
  if (new URL(page.url()).pathname === '/login') {
    await page.getByLabel(camera.word('login:name_or_email')).fill(BOSS)
    await page.getByLabel(camera.word('login:password'), { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(({ pathname }) => pathname === '/lab/staff')
  }
  await page.goto(`${url}/lab/staff`)
  await page.locator('.staff-cards strong').first().waitFor()
  await camera.shot('staff')
  for (const part of parts) {
    await page.goto(`${url}/lab/staff/${part}`)
    await page.locator('.staff').waitFor()
    await camera.shot(`staff-${part}`)
  }
  await page.goto(`${url}/lab/staff/requests`)
  await camera.button('staff:open_request').first().click()
  await camera.shotOfOverlay('staff-request')
  await page.goto(`${url}/lab/staff/accounts`)
  await page
    .getByRole('button', { name: camera.word('staff:actions') })
    .first()
    .click()
  await page.getByRole('menuitem', { name: camera.word('staff:act_grant') }).click()
  await camera.shotOfOverlay('staff-grant')
  await page
    .getByRole('button', { name: camera.word('staff:actions') })
    .nth(1)
    .click()
  await camera.shotOfOverlay('staff-account-actions')
  await page.goto(`${url}/lab/staff/tasks?view=all`)
  await camera.shot('staff-all-tasks')
  const refund = camera.button('staff:act_refund').first()
  if (await refund.isVisible()) {
    await refund.click()
    await camera.shotOfOverlay('staff-refund')
  }
  await page.goto(`${url}/lab/staff/notices`)
  await camera.button('staff:new_notice').first().click()
  await camera.shotOfOverlay('staff-notice')
  await page.goto(`${url}/lab/staff/settings`)
  await camera.button('staff:turn_on').click()
  await camera.shotOfOverlay('staff-maintenance')
  await page.goto(`${url}/lab/staff/engines`)
  await page.locator('.table').first().waitFor()
  await camera.shot('staff-engines')
  await page.locator('.table').last().scrollIntoViewIfNeeded()
  await camera.shot('staff-models')
  await takeStaffStates(camera, url)
}

/** The other inboxes, each form's submission, failed parts, and the maintenance screen. */
async function takeStaffStates(camera: Camera, url: string): Promise<void> {
  const { page } = camera
  for (const kind of ['feedback', 'contact', 'demo'] as const) {
    await page.goto(`${url}/lab/staff/requests?kind=${kind}`)
    await camera.button('staff:open_request').first().click()
    await camera.shotOfOverlay(`staff-request-${kind}`)
  }
  const calls = '**/admin/staff.**'
  await page.route(calls, (route) => route.abort())
  for (const part of ['survey', 'reports'] as const) {
    await page.goto(`${url}/lab/staff/${part}`)
    await page.getByText(camera.word('staff:read_failed')).first().waitFor()
    await camera.shot(`staff-${part}-failed`)
  }
  await page.unroute(calls)
  const closed = { code: 3001, message: camera.word('errors:maintenance'), data: null }
  await page.route('**/admin/space.folder/getlist*', (route) => route.fulfill({ json: closed }))
  await page.goto(`${url}/lab/library`)
  await page.getByRole('alertdialog').waitFor()
  await camera.shot('maintenance')
  await page.unroute('**/admin/space.folder/getlist*')
}
