import '#src/style.css'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { account } from '#src/api/session.ts'
import { loadMessages, startI18n } from '#src/i18n/index.ts'
import { ChainTable } from '#src/pages/history/ChainTable.tsx'
import { Overview } from '#src/pages/staff/Overview.tsx'
import { Requests } from '#src/pages/staff/Requests.tsx'
import { UiProvider } from '#src/ui/start.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

let root: Root | undefined
let answers: Readonly<Record<string, object>>

beforeAll(async () => {
  localStorage.setItem('language', 'en')
  startI18n()
  await loadMessages('common', 'tasks', 'staff', 'forms')
})
beforeEach(() => {
  account.token = `token ${Math.random()}`
  account.user = { is_vistor: false } as typeof account.user
  vi.spyOn(window, 'fetch').mockImplementation(async (path) => {
    const { pathname } = new URL(String(path), location.href)
    return Response.json({ code: 0, message: '', data: answers[pathname.split('/').slice(-2).join('/')] ?? {} })
  })
})
afterEach(() => {
  root?.unmount()
  vi.restoreAllMocks()
})

function show(content: ReactNode): void {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
  root.render(
    <UiProvider>
      <SWRConfig value={{ dedupingInterval: 0, provider: () => new Map() }}>
        <MemoryRouter>{content}</MemoryRouter>
      </SWRConfig>
    </UiProvider>,
  )
}
const shown = (text: string): Promise<void> =>
  waitFor(() => expect(document.body.textContent).toContain(text), { timeout: 10_000 })
const pageOf = (...list: readonly object[]) => ({ list, total: list.length, page: 1, page_size: 20, next: '' })

test('the history lists orders with their languages, and leads to their tasks', async () => {
  const chain = {
    ...{ chain_id: 'c', name: 'harbour', state: 'done', credits: 9, to_languages: ['es', 'fr'], video_sum: 3 },
    ...{ create_time: '2026-03-02T10:00:00Z', progress: 1, remaining_s: null, credits_to_come: 0 },
    ...{ video_sum_success: 3, video_sum_fail: 0, video_sum_stopped: 0 },
  }
  answers = { 'history.chain/getlist': pageOf(chain) }
  show(<ChainTable />)
  await shown('harbour and 2 more')
  const row = document.querySelector('tr[data-chain=c]')
  expect(row?.textContent).toContain('Spanish, French')
  expect(row?.textContent).toContain('Done')
  expect(row?.querySelector('a')?.getAttribute('href')).toContain('?chain=c')
})

test('an application that waits too long is overdue for staff, on the first page and in its list', async () => {
  const sums = { failed_tasks: 0, failed_uploads: 0, views: 0, new_accounts: 0, accounts: 1, surveys: 0 }
  answers = { 'staff.desk/getinfo': { ...sums, inboxes: [{ kind: 'partner', waiting: 2, overdue: 1 }] } }
  show(<Overview />)
  await shown('1 overdue')
  root?.unmount()
  const request = {
    ...{ id: 'r', kind: 'partner', status: 'new', created_at: '2026-03-02T10:00:00Z', revision: 1, editor: '' },
    ...{ due_at: '2026-03-11T10:00:00Z', working_days: 10, is_overdue: true, remarks: '' },
    content: { name: '<script>alert(1)</script>', company: 'Harbour Films' },
  }
  answers = { 'staff.form/getlist': pageOf(request) }
  show(<Requests />)
  await shown('Harbour Films')
  await shown('<script>alert(1)</script>')
  await shown('Overdue')
  await shown('3 working days late')
})
