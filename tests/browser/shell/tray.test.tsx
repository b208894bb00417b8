import '#src/style.css'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Batch } from '#core/contract/batch.ts'
import type { Chain } from '#core/contract/chain.ts'
import type { Task } from '#core/contract/task.ts'
import { TaskState } from '#core/domain/task.ts'
import { refresh } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { loadMessages, startI18n } from '#src/i18n/index.ts'
import { TrayPlace } from '#src/shell/tray/TrayPlace.tsx'
import { TaskInPlace } from '#src/tasks/TaskInPlace.tsx'
import { UiProvider } from '#src/ui/start.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

const made: Task = {
  ...{ task_id: 'a', task_name: 'harbour.mp4', task_type: 'video_extract', state: 0, progress: 0, step: '' },
  ...{ remaining_s: null, fail_msg: '', fail_key: '', credits: 2, cover: '', duration_ms: 42_000, took_ms: null },
  ...{
    batch_id: '',
    project_id: '',
    chain_id: '',
    video_id: 'v',
    folder_id: 'f',
    language: 'en',
    previous_language: '',
  },
  ...{ create_time: '', update_time: '', task_video_url: '', file_id: '', task_config: {}, source_file_id: '' },
  flagged: 0,
}
const waiting: Task = { ...made, task_id: 'waiting', task_name: 'boats.mp4' }
const running: Task = {
  ...{ ...made, task_id: 'running', state: TaskState.running },
  ...{ progress: 0.43, step: 'speech', remaining_s: 121 },
}
const failed: Task = {
  ...{ ...made, task_id: 'failed', task_name: 'silence.mp4', state: TaskState.failed },
  fail_msg: 'No speech was found in this file. Your credits were returned',
}

let root: Root | undefined
let lists: { running: Task[]; unread: Task[]; chains?: Chain[]; batches?: Batch[] }
const sent: string[] = []

function listAt(pathname: string): readonly object[] {
  if (pathname.includes('history.chain')) return lists.chains ?? []
  if (pathname.includes('history.batch')) return lists.batches ?? []
  return pathname.endsWith('getExecuteList') ? lists.running : lists.unread
}

/** The server's answers at the border of the page. */
async function answer(path: string, init?: RequestInit): Promise<Response> {
  const at = new URL(path, location.href)
  if (init?.method === 'POST') {
    sent.push(`${at.pathname} ${String(init.body)}`)
    lists = { ...lists, unread: [], chains: [] }
  }
  const list = listAt(at.pathname)
  const data = { list, total: list.length, page: 1, page_size: 20, next: '' }
  return Response.json({ code: 0, message: '', data })
}

beforeAll(async () => {
  startI18n()
  await loadMessages('common', 'tasks')
})
beforeEach(() => {
  account.token = `token ${Math.random()}`
  account.user = { is_vistor: false } as typeof account.user
  lists = { running: [running, waiting], unread: [failed] }
  sent.length = 0
  localStorage.removeItem('task_tray')
  vi.spyOn(window, 'fetch').mockImplementation((path, init) => answer(String(path), init))
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
      <SWRConfig value={{ dedupingInterval: 0 }}>
        <MemoryRouter>{content}</MemoryRouter>
      </SWRConfig>
    </UiProvider>,
  )
}

const shown = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text))
const one = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new RangeError(`no ${selector}`)
  return found
}
const button = (name: string): HTMLElement => {
  const all = [...document.querySelectorAll<HTMLElement>('button')]
  const found = all.find((each) => each.textContent.trim() === name || each.getAttribute('aria-label') === name)
  if (!found) throw new RangeError(`no button ${name}`)
  return found
}

test('the tray says what runs, waits and failed, opens by key, and forgets a failure when it is dismissed', async () => {
  show(<TrayPlace />)
  await shown('2 tasks under way · 1 failed')
  const tray = one('section[aria-label="Tasks"]')
  // Folded, it shows the running one with its step, share and remaining time.
  expect(tray.textContent).toContain('Recognising speech')
  expect(tray.textContent).toContain('43% · about 2 min left')
  const toggle = one('.tray-head [aria-expanded]')
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  toggle.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(toggle.getAttribute('aria-expanded')).toBe('true'))
  expect([...document.querySelectorAll<HTMLElement>('.tray-row')].map(({ dataset }) => dataset['row'])).toEqual([
    'running',
    'waiting',
    'failed',
  ])
  const actsOf = (row: string) => [...one(`[data-row=${row}]`).querySelectorAll('button')].map((act) => act.textContent)
  expect(actsOf('running')).toEqual([])
  expect(actsOf('waiting')).toEqual(['Cancel task'])
  expect(one('[data-row=failed]').textContent).toContain('No speech was found in this file')
  button('Remove “silence.mp4” from this list').click()
  await waitFor(() => expect(document.querySelector('[data-row=failed]')).toBeNull())
  expect(sent).toEqual(['/admin/history.task/setread {"task_ids":["failed"]}'])
  expect(one('[role=status]').textContent).toBe('2 tasks under way')
})

