import '#src/style.css'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Batch, MatrixCell } from '#core/contract/batch.ts'
import { TaskState } from '#core/domain/task.ts'
import { account } from '#src/api/session.ts'
import { loadMessages, startI18n } from '#src/i18n/index.ts'
import { BatchTools } from '#src/pages/pro/BatchTools.tsx'
import { BatchMatrix } from '#src/pages/pro/batch/BatchMatrix.tsx'
import { UiProvider } from '#src/ui/start.tsx'
import { press } from '../acts.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const cell = (task_id: string, file_id: string, state: number, fail_msg = ''): MatrixCell => ({
  ...{ task_id, file_id, language: 'en', state, progress: 1, step: '', fail_msg, flagged: 0 },
  ...{ made_id: '', reference_id: '' },
})
const file = (file_id: string) => ({ file_id, name: file_id, cover: '', duration_ms: 2000 })
const batch = {
  batch_id: 'b',
  task_sum_fail: 1,
  task_sum_success: 0,
  download_url: '',
  skipped: [],
} as unknown as Batch

let root: Root | undefined
let cells: MatrixCell[]
const sent: string[] = []

beforeAll(async () => {
  localStorage.setItem('language', 'en')
  startI18n()
  await loadMessages('common', 'pro', 'tasks')
})
beforeEach(() => {
  account.token = `token ${Math.random()}`
  account.user = { is_vistor: false } as typeof account.user
  sent.length = 0
  vi.spyOn(window, 'fetch').mockImplementation(async (path, init) => {
    const { pathname } = new URL(String(path), location.href)
    if (init?.method === 'POST') sent.push(`${pathname} ${String(init.body)}`)
    const data = pathname.endsWith('/matrix')
      ? { files: [file('harbour'), file('wall')], cells, cursor: 'c' }
      : { refused: [], task_sum_fail: 0, list: [], total: 0 }
    return Response.json({ code: 0, message: '', data })
  })
})
afterEach(() => {
  root?.unmount()
  vi.restoreAllMocks()
})

function show(): void {
  const place = document.createElement('div')
  place.style.cssText = 'width:1100px;height:700px'
  document.body.replaceChildren(place)
  root = createRoot(place)
  root.render(
    <UiProvider>
      <SWRConfig value={{ dedupingInterval: 0 }}>
        <MemoryRouter>
          <BatchTools batch={batch} />
          <BatchMatrix batch={batch} />
        </MemoryRouter>
      </SWRConfig>
    </UiProvider>,
  )
}

test('a task of a batch that failed says why, is found by a filter, and is tried again by the batch’s button', async () => {
  cells = [cell('one', 'harbour', TaskState.succeeded), cell('two', 'wall', TaskState.failed, 'No text was found')]
  show()
  await waitFor(() => expect(document.querySelectorAll('.pro-cell')).toHaveLength(2))
  expect(document.querySelector('.pro-cell[data-state=failed]')?.textContent).toContain('No text was found')
  await press('button', 'Failed 1')
  await waitFor(() => expect(document.querySelectorAll('.pro-cell')).toHaveLength(1))
  await press('button', 'Retry 1 failed')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatch(/^\/admin\/history\.batch\/retry \{"batch_id":"b","idempotency_key":".+"\}$/)
  // The new task is in the place of the other.
  cells = [cells[0]!, cell('three', 'wall', TaskState.succeeded)]
  root?.unmount()
  show()
  await waitFor(() => expect(document.querySelectorAll('.pro-cell[data-state=succeeded]')).toHaveLength(2))
  await press('button', 'All 2')
})
