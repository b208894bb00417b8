import '#src/style.css'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Task } from '#core/contract/task.ts'
import { TaskState } from '#core/domain/task.ts'
import { refresh } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { loadMessages, startI18n } from '#src/i18n/index.ts'
import { HistoryPage } from '#src/pages/history/HistoryPage.tsx'
import { PageTasks } from '#src/pages/tasks/PageTasks.tsx'
import { UiProvider } from '#src/ui/start.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

const made: Task = {
  ...{ task_id: 'a', task_name: 'harbour.mp4', task_type: 'video_dubbing', state: TaskState.succeeded, progress: 1 },
  ...{ step: '', remaining_s: null, fail_msg: '', fail_key: '', credits: 2, cover: '', duration_ms: 42_000 },
  ...{ took_ms: null, batch_id: '', chain_id: '', project_id: '', video_id: 'v', folder_id: 'f', language: 'es' },
  ...{ previous_language: 'en', create_time: '2026-03-02T10:00:00Z', update_time: '', task_video_url: '/a.mp4' },
  ...{ file_id: 's', task_config: {}, source_file_id: '', flagged: 0 },
}
const LONG = 'Interview with the harbour master, second take, colour corrected, final version 3 (approved)'
const kept: readonly Task[] = [
  ...Array.from({ length: 9 }, (_, n) => ({ ...made, task_id: `dub-${n}` })),
  { ...made, task_id: 'flagged', flagged: 3 },
  { ...made, task_id: 'long', task_name: LONG },
  { ...made, task_id: 'gone', task_video_url: '', file_id: '' },
  { ...made, task_id: 'waiting', state: TaskState.queued },
  { ...made, task_id: 'failed', state: TaskState.failed, fail_msg: 'No speech was found in this file' },
  { ...made, task_id: 'lines', task_type: 'subtitle_translate', task_video_url: '' },
]

let root: Root | undefined
let tasks = kept
const sent: string[] = []
/** Answers of further calls. */
let answers: Readonly<Record<string, unknown>> = {}

const video = {
  ...{ video_id: 'v', folder_id: 'f', video_name: 'harbour', language: 'en', state: 1, progress: 1, fail_msg: '' },
  ...{ access: 'own', video_cover: '', video_url: '', subtitle_sum: 0, subtitle_languages: [], subtitle_region: null },
  ...{ derived: { peaks: '', strip: '', shot_changes: '' }, proxy_url: '', sound_url: '', video_url_m3u8: '' },
  video_info: {
    ...{ duration_ms: 10_000, width: 640, height: 360, rate: [25, 1], size: 1, is_wide: true, has_audio: true },
    ...{ has_picture: true, streams: [], damaged: [] },
  },
}

/** The server's answers at the border of the page. */
async function answer(path: string, init?: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(path, location.href)
  if (init?.method === 'POST') sent.push(`${pathname.split('/').slice(-2).join('/')} ${String(init.body)}`)
  if (pathname.endsWith('history.task/retry')) {
    const { task_id } = JSON.parse(String(init?.body)) as { task_id: string }
    tasks = [{ ...made, task_id: `again ${task_id}`, state: TaskState.queued }, ...tasks]
  }
  if (pathname.endsWith('videodubonly/output'))
    return Response.json({ code: 0, message: '', data: { url: '#made', file_name: 'made.zip' } })
  if (pathname.endsWith('history.task/del'))
    tasks = tasks.filter(({ task_id }) => task_id !== searchParams.get('task_id'))
  const own = answers[pathname.split('/').slice(-2).join('/')]
  if (own) return Response.json({ code: 0, message: '', data: own })
  if (pathname.endsWith('file.video/fileinfo')) return Response.json({ code: 0, message: '', data: video })
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
  vi.spyOn(window, 'fetch').mockImplementation((path, init) => answer(String(path), init))
  tasks = kept
  answers = {}
  sent.length = 0
})
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

