import '#src/style.css'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Task } from '#core/contract/task.ts'
import type { Video } from '#core/contract/video.ts'
import { TaskState } from '#core/domain/task.ts'
import { account } from '#src/api/session.ts'
import { loadMessages, startI18n } from '#src/i18n/index.ts'
import { RunPanel } from '#src/pages/tasks/RunPanel.tsx'
import { NextStep } from '#src/pages/upload/NextStep.tsx'
import { videoExtract } from '#src/tasks/video-extract.tsx'
import { UiProvider } from '#src/ui/start.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

const video: Video = {
  ...{ video_id: 'v', folder_id: 'f', video_name: 'harbour', language: 'en', state: TaskState.succeeded, progress: 1 },
  ...{ fail_msg: '', may_retry: false, access: 'own', import_host: '', video_cover: '', video_url: '' },
  ...{ video_url_m3u8: '', proxy_url: '', sound_url: '', content_hash: '' },
  derived: { peaks: '', strip: '', shot_changes: '' },
  video_info: {
    ...{ duration_ms: 10_000, width: 640, height: 360, rate: [25, 1], size: 1, is_wide: true, has_audio: true },
    ...{ has_picture: true, streams: [], damaged: [] },
  },
  ...{ subtitle_sum: 0, subtitle_languages: [], subtitle_region: null },
  ...{ subtitles_translate_id: '', video_erase_id: '', video_dub_only_id: '', create_time: '', days_left: 30 },
}
const failed = {
  ...{ task_id: 'a', task_name: 'harbour', task_type: 'video_extract', state: TaskState.failed, progress: 0, step: '' },
  ...{
    fail_msg: 'No speech was found in this file',
    fail_key: '',
    credits: 2,
    video_id: 'v',
    language: 'en',
    chain_id: '',
  },
} as Task

let root: Root | undefined
let newest: Task[]
const sent: string[] = []

/** The server's answers at the border of the page. */
async function answer(path: string, init?: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(path, location.href)
  const name = pathname.split('/').slice(-2).join('/')
  if (init?.method === 'POST') sent.push(`${name} ${String(init.body)}`)
  const answers: Record<string, unknown> = {
    'history.task/getlist': { list: [...searchParams.values()].includes('w') ? [] : newest, total: 0, next: '' },
    'history.batch/quote': {
      ...{ task_sum: 1, credits: 1, skipped: [], files: [] },
      cells: [{ video_id: 'v', language: '', credits: 1, changed: null, same: null }],
    },
    'file.video/fileinfo': video,
    'user.info/getInfo': { credits: 200 },
  }
  return Response.json({ code: 0, message: '', data: answers[name] ?? { list: [] } })
}

beforeAll(async () => {
  startI18n()
  await loadMessages('common', 'tasks', 'taskpages', 'upload', 'errors')
})
beforeEach(() => {
  account.token = `token ${Math.random()}`
  account.user = { user_id: 'u', is_vistor: false } as typeof account.user
  newest = []
  sent.length = 0
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
      <SWRConfig value={{ dedupingInterval: 0, provider: () => new Map() }}>
        <MemoryRouter>{content}</MemoryRouter>
      </SWRConfig>
    </UiProvider>,
  )
}

const texts = (selector: string): string[] => [...document.querySelectorAll(selector)].map((each) => each.textContent)
const press = (name: string): void =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === name)?.click()
const wasSent = (request: string) => waitFor(() => expect(sent.join('\n')).toContain(request))

test('a prepared upload can be extracted, translated, dubbed and opened', async () => {
  show(<NextStep video={video} />)
  await waitFor(() => expect(texts('button')).toEqual(['Extract subtitles']))
  const links = [...document.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Translate', '/lab/workspace?video=v&want=translate'],
    ['Dub', '/lab/workspace?video=v&want=dub'],
    ['Open', '/lab/pro/srt-edit?video=v'],
  ])
})

test('a preparation and an extraction that failed say why, with Try again beside it', async () => {
  const broken = { ...video, state: TaskState.failed, fail_msg: 'The disk was full', may_retry: true }
  show(<NextStep video={broken} />)
  await waitFor(() => expect(texts('[role=alert]')).toEqual(['The disk was full']))
  press('Try again')
  await wasSent('file.video/retry {"file_id":"v"}')
  root?.unmount()
  newest = [failed]
  show(<NextStep video={video} />)
  await waitFor(() => expect(texts('[role=alert]')).toEqual([failed.fail_msg]))
  press('Try again')
  await wasSent('"task_id":"a"')
})

test('of several videos the one whose task failed says why, with Try again beside it', async () => {
  newest = [failed]
  const place = { folder_id: 'f' }
  show(
    <RunPanel kind={videoExtract} video={video} chosen={['v', 'w']} isForSeveral place={place} initial={undefined} />,
  )
  await waitFor(() => expect(texts('.run-reason [role=alert]')).toEqual([failed.fail_msg]))
  expect(texts('.run-reason button')).toEqual(['Try again'])
})
