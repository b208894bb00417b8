import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { type ServerProcess, spawnServer } from '#tests/support/process.ts'
import { addStaff } from '#tests/support/staff.ts'

/** A server with a staff account. */
export interface StaffedServer extends ServerProcess {
  readonly staffPassword: string
}

/** What tests reach from this machine: addresses of webhooks, tried again at once. */
const REACH = { CUELANE_IMPORT_NETWORKS: '127.0.0.0/8', CUELANE_WEBHOOK_RETRY_SECONDS: '0' }

/** Errors that the browser writes: refused requests, and what a page over http does without. */
const BROWSERS_OWN = /^(?:Failed to load resource|The Cross-Origin-Opener-Policy header has been ignored)/

/** A server per worker and a folder per test; an error of the page or in its console fails the test. */
export const test = base.extend<{ folder: string; quiet: void; toured: void }, { server: StaffedServer }>({
  server: [
    async ({}, use) => {
      const CUELANE_DATA = await mkdtemp(join(tmpdir(), 'cuelane-e2e-'))
      // It makes the database, which the server would else do.
      const staffPassword = addStaff(CUELANE_DATA)
      const server = await spawnServer({ CUELANE_DATA, ...REACH })
      await use(Object.assign(server, { staffPassword }))
      await server.stop()
      await rm(CUELANE_DATA, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'cuelane-e2e-files-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  // Tour and history hint cover the page at first use; the tour's test begins without their marks.
  toured: [
    async ({ context }, use) => {
      await context.addInitScript(() => {
        if (!location.search.includes('tour')) localStorage.setItem('cuelane-tour', 'seen')
        localStorage.setItem('history_guide', 'seen')
      })
      await use()
    },
    { auto: true },
  ],
  quiet: [
    async ({ page }, use) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (said) => {
        if (said.type() === 'error' && !BROWSERS_OWN.test(said.text())) faults.push(said.text())
      })
      await use()
      base.expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
