import '#src/style.css'
import { createRoot, type Root } from 'react-dom/client'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { account } from '#src/api/session.ts'
import { loadMessages, startI18n } from '#src/i18n/index.ts'
import { NoticesButton } from '#src/shell/header/NoticesButton.tsx'
import { UiProvider } from '#src/ui/start.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

let root: Root | undefined

beforeAll(async () => {
  startI18n()
  await loadMessages('common', 'header')
})
afterEach(() => {
  root?.unmount()
  vi.restoreAllMocks()
})

test('without notices the specified message comes, and a drawer that says what will be there', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ code: 0, message: '', data: { list: [], total: 0, page: 1, page_size: 25, next: '' } }),
  )
  account.token = `token ${Math.random()}`
  account.user = { is_vistor: false } as typeof account.user
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
  root.render(
    <UiProvider>
      <SWRConfig value={{ dedupingInterval: 0, provider: () => new Map() }}>
        <NoticesButton />
      </SWRConfig>
    </UiProvider>,
  )
  await waitFor(() => expect(window.fetch).toHaveBeenCalled())
  await userEvent.click(place.querySelector('button')!)
  await waitFor(() => {
    expect(document.querySelector('.notices-drawer')?.textContent).toContain('No notices yet')
    expect(document.querySelector('.bp6-toast')?.textContent).toContain('No data')
  })
})
