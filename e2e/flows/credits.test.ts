import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { verifyWebhook, type WebhookEvent } from '#client/webhook.ts'
import { type Client, clientOf } from '#tests/support/client.ts'
import { expect, type StaffedServer, test } from '../fixture.ts'
import { signIn, signUp } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'
import { speak, wordsIn } from '../pages/words.ts'
import { BOSS } from '#tests/support/staff.ts'

const KEY = /^clk_[\w-]{16}\.[\w-]{43}$/

/** The staff account of a server. */
async function staffOf({ url, staffPassword }: StaffedServer): Promise<Client> {
  const boss = clientOf(url)
  boss.signIn((await boss.ok('loginAccount', { account: BOSS, password: staffPassword })).access_token)
  return boss
}

const SRT = '1\n00:00:01,000 --> 00:00:04,000\nGood morning.\n'

/** A subtitle file whose translation costs so many credits into one language. */
function costing(credits: number): string {
  const line = 'Good morning. '.repeat(7)
  const at = (second: number): string => new Date(second * 1000).toISOString().slice(11, 23).replace('.', ',')
  return Array.from(
    { length: credits },
    (_, n) => `${n + 1}\n${at(3 * n)} --> ${at(3 * n + 2)}\n${line.trim()}\n`,
  ).join('\n')
}

/** A webhook address that keeps its deliveries and their signatures. */
class Receiver {
  readonly received: WebhookEvent[] = []
  readonly refused: string[] = []
  secret = ''
  isBroken = false
  private readonly server: Server

  constructor() {
    this.server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (part: string) => (body += part))
      request.on('end', () => {
        const signature = String(request.headers['cuelane-signature'])
        verifyWebhook(body, signature, this.secret)
          .then((event) => this.received.push(event))
          .catch((error: unknown) => this.refused.push(String(error)))
          .finally(() => response.writeHead(this.isBroken ? 500 : 204).end())
      })
    })
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}

/** Opens the page of subtitle translation with one English file, into Spanish. */
async function chooseFile(page: Page, url: string, path: string): Promise<void> {
  await page.goto(`${url}/lab/subtitleTranslate`)
  await page.getByTestId('srt-files').setInputFiles([path])
  await page.getByRole('button', { name: 'Spanish' }).click()
}

/** Tries a call with a key in the reference, whose viewer speaks the language of the page, and comes back to English. */
async function tryCall(page: Page, url: string, secret: string): Promise<void> {
  const t = wordsIn('zh_cn')
  await speak(page, url, 'zh_cn')
  await page.goto(`${url}/lab/apikeys?tab=docs`)
  const reference = page.locator('.reference')
  await reference.getByRole('button', { name: t('apikeys:viewer_authorize') }).click()
  const dialog = reference.locator('.modal-ux')
  await dialog.locator('input').fill(secret)
  await dialog.getByRole('button', { name: t('apikeys:viewer_authorize') }).click()
  await dialog.getByRole('button', { name: t('apikeys:viewer_close') }).click()
  await expect(reference.getByPlaceholder(t('apikeys:viewer_filter'))).toBeVisible()
  await reference.locator('#operations-tag-Library').click()
  const call = reference.locator('[id$=-listFolders]')
  await call.locator('.opblock-summary-control').click()
  await call.getByRole('button', { name: t('apikeys:viewer_try') }).click()
  await call.getByRole('button', { name: t('apikeys:viewer_execute') }).click()
  await expect(call.locator('.live-responses-table')).toContainText('By key')
  await expect(call.getByText(t('apikeys:viewer_request_url'))).toBeVisible()
  await speak(page, url, 'en')
}

