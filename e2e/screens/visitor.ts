import type { Camera } from './camera.ts'

/** What a user without an account sees. */
export async function takeVisitorScreens(camera: Camera, url: string): Promise<void> {
  const { page } = camera
  await page.goto(url)
  await page.getByTestId('sample-editor').locator('canvas').first().waitFor()
  await camera.shot('landing')
  const landing = page.locator('.landing')
  for (const part of [2, 3, 4, 5]) {
    const before = await landing.evaluate((element) => element.scrollTop)
    await landing.evaluate((element) => element.scrollBy(0, element.clientHeight - 80))
    if ((await landing.evaluate((element) => element.scrollTop)) === before) break
    await camera.shot(`landing-${part}`)
  }
  await page.goto(`${url}/login`)
  await camera.shot('login')
  await page.getByLabel(camera.word('login:name_or_email')).fill('somebody')
  await page.getByLabel(camera.word('login:password'), { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await camera.shot('login-refused')
  await page.goto(`${url}/login?tab=register`)
  await camera.shot('register')
  await camera.button('login:create_account').click()
  await camera.shot('register-faults')
  await page.goto(`${url}/404/404`)
  await camera.shot('not-found')
  await page.goto(`${url}/login`)
  await camera.button('login:try_without_account').click()
  await page.waitForURL('**/lab/**')
  for (const [path, name] of [
    ['workspace', 'start'],
    ['library', 'library'],
    ['history', 'history'],
    ['profile', 'profile'],
  ] as const) {
    await page.goto(`${url}/lab/${path}`)
    await page.locator('h1, .state-page').first().waitFor()
    await camera.shot(`visitor-${name}`)
  }
  await page.goto(`${url}/health`)
  await page.evaluate(() => {
    for (const key of ['access_token', 'userinfo', 'auth_list', 'menu_list']) localStorage.removeItem(key)
  })
}
