import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { type ServerProcess, spawnServer } from '#tests/support/process.ts'

/** A server of our own for each worker, and a folder for each test; a fault on the page fails the test. */
export const test = base.extend<{ folder: string; quiet: void; toured: void }, { server: ServerProcess }>({
  server: [
    async ({}, use) => {
      const CUELANE_DATA = await mkdtemp(join(tmpdir(), 'cuelane-e2e-'))
      const server = await spawnServer({ CUELANE_DATA })
      await use(server)
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
  // The guided tour lies over the page the first time, and so does the hint at the history button; the test of the tour
  // begins without its mark.
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
      await use()
      base.expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
