import type { Camera } from './camera.ts'

/** The right side of the header and its dialogs. */
export async function takeAccountScreens(camera: Camera, url: string): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/lab/library`)
  await camera.button('header:feedback').click()
  await page.locator('[data-field=type] button').click()
  await page.getByRole('option', { name: camera.word('forms:feedback_credits') }).click()
  await page.locator('[data-field=type2] button').click()
  await page.getByRole('option', { name: camera.word('forms:credit_refund') }).click()
  await page.getByLabel(camera.word('forms:description')).fill('—')
  await page.getByLabel(camera.word('forms:contact_email')).fill('marta')
  await camera.shotOfOverlay('feedback')
  await camera.button('common:discard').click()
  await page.getByTitle(camera.word('common:user_menu')).click()
  await camera.shot('user-menu')
  await page.getByRole('menuitem', { name: camera.word('header:survey') }).click()
  await page.getByText('7', { exact: true }).first().click()
  await camera.shotOfOverlay('survey')
  await camera.button('common:discard').click()
  // A user without the permission for keys sees whom to ask.
  await page.evaluate(() => localStorage.setItem('auth_list', '[]'))
  await page.route('**/home.user/getprofile*', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object }
    await route.fulfill({ json: { ...answer, data: { ...answer.data, auth_list: [] } } })
  })
  await page.goto(`${url}/lab/library`)
  await page.getByTitle(camera.word('common:user_menu')).click()
  await page.getByRole('menuitem', { name: camera.word('header:get_api') }).click()
  await camera.shot('get-api')
  await camera.button('header:contact_us').click()
  await page.locator('[data-field=trans_language] button').click()
  await page.getByRole('option').nth(2).click()
  await page.getByRole('option').nth(4).click()
  await camera.shot('contact-languages')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: camera.word('forms:send') }).click()
  await camera.shotOfOverlay('contact')
  await camera.button('common:discard').click()
  await page.unrouteAll()
  await page.goto(`${url}/lab/profile`)
  await page.locator('.profile-sessions').getByText(camera.word('account:this_device'), { exact: true }).waitFor()
  await camera.shot('profile')
  await camera.button('account:change_password').click()
  await page.getByText(camera.word('account:old_password_missing')).scrollIntoViewIfNeeded()
  await camera.shot('profile-password')
  for (const tab of ['partner', 'demo'] as const) {
    await page.goto(`${url}/partner?tab=${tab}`)
    await camera.button('forms:send').click()
    await camera.shot(tab)
  }
}
