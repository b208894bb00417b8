import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { storeSession } from '#src/api/session.ts'
import type { PagesPeople } from '#tests/support/pages-server.ts'
import { englishAmong, namesOnPage } from '#tests/support/names.ts'
import { forCustomers, forEverybody, leavePage, open, startPages, STARTING_MS } from './open-page.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

let people: PagesPeople

beforeAll(async () => {
  people = await startPages('zh_cn')
}, STARTING_MS)
afterEach(leavePage)
afterAll(() => {
  localStorage.removeItem('language')
  vi.restoreAllMocks()
})

/** Names for screen readers are all Chinese, except the user's own; parts may appear after the page. */
async function isChinese(path: string): Promise<void> {
  await open(path.replace('FOLDER', people.folderId))
  const own = ['Harbour morning', 'marta', 'node']
  await waitFor(() => expect(englishAmong(namesOnPage(), own), path).toEqual([]), { timeout: 5000 })
}

test.each(forEverybody)('%s for everybody', (path) => isChinese(path))

test.each(forCustomers)('%s of a customer', (path) => {
  storeSession(people.customer)
  return isChinese(path)
})
