import type { Browser, Page } from '@playwright/test'
import { type Client, clientOf } from '#tests/support/client.ts'
import { expect, test } from '../fixture.ts'
import { signInStaff } from '../staff.ts'

const SRT = '1\n00:00:01,000 --> 00:00:04,000\nGood morning.\n'
/** Other flows have accounts on the same server. */
let customerName = ''
let company = ''
const SCRIPT = '<script>alert(1)</script>'

/** A customer with a task that cost a credit. */
async function customer(url: string): Promise<Client> {
  const client = clientOf(url)
  const person = { name: customerName, email: `${customerName}@example.org`, password: 'secret-123' }
  const { access_token } = await client.ok('registerAccount', person)
  client.signIn(access_token)
  const { folder_id } = await client.ok('addFolder', { folder_name: 'f' })
  const version = { folder_id, name: 'film', file_name: 'film.srt', language: 'en', content: SRT } as const
  const { file_id } = await client.ok('addVersion', version)
  const run = { file_id, source_language: 'en', to_language: 'es', idempotency_key: 'one task of hers' } as const
  const { task_id } = await client.ok('runTranslate', run)
  await expect.poll(async () => (await client.ok('getTask', { task_id })).state, { timeout: 60_000 }).toBe(1)
  return client
}

/** Applies as a partner by the public page. */
async function apply(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/partner?tab=partner`)
  const choose = async (field: string, name: RegExp): Promise<void> => {
    await page.locator(`[data-field=${field}] button`).click()
    await page.getByRole('option', { name }).click()
  }
  await page.getByLabel('Your name').fill(SCRIPT)
  await page.getByLabel('Company').fill(company)
  await choose('contact_method', /^e-?mail$/i)
  await page.getByLabel('Contact details').fill('films@example.org')
  await choose('language', /^English$/)
  await page.getByLabel('How did you hear about us?').fill('From a colleague')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'answer within 7 working days' })).toBeVisible()
}

/** Opens a staff page. */
const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Staff area' }).getByRole('link', { name, exact: true }).click()

async function actOn(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${customerName}` }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

async function giveReason(page: Page, reason: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Reason').fill(reason)
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function seenBy(browser: Browser, url: string, path: string): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel('Name or e-mail').fill(customerName)
  await page.getByLabel('Password').fill('secret-123')
  await page.getByRole('button', { name: 'Log in' }).last().click()
  await page.waitForURL(({ pathname }) => pathname.startsWith('/lab'))
  await page.goto(url + path)
  return page
}

