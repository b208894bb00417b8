import type { Page } from '@playwright/test'
import { type ServerProcess, spawnServer } from '#tests/support/process.ts'
import { addStaff, BOSS } from '#tests/support/staff.ts'

/** A separate server with a staff account. */
export async function serverWithStaff(
  folder: string,
  env: Record<string, string> = {},
): Promise<{ server: ServerProcess; password: string }> {
  const password = addStaff(folder)
  return { server: await spawnServer({ CUELANE_DATA: folder, ...env }), password }
}

/** Signs staff in by the login page. */
export async function signInStaff(page: Page, url: string, password: string): Promise<void> {
  await page.goto(`${url}/login?redirect=/lab/staff`)
  await page.getByLabel('Name or e-mail').fill(BOSS)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).last().click()
  await page.waitForURL(({ pathname }) => pathname === '/lab/staff')
}