/** What the page did itself is read again only with the cache of all pages. */
function show(content: ReactNode, isApart = true): void {
  const place = document.createElement('div')
  place.style.cssText = 'width:1137px;height:800px;position:absolute;top:0;left:0'
  document.body.replaceChildren(place)
  root = createRoot(place)
  root.render(
    <UiProvider>
      <SWRConfig value={{ dedupingInterval: 0, ...(isApart && { provider: () => new Map() }) }}>
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
  await waitFor(() => expect(rows()).toHaveLength(8))
  expect(rows().map(({ dataset }) => dataset['type'])).not.toContain('subtitle_translate')
  expect(document.body.textContent).toContain('1–8 of 14')
  await press('Next')
  await waitFor(() => expect(rowOf('failed')).toBeTruthy())
  for (const selector of ['.task-name-button', '.task-state', '.task-main-act', '[aria-label=Download]'])
    expect(placesOf(selector)).toHaveLength(1)
  await press('All kinds')
  await waitFor(() => expect(document.body.textContent).toContain('1–8 of 15'))
  expect(document.body.textContent).toContain('All tasks (15)')
})

test('a tool whose kind was never run on the video says so and still offers the other tasks', async () => {
  show(<PageTasks filter={{ video_id: 'v' }} type="video_erase" />)
  await waitFor(() => expect(document.body.textContent).toContain('None of this kind yet'))
  await press('All kinds')
  await waitFor(() => expect(rows()).toHaveLength(8))
})

test('a row of the history has its name on one line, one act in words, and icons at one place', async () => {
  show(<HistoryPage />)
  await waitFor(() => expect(rowOf('long')).toBeTruthy())
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

test('the lines to check are read with their text and figures, each with its way into the editor', async () => {
  const line = { cue_id: 'c', start: 3200, end: 4100, rate: 1, text: 'The boats leave at six.' }
  const lines = [
    { ...line, verdict: 'too_fast', note: '33' },
    { ...line, cue_id: 'd', verdict: 'fits', note: '' },
  ]
  tasks = [{ ...made, flagged: 1 }]
  answers = { 'history.task/getinfo': { ...made, task_info: { lines, slowed: [], remarks: [], voices: null } } }
  show(<HistoryPage />)
  await waitFor(() => expect(rows()).toHaveLength(1))
  await press('1 line to check')
  const report = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('.report-lines')
    expect(found?.children).toHaveLength(1)
    return found!
  })
  expect(report.innerText.split(/\s*\n\s*/)).toEqual([
    '00:00:03,200',
    line.text,
    'too fast',
    '33 characters per second',
  ])
  expect(report.querySelector('a')!.getAttribute('href')).toContain('c')
  expect(document.querySelector('.report-head .bp6-button')!.textContent).toBe('Open in the editor')
})

test('a dub has its other forms in the menu of its download', async () => {
  tasks = [made]
  show(<HistoryPage />)
  await waitFor(() => expect(rows()).toHaveLength(1))
  await press('Download')
  const items = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  // A source in stereo has no other video.
  await waitFor(() => expect(items()).toHaveLength(8))
  await userEvent.click(items().find(({ textContent }) => textContent.startsWith('Stems'))!)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatch(/^jowoai\.videodubonly\/output .*"dub_task_id":"a","form":"stems","channels":"source"/)
})