test('staff: an application, notices, an account, a refund, maintenance, all of it in the audit, and the engines', async ({
  page,
  browser,
  server,
}) => {
  const { url, staffPassword } = server
  customerName = `marta${Date.now()}`
  company = `Harbour Films ${Date.now()}`
  await apply(page, url)
  const marta = await customer(url)
  await signInStaff(page, url, staffPassword)
  const menu = page.getByRole('navigation', { name: 'Menu' })

  await test.step('the application', async () => {
    await part(page, 'Requests')
    const row = page.getByRole('row').filter({ hasText: company })
    await expect(row).toContainText(SCRIPT)
    await row.getByRole('button', { name: 'Open' }).click()
    await page.locator('[data-field=status] button').click()
    await page.getByRole('option', { name: 'In contact' }).click()
    await page.getByLabel('Remarks').fill('Called them')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('In contact')
    await expect(row).toContainText('boss')
  })

  await test.step('a notice', async () => {
    await part(page, 'Notices')
    await page.getByRole('button', { name: 'New notice' }).first().click()
    for (const [label, text] of [
      ['Title, English', 'New voices'],
      ['Title, Chinese', '新音色'],
      ['Text, English', 'Twelve voices are new.'],
      ['Text, Chinese', '新增十二种音色。'],
    ] as const)
      await page.getByLabel(label).fill(text)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'New voices' })).toContainText('Shown now')
    expect((await marta.ok('listNotices', {})).list[0]).toMatchObject({ title_content: 'New voices' })
  })

  await test.step('credits for an account, and those of a task given back once', async () => {
    await part(page, 'Accounts')
    await page.getByLabel('Search').fill(customerName)
    await actOn(page, 'Give credits…')
    await page.getByRole('dialog').getByLabel('Credits', { exact: true }).fill('100')
    await giveReason(page, 'For a broken upload')
    await expect(page.getByRole('row').filter({ hasText: `${customerName}@example.org` })).toContainText('299')
    await actOn(page, 'Tasks and refunds')
    const row = page.getByRole('row').filter({ hasText: 'film' })
    await row.getByRole('button', { name: 'Give back credits…' }).click()
    await giveReason(page, 'The voice was wrong')
    await expect(row).toContainText('1 credit refunded')
    await expect(row.getByRole('button', { name: 'Give back credits…' })).toHaveCount(0)
    expect((await marta.ok('getInfo', {})).credits).toBe(300)
    await page.getByText('Failed', { exact: true }).click()
    await expect(page.getByText('Nothing here')).toBeVisible()
    await part(page, 'Ledger')
    await expect(page.getByRole('heading', { name: 'Audits, one a night' })).toBeVisible()
  })

  await test.step('signed out, blocked, let in again', async () => {
    const hers = await seenBy(browser, url, '/lab/staff/engines')
    await hers.waitForURL('**/404/404')
    await hers.goto(`${url}/lab/library`)
    await part(page, 'Accounts')
    await page.getByLabel('Search').fill(customerName)
    await actOn(page, 'Sign out everywhere…')
    await giveReason(page, 'A lost laptop')
    await hers.reload()
    await hers.waitForURL('**/login**')
    await actOn(page, 'Block…')
    await giveReason(page, 'Stolen card')
    await expect(page.getByRole('row').filter({ hasText: `${customerName}@example.org` })).toContainText('Blocked')
    await hers.getByLabel('Name or e-mail').fill(customerName)
    await hers.getByLabel('Password').fill('secret-123')
    await hers.getByRole('button', { name: 'Log in' }).last().click()
    await expect(hers.getByText(/blocked/i).first()).toBeVisible()
    await actOn(page, 'Unblock…')
    await giveReason(page, 'It was her card')
    await hers.context().close()
  })

  await test.step('maintenance: one dialog for everybody else', async () => {
    const hers = await seenBy(browser, url, '/lab/library')
    await part(page, 'Settings')
    await page.getByLabel('Words in English').fill('Back at noon')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByText('On: only staff can use the service')).toBeVisible()
    await hers.reload()
    await expect(hers.getByRole('alertdialog')).toHaveCount(1)
    await expect(hers.getByText('System Update In Progress')).toBeVisible()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
    await hers.context().close()
  })

  await test.step('the audit', async () => {
    await part(page, 'Audit')
    const acts = ['Request edited', 'Notice saved', 'Credits given', 'Credits refunded', 'Signed out everywhere']
    const more = ['Account blocked', 'Account unblocked', 'Maintenance on', 'Maintenance off']
    for (const act of [...acts, ...more])
      await expect(page.getByRole('cell', { name: act, exact: true }).first()).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'The voice was wrong' })).toContainText('boss')
  })

  await test.step('one entry of the menu is that of the page', async () => {
    await expect(menu.locator('[aria-current=page]')).toHaveText(['Staff area'])
    await menu.getByRole('link', { name: 'Engines' }).click()
    await expect(menu.locator('[aria-current=page]')).toHaveText(['Engines'])
  })

  await test.step('engines: which serves what, and what each missing one needs', async () => {
    const pair = page.getByRole('region', { name: 'Which engine translates' })
    await expect(pair.getByRole('status')).toContainText('Apertium')
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await expect(row('ffmpeg').first()).toContainText('Ready')
    await expect(row('DEEPL').first()).toContainText('Not set up')
    await row('Apertium').getByText(/pairs/).click()
    await expect(row('Apertium')).toContainText('Spanish')
    await row('whisper-tiny').getByRole('button', { name: 'Fetch' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('45 MB')
  })
})
