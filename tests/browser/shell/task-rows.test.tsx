import '#src/style.css'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Task } from '#core/contract/task.ts'
import { TaskState } from '#core/domain/task.ts'
import { account } from '#src/api/session.ts'
import { loadMessages, startI18n } from '#src/i18n/index.ts'
import { HistoryPage } from '#src/pages/history/HistoryPage.tsx'
import { PageTasks } from '#src/pages/tasks/PageTasks.tsx'
import { UiProvider } from '#src/ui/start.tsx'

const made: Task = {
  ...{ task_id: 'a', task_name: 'harbour.mp4', task_type: 'video_dubbing', state: TaskState.succeeded, progress: 1 },
  ...{ step: '', remaining_s: null, fail_msg: '', fail_key: '', credits: 2, cover: '', duration_ms: 42_000 },
  ...{ took_ms: null, batch_id: '', chain_id: '', project_id: '', video_id: 'v', folder_id: 'f', language: 'es' },
  ...{ previous_language: 'en', create_time: '2026-03-02T10:00:00Z', update_time: '', task_video_url: '/a.mp4' },
  ...{ file_id: 's', task_config: {}, source_file_id: '', flagged: 0 },
}
const LONG = 'Interview with the harbour master, second take, colour corrected, final version 3 (approved)'
const tasks: readonly Task[] = [
  ...Array.from({ length: 9 }, (_, n) => ({ ...made, task_id: `dub-${n}` })),
  { ...made, task_id: 'flagged', flagged: 3 },
  { ...made, task_id: 'long', task_name: LONG },
  { ...made, task_id: 'gone', task_video_url: '', file_id: '' },
  { ...made, task_id: 'waiting', state: TaskState.queued },
  { ...made, task_id: 'failed', state: TaskState.failed, fail_msg: 'No speech was found in this file' },
  { ...made, task_id: 'lines', task_type: 'subtitle_translate', task_video_url: '' },
]

let root: Root | undefined

/** The server's answers at the border of the page. */
async function answer(path: string): Promise<Response> {
  const { pathname, searchParams } = new URL(path, location.href)
  const kinds = searchParams.get('task_type')?.split(',')
  const all = pathname.endsWith('history.task/getlist')
    ? tasks.filter(({ task_type }) => kinds?.includes(task_type) ?? true)
    : []
  const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('page_size') ?? 25)]
  const list = all.slice((page - 1) * size, page * size)
  return Response.json({ code: 0, message: '', data: { list, total: all.length, page, page_size: size, next: '' } })
}

beforeAll(async () => {
  startI18n()
  await loadMessages('common', 'tasks', 'taskpages')
})
beforeEach(() => {
  account.token = `token ${Math.random()}`
  account.user = { is_vistor: false } as typeof account.user
  vi.spyOn(window, 'fetch').mockImplementation((path) => answer(String(path)))
})
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

function show(content: ReactNode): void {
  const place = document.createElement('div')
  place.style.cssText = 'width:1137px;height:800px;position:absolute;top:0;left:0'
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

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('tr[data-task]')]
const rowOf = (id: string): HTMLElement => rows().find((row) => row.dataset['task'] === id)!
const press = async (name: string): Promise<void> => {
  const named = [...document.querySelectorAll<HTMLElement>('button, [role=radio]')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent).trim() === name,
  )
  await userEvent.click(named!)
}
/** Distinct places from the left, in whole pixels. */
const placesOf = (selector: string): number[] => {
  const found = rows().flatMap((row) => [...row.querySelectorAll(selector)])
  return [...new Set(found.map((each) => Math.round(each.getBoundingClientRect().left)))]
}

test('tasks under a tool are those of its kinds, in pages, with every column at one place', async () => {
  show(<PageTasks filter={{ video_id: 'v' }} type="video_dubbing" />)
  await vi.waitFor(() => expect(rows()).toHaveLength(8))
  expect(rows().map(({ dataset }) => dataset['type'])).not.toContain('subtitle_translate')
  expect(document.body.textContent).toContain('1–8 of 14')
  await press('Next')
  await vi.waitFor(() => expect(rowOf('failed')).toBeTruthy())
  for (const selector of ['.task-name-button', '.task-state', '.task-main-act', 'a[aria-label=Download]'])
    expect(placesOf(selector)).toHaveLength(1)
  await press('All kinds')
  await vi.waitFor(() => expect(document.body.textContent).toContain('1–8 of 15'))
  expect(document.body.textContent).toContain('All tasks (15)')
})

test('a tool whose kind was never run on the video says so and still offers the other tasks', async () => {
  show(<PageTasks filter={{ video_id: 'v' }} type="video_erase" />)
  await vi.waitFor(() => expect(document.body.textContent).toContain('None of this kind yet'))
  await press('All kinds')
  await vi.waitFor(() => expect(rows()).toHaveLength(8))
})

test('a row of the history has its name on one line, one act in words, and icons at one place', async () => {
  show(<HistoryPage />)
  await vi.waitFor(() => expect(rowOf('long')).toBeTruthy())
  const name = rowOf('long').querySelector<HTMLElement>('.task-open')!
  expect(name.title).toBe(LONG)
  expect(name.clientHeight).toBe(rowOf('dub-0').querySelector('.task-open')!.clientHeight)
  const words = (id: string): string[] =>
    [...rowOf(id).querySelectorAll<HTMLElement>('.task-actions > .task-main-act')].map(({ innerText }) => innerText)
  expect(words('dub-0')).toEqual(['Play'])
  expect(words('flagged')).toEqual(['3 lines to check'])
  expect(words('lines')).toEqual(['Edit'])
  expect(words('failed')).toEqual(['Try again'])
  expect(words('waiting')).toEqual(['Cancel task'])
  expect(words('gone')).toEqual(['File deleted after 30 days'])
  expect(placesOf('.task-main-act')).toHaveLength(1)
  expect(placesOf('[aria-label="Delete task"]')).toHaveLength(1)
  for (const state of rows().flatMap((row) => [...row.querySelectorAll('.task-state')])) {
    expect(state.querySelector('svg')).not.toBeNull()
    expect(state.textContent).toMatch(/^[A-Z]/)
  }
})
