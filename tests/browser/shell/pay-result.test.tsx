import '#src/style.css'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { refresh } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { loadMessages, startI18n } from '#src/i18n/index.ts'
import { PayResultPage } from '#src/pages/finance/PayResultPage.tsx'
import { UiProvider } from '#src/ui/start.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

let root: Root | undefined

beforeAll(async () => {
  startI18n()
  await loadMessages('common', 'finance')
})
afterEach(() => {
  root?.unmount()
  vi.restoreAllMocks()
})

const shown = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text))

test('the page of a payment’s result is up to date with the credits in the header', async () => {
  let isPaid = false
  const order = { order_id: 'o', credits: 500, validity_period: 365, from: '' }
  vi.spyOn(window, 'fetch').mockImplementation(async (path) => {
    const isOrder = String(path).includes('order_id=o')
    const data = isOrder ? { ...order, state: isPaid ? 'paid' : 'pending' } : { credits: isPaid ? 500 : 0 }
    return Response.json({ code: 0, message: '', data })
  })
  // A hidden page does not poll: what it shows can only come with the credits.
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  account.token = `token ${Math.random()}`
  account.user = { is_vistor: false } as typeof account.user
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
  root.render(
    <UiProvider>
      <SWRConfig value={{ dedupingInterval: 0 }}>
        <MemoryRouter initialEntries={['/finance/ai_payresult?order_id=o']}>
          <PayResultPage />
        </MemoryRouter>
      </SWRConfig>
    </UiProvider>,
  )
  await shown('Waiting for the payment')
  isPaid = true
  await refresh('getInfo')
  await shown('500 credits are yours')
})
