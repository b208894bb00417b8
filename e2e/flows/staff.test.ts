import { expect, test } from '../fixture.ts'
import { serverWithStaff } from '../staff.ts'

test('staff see which engine serves what and what each missing one needs; to others there is no such page', async ({
  page,
  folder,
}) => {
  const { server, password } = await serverWithStaff(folder)
  try {
    await page.goto(`${server.url}/login`)
    await page.getByLabel('Name or e-mail').fill('boss')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).last().click()
    await page.getByRole('link', { name: 'Engines' }).click()
    const pair = page.getByRole('region', { name: 'Who translates' })
    await expect(pair.getByRole('status')).toContainText('Apertium')
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await expect(row('ffmpeg').first()).toContainText('Ready')
    await expect(row('DEEPL').first()).toContainText('Not set up')
    await row('Apertium').getByText(/pairs/).click()
    await expect(row('Apertium')).toContainText('Spanish')
    await row('whisper-tiny').getByRole('button', { name: 'Fetch' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('45 MB')
    await page.keyboard.press('Escape')
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('userinfo') ?? '{}') as object
      localStorage.setItem('userinfo', JSON.stringify({ ...user, is_staff: false }))
    })
    await page.goto(`${server.url}/lab/staff/engines`)
    await page.waitForURL('**/404/404')
  } finally {
    await server.stop()
  }
})