test('a chain that waits for corrections says so, and continues at the price that it says', async () => {
  const sums = { progress: 0.5, remaining_s: null, video_sum: 3, video_sum_success: 0, video_sum_fail: 0 }
  const chain = { chain_id: 'c', name: 'harbour.mp4', state: 'stopped', credits_to_come: 8, ...sums } as Chain
  lists = { running: [], unread: [], chains: [chain] }
  show(<TrayPlace />)
  await shown('1 waits for you')
  one('.tray-head [aria-expanded]').click()
  await shown('harbour.mp4 and 2 more')
  expect(one('[data-row=c]').textContent).toContain('Waits for your corrections')
  expect(one('[data-row=c] a').getAttribute('href')).toBe('/lab/workspace')
  button('Continue · 8 credits').click()
  await waitFor(() => expect(sent).toEqual(['/admin/history.chain/continue {"chain_id":"c","most_credits":8}']))
})

test('a batch has one row: its counts, the way to its page, and its end', async () => {
  const of = (id: string, state: number): Task => ({ ...made, task_id: id, state, batch_id: 'b' })
  const sums = { task_sum: 2, task_sum_ing: 1, task_sum_success: 1, task_sum_fail: 0, flagged: 0, progress: 0.5 }
  const batch = { batch_id: 'b', folder_name: 'Two harbours', task_type: 'video_extract', ...sums } as unknown as Batch
  lists = { running: [of('x', TaskState.running)], unread: [of('y', TaskState.succeeded)], batches: [batch] }
  show(<TrayPlace />)
  await waitFor(() => one('.tray-head [aria-expanded]').click())
  await shown('Batch · Subtitle extraction')
  expect(document.querySelectorAll('.tray-row')).toHaveLength(1)
  expect(one('[data-row=b] a').getAttribute('href')).toBe('/lab/pro/batch/b')
  expect(one('[data-row=b]').dataset['ongoing']).toBe('true')
  const ended = { ...batch, task_sum_ing: 0, task_sum_success: 2 }
  const both = [of('x', TaskState.succeeded), of('y', TaskState.succeeded)]
  lists = { running: [], unread: both, batches: [ended] }
  await refresh('listRunning', 'listTasks', 'listBatches')
  await shown('2 completed, 0 failed')
  expect(one('[data-row=b]').dataset['ongoing']).toBe('false')
  button('Remove “Two harbours” from this list').click()
  await waitFor(() => expect(document.querySelector('.tray')).toBeNull())
  expect(sent[0]).toContain('"x"')
  expect(sent[0]).toContain('"y"')
})

test('the tray comes with the first task and goes with the last; a visitor has none', async () => {
  lists = { running: [], unread: [] }
  show(<TrayPlace />)
  await waitFor(() => expect(window.fetch).toHaveBeenCalledTimes(3))
  expect(document.querySelector('.tray')).toBeNull()
  lists = { running: [waiting], unread: [] }
  await refresh('listRunning')
  await shown('1 task under way')
  account.user = { is_vistor: true } as typeof account.user
  await waitFor(() => expect(document.querySelector('.tray')).toBeNull())
})

test('in place of its button a task shows its progress, then why it failed and what to do', async () => {
  show(<TaskInPlace task={running} />)
  await shown('43% · about 2 min left')
  expect(one('[role=progressbar]').getAttribute('aria-valuenow')).toBe('43')
  // The rule: a running task can't be cancelled.
  expect(document.querySelector('.task-in-place button')).toBeNull()
  root?.unmount()
  show(<TaskInPlace task={waiting} />)
  await shown('Cancel task')
  button('Cancel task').click()
  await shown('Cancel this task? It has not started, and its 2 credits are returned.')
  root?.unmount()
  show(<TaskInPlace task={failed} />)
  await shown('failed')
  expect(one('[role=alert]').textContent).toBe(failed.fail_msg)
  expect(button('Try again')).toBeTruthy()
})
