import { startGoogle } from '#tests/support/google.ts'
import { freePort, spawnServer } from '#tests/support/process.ts'
import { SHARE_PASSWORD, shareVideos } from '#tests/support/share.ts'
import { smallVideo } from '#tests/support/small-video.ts'
import { expect, test } from '../fixture.ts'

const LOOPBACK = '127.0.0.0/8'

const ada = { sub: 'ada-1', email: 'ada.l@example.org', email_verified: true, name: 'Ada L.' }

test('a visitor signs in by Google at the second try, keeps their work, and takes a video out of a share with a password', async ({
  page,
  folder,
}) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const google = await startGoogle(url)
  const share = await shareVideos(smallVideo())
  const env = { ...google.env, CUELANE_IMPORT_NETWORKS: LOOPBACK, CUELANE_DATA: folder, PORT: String(port) }
  const server = await spawnServer(env)
  try {
    await page.goto(`${url}/login`)
    await page.getByRole('button', { name: 'Try it without an account' }).click()
    await page.getByRole('link', { name: 'My space' }).click()
    await page.getByRole('button', { name: 'New folder' }).first().click()
    await page.getByLabel('Folder name').fill('From elsewhere')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Log in' }).click()
    const withGoogle = page.getByRole('button', { name: 'Continue with Google' })
    google.expect('declines')
    await withGoogle.click()
    await expect(page.getByRole('alert')).toHaveText('You didn’t sign in with Google')
    google.expect(ada)
    await withGoogle.click()
    await expect(page.getByRole('heading', { level: 1, name: 'From elsewhere' })).toBeVisible()
    await expect(page.locator('.user-name')).toHaveText('Ada L.')

    await page.goto(`${url}/lab/upload`)
    await page.getByRole('button', { name: 'Import from the cloud' }).click()
    const dialog = page.getByRole('dialog')
    const look = dialog.getByRole('button', { name: 'Find videos' })
    await dialog.getByLabel('Share link').fill('nonsense')
    await look.click()
    await expect(dialog.getByRole('alert')).toContainText('Paste the full share link')
    await dialog.getByLabel('Share link').fill(share.link)
    for (const [password, said] of [
      ['', 'password'],
      ['a guess', 'password'],
    ] as const) {
      await dialog.getByLabel('Access password').fill(password)
      await look.click()
      await expect(dialog.getByRole('alert')).toContainText(said)
    }
    await dialog.getByLabel('Access password').fill(SHARE_PASSWORD)
    await look.click()
    await dialog.getByText('second talk.mp4').click()
    await dialog.getByText('fake.mp4').click()
    await dialog.getByRole('button', { name: 'Import 1 video' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('link', { name: 'My space' }).click()
    await page.getByRole('link', { name: 'From elsewhere' }).first().click()
    await expect(page.locator('.video-card')).toContainText('Talk día 1')
  } finally {
    await server.stop()
    await share.close()
    await google.close()
  }
})