test('of chosen tasks those that failed are started again together; rows stay, and the focus has a place', async () => {
  const failed = (task_id: string): Task => ({ ...made, task_id, state: TaskState.failed, task_video_url: '' })
  tasks = [failed('one'), failed('two')]
  show(<HistoryPage />, false)
  await waitFor(() => expect(rows()).toHaveLength(2))
  const every = document.querySelector<HTMLInputElement>('[aria-label="Choose all loaded tasks"]')!
  const place = rowOf('two').getBoundingClientRect().top
  every.focus()
  await userEvent.keyboard(' ')
  const bar = () => document.querySelector<HTMLElement>('[role=toolbar][aria-label="2 tasks chosen"]')
  await waitFor(() => expect(bar()).not.toBeNull())
  expect(rowOf('two').getBoundingClientRect().top).toBe(place)
  const act = (name: string): HTMLButtonElement =>
    [...bar()!.querySelectorAll('button')].find(({ textContent }) => textContent === name)!
  expect(act('Download').disabled).toBe(true)
  act('Try again').focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(rows()).toHaveLength(4))
  // The bar disappears, the focus must not.
  await waitFor(() => expect(bar()).toBeNull())
  expect(document.activeElement).toBe(every)
  expect(sent.map((each) => each.replace(/,"idempotency_key.*/, ''))).toEqual([
    'history.task/retry {"task_id":"one"',
    'history.task/retry {"task_id":"two"',
  ])

  // Nor with its row, or with the last one.
  const confirm = async (): Promise<void> => {
    const button = await waitFor(() => {
      const found = document.querySelector<HTMLButtonElement>('[role=alertdialog] .bp6-alert-footer button')
      if (!found) throw new Error('no question')
      return found
    })
    await waitFor(() => expect(document.activeElement).toBe(button))
    await userEvent.keyboard('{Enter}')
  }
  rowOf('one').querySelector<HTMLElement>('[aria-label="Delete task"]')!.focus()
  await userEvent.keyboard('{Enter}')
  await confirm()
  await waitFor(() => expect(rows()).toHaveLength(3))
  await waitFor(() => expect(document.activeElement).toBe(rowOf('two').querySelector('.task-open')))
  tasks = [failed('two')]
  await refresh('listTasks')
  await waitFor(() => expect(rows()).toHaveLength(1))
  every.focus()
  await userEvent.keyboard(' ')
  ;[...document.querySelectorAll<HTMLElement>('[role=toolbar] button')]
    .find(({ textContent }) => textContent === 'Delete')!
    .focus()
  await userEvent.keyboard('{Enter}')
  await confirm()
  await waitFor(() => expect(document.body.textContent).toContain('No tasks yet'))
  await waitFor(() => expect(document.activeElement?.closest('.state-page')).not.toBeNull())
})

test('a failed task of a chain is tried again by its chain, which says what that costs', async () => {
  const step = (key: string, task_id: string, state: string) => ({ key, task_id, state })
  const steps = [step('extract en', 'first', 'success'), step('dub es', 'two', 'failed'), step('check', '', 'blocked')]
  answers = {
    'history.chain/getinfo': { chain_id: 'c', source_language: '', project_id: '', videos: [{ video_id: 'v', steps }] },
    'history.chain/quote': { videos: [{ steps: steps.map(({ key }, at) => ({ key, credits: at * 10 })) }] },
  }
  const failed = { ...made, state: TaskState.failed, task_video_url: '', chain_id: 'c' }
  tasks = [{ ...failed, task_id: 'two' }]
  show(<HistoryPage />)
  await waitFor(() => expect(rows()).toHaveLength(1))
  await press('Try again')
  await waitFor(() => expect(document.body.textContent).toContain('This task is part of an order.'))
  await waitFor(() => expect(document.body.textContent).toContain('Start for 30 credits'))
  await press('Start for 30 credits')
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(sent.map((each) => each.replace(/,"idempotency_key.*/, ''))).toContain(
    'history.chain/retry {"chain_id":"c","video_ids":["v"]',
  )
})

test('an erasure that ended at its mask leads to that mask, not to the same end', async () => {
  const end = { task_type: 'video_erase', state: TaskState.failed, fail_key: 'mask_too_large', task_video_url: '' }
  tasks = [{ ...made, ...end, task_config: { erase_type: 'basic' } }]
  show(<HistoryPage />)
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(document.body.textContent).not.toContain('Try again')
  await press('Look at the mask')
  // What would go is looked for at once, with the choices of the task.
  await waitFor(() => expect(sent.some((each) => each.startsWith('jowoai.videoerase/look'))).toBe(true))
  const look = sent.find((each) => each.startsWith('jowoai.videoerase/look'))!
  expect(JSON.parse(look.slice(look.indexOf('{')))).toMatchObject({ video_id: 'v' })
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('Erase')
})
