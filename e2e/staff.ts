import type { Page } from '@playwright/test'
import { BOSS } from '#tests/support/staff.ts'

/** Signs staff in by the login page. */
export async function signInStaff(page: Page, url: string, password: string): Promise<void> {
  await page.goto(`${url}/login?redirect=/lab/staff`)
  await page.getByLabel('Name or e-mail').fill(BOSS)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).last().click()
  await page.waitForURL(({ pathname }) => pathname === '/lab/staff')
}