test('the whole story: sign up, run out, top up, run, look it up, and go on by a key and a webhook', async ({
  page,
  server,
  folder,
}) => {
  const boss = await staffOf(server)
  const receiver = new Receiver()
  try {
    const { url } = server
    await boss.ok('setKeysForNewAccounts', { is_on: true })

    await test.step('sign up, and the free item', async () => {
      await signUp(page, url)
      await expect(page.locator('.credits')).toHaveText('200 credits')
      await page.getByRole('button', { name: 'Top up' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.locator('[data-sku=free-200]')).toContainText('Received')
      await dialog.getByRole('button', { name: 'Credit policy' }).click()
      await expect(page.locator('.policy h1')).toHaveText('Credit policy')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    })

    await test.step('a run that costs more than there is, and the way to more', async () => {
      const path = join(folder, 'long.srt')
      await writeFile(path, costing(250))
      await chooseFile(page, url, path)
      const shortage = page.locator('.callout-way')
      await expect(shortage).toContainText('200')
      await shortage.getByRole('button', { name: 'Top up' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Buy 500' }).click()
      await page.waitForURL('**/finance/testpay**')
      await page.getByRole('button', { name: 'Pay $9.00' }).click()
      await expect(page.locator('.pay-result')).toContainText('500 credits are yours')
      await expect(page.locator('.credits')).toHaveText('700 credits')
      // Back to where the person was.
      await page.locator('.pay-result').getByRole('link', { name: 'Back to work' }).click()
      await page.waitForURL('**/lab/subtitleTranslate')
    })

    await test.step('the run, and what it cost', async () => {
      await chooseFile(page, url, join(folder, 'long.srt'))
      await page.getByRole('button', { name: /^Start for \d+ credits/ }).click()
      await expect(page.locator('.result-cell[data-state=succeeded]')).toHaveCount(1, { timeout: 120_000 })
      await page.goto(`${url}/finance/payorder`)
      await expect(page.locator('[data-order]')).toContainText('Paid')
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Invoice' }).click()
      expect((await download).suggestedFilename()).toMatch(/^CL-\d{4}-\d{6}\.pdf$/)
      await page.getByRole('tab', { name: 'Credits received' }).click()
      await expect(page.getByRole('row').filter({ hasText: 'Purchase' })).toContainText('500')
      await page.getByRole('tab', { name: 'Credit use' }).click()
      await expect(page.getByRole('row').filter({ hasText: 'long' })).toContainText('−')
      const csv = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CSV' }).click()
      expect(await readFile(await (await csv).path(), 'utf8')).toContain('long')
      await choose(page.getByLabel('Kind', { exact: true }), 'Expired')
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect(page.getByRole('row').filter({ hasText: 'long' })).toHaveCount(1)
    })

    let secret = ''
    await test.step('a key, shown once, and an address that is notified', async () => {
      await page.goto(`${url}/lab/apikeys`)
      await page.getByRole('button', { name: 'Create key' }).first().click()
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Night job')
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
      secret = await page.locator('.apikeys-secret').innerText()
      expect(secret).toMatch(KEY)
      await page.getByRole('button', { name: 'I have stored it' }).click()
      await expect(page.locator('body')).not.toContainText(secret)
      await page.getByRole('tab', { name: 'Webhooks' }).click()
      await page.getByRole('button', { name: 'Add address' }).first().click()
      await page
        .getByRole('dialog')
        .getByLabel('Address')
        .fill(await receiver.start())
      await page.getByRole('dialog').getByRole('button', { name: 'Add address' }).click()
      await page.getByRole('button', { name: 'Show signing secret' }).click()
      receiver.secret = /whs_[\w-]{43}/.exec(await page.locator('.apikeys').innerText())?.[0] ?? ''
    })

    await test.step('an .srt translated by curl, as the documentation says it', async () => {
      await page.getByRole('tab', { name: 'Documentation' }).click()
      const example = await page.locator('.apikeys-code pre').first().innerText()
      await writeFile(join(folder, 'film.srt'), SRT)
      await writeFile(join(folder, 'translate.sh'), example.replace('KEY=KEY', `KEY=${secret}`))
      await new Promise<void>((resolve, reject) =>
        execFile('bash', ['translate.sh'], { cwd: folder }, (error) => (error ? reject(error) : resolve())),
      )
      expect(await readFile(join(folder, 'film.es.srt'), 'utf8')).toContain('Buenos días')
      await expect.poll(() => receiver.received.length).toBe(1)
      expect(receiver.refused).toEqual([])
      expect(receiver.received[0]).toMatchObject({ event: 'task.succeeded', data: { task_type: 'subtitle_translate' } })
    })
  } finally {
    receiver.stop()
  }
})

test('keys: scopes and limits are changed, a key is deleted, a webhook that failed is sent again', async ({
  page,
  server,
}) => {
  const boss = await staffOf(server)
  const receiver = new Receiver()
  try {
    const { url } = server
    const keeper = `keeper${Date.now()}`
    await boss.ok('setKeysForNewAccounts', { is_on: false })
    await signIn(page, url, { name: keeper, email: `${keeper}@example.org` })
    await page.goto(`${url}/lab/apikeys`)
    await expect(page.getByText('Please contact us to obtain access rights')).toBeVisible()
    const { list } = await boss.ok('listAccounts', { search: keeper })
    await boss.ok('setMayHaveKeys', { account_id: list[0]!.account_id, may_have_keys: true, reason: 'They asked' })
    await page.reload()

    await page.getByRole('button', { name: 'Create key' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(dialog).toContainText('Give the key a name')
    await dialog.getByLabel('Name', { exact: true }).fill('Reader')
    await dialog.getByLabel('Calls a minute').fill('0')
    await expect(dialog).toContainText('Enter a whole number from 1 to 1000')
    await dialog.getByLabel('Calls a minute').fill('100')
    await dialog.getByLabel('Credits a month').fill('0')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const secret = await page.locator('.apikeys-secret').innerText()
    expect(secret).toMatch(KEY)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Reader' })
    await expect(row).toContainText('Never')

    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const by = async (
      path: string,
      body?: object,
    ): Promise<{ code: number; message: string; data: Record<string, string> }> =>
      (
        await fetch(url + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
      ).json() as never
    const made = await by('/admin/space.folder/add', { folder_name: 'By key' })
    expect(made.code).toBe(0)
    const version = { folder_id: made.data['folder_id'], name: 'f', file_name: 'f.srt', language: 'en', content: SRT }
    const { data } = await by('/admin/file.srt/add', version)
    const run = { file_id: data['file_id'], source_language: 'en', to_language: 'es', idempotency_key: 'over the cap' }
    expect((await by('/admin/jowoai.srttranslate/run', run)).message).toContain('monthly limit')

    await row.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByText('Change files').first().click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    expect((await by('/admin/space.folder/add', { folder_name: 'x' })).message).toContain('lacks the scope')

    await page.getByRole('tab', { name: 'Webhooks' }).click()
    receiver.isBroken = true
    await page.getByRole('button', { name: 'Add address' }).first().click()
    await dialog.getByLabel('Address').fill('not an address')
    await dialog.getByRole('button', { name: 'Add address' }).click()
    await expect(dialog).toContainText('Enter an address')
    await dialog.getByLabel('Address').fill(await receiver.start())
    await dialog.getByRole('button', { name: 'Add address' }).click()
    await page.getByRole('button', { name: 'Show signing secret' }).click()
    receiver.secret = /whs_[\w-]{43}/.exec(await page.locator('.apikeys').innerText())?.[0] ?? ''
    await page.getByRole('button', { name: 'Send test' }).click()
    // Once, and tried again at once.
    await expect.poll(() => receiver.received.length).toBe(2)
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: 'Test' })).toContainText('Failed')
    receiver.isBroken = false
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => receiver.received.length).toBe(3)
    // The same delivery: receivers recognise it by id.
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)

    await tryCall(page, url, secret)
    await page.goto(`${url}/lab/apikeys`)
    await page.getByRole('row').filter({ hasText: 'Reader' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No keys yet')).toBeVisible()
    expect((await by('/admin/space.folder/getlist')).code).toBe(2402)
  } finally {
    receiver.stop()
  }
})
