import type { Page, Route } from 'playwright'
import type { DataOf } from '#core/contract/index.ts'
import type { Task } from '#core/contract/task.ts'
import type { Video } from '#core/contract/video.ts'
import { TaskState } from '#core/domain/task.ts'
import type { Camera } from './camera.ts'

const TASK = '**/admin/history.task/getinfo*'
const TASKS = '**/admin/history.task/getlist*'

type Version = DataOf<'listVersions'>['list'][number]

/** The comparison of a task with its original in all of its states, and the drawer with the text of a file alone. */
export async function takeComparedScreens(camera: Camera, url: string, video: Video): Promise<void> {
  const all = await versionsOf(camera.page, video)
  const english = all.filter(({ language }) => language === 'en')
  const task: Task = {
    ...{ task_id: 'made', task_name: video.video_name, task_type: 'video_dubbing_only', state: TaskState.succeeded },
    ...{
      progress: 1,
      step: '',
      fail_msg: '',
      fail_key: '',
      credits: 8,
      cover: video.video_cover,
      video_id: video.video_id,
    },
    ...{ folder_id: video.folder_id, language: 'es', previous_language: 'en', create_time: '2026-03-02T10:00:00Z' },
    ...{ update_time: '2026-03-02T10:02:00Z', task_video_url: video.video_url, file_id: '', source_file_id: '' },
    ...{ task_config: { to_language: 'es' }, remaining_s: null, duration_ms: 40_000, took_ms: 41_000, batch_id: '' },
    ...{ project_id: '', chain_id: '', flagged: 0 },
  }
  const [first, second] = english
  const text = { task_type: 'subtitle_translate', task_video_url: '', language: 'en' }
  const states: [string, Partial<Task>][] = [
    ['videos', {}],
    ['differences', { ...text, file_id: second?.file_id ?? '', source_file_id: first?.file_id ?? '' }],
    ['running', { state: TaskState.running, progress: 0.43, step: 'translate', remaining_s: 140 }],
    ['failed', { state: TaskState.failed, fail_msg: camera.word('pro:extract_first') }],
  ]
  for (const [name, part] of states) await takeOne(camera, url, name, { ...task, ...part })
  await takePlainText(camera, url, video)
}

async function takeOne(camera: Camera, url: string, name: string, task: Task): Promise<void> {
  const { page } = camera
  const info = {
    source_subtitle_txt: '',
    translate_subtitle_txt: '',
    task_info: { lines: [], slowed: [], remarks: [] },
  }
  const give =
    (data: unknown) =>
    (route: Route): Promise<void> =>
      route.fulfill({ json: { code: 0, message: '', data } })
  await page.route(TASKS, give({ list: [task], total: 1, page: 1, page_size: 3 }))
  await page.route(TASK, give({ ...task, ...info }))
  await page.goto(`${url}/lab/pro`)
  await camera.button('pro:tasks_button').click()
  await page.locator('.compared-task > .task-name-button').first().click()
  await page.getByRole('dialog').last().waitFor()
  await camera.showsVideos()
  await camera.shot(`compared-${name}`)
  if (name === 'videos') {
    await page.getByText(camera.word('tasks:layout_switch'), { exact: true }).click()
    await camera.shot('compared-switch')
  }
  for (const tab of ['result', 'info'] as const) {
    await page.getByRole('tab', { name: camera.word(`tasks:tab_${tab}`), exact: true }).click()
    if (name === 'videos' || tab === 'result') await camera.shot(`compared-${name}-${tab}`)
  }
  await page.keyboard.press('Escape')
  await page.unroute(TASKS)
  await page.unroute(TASK)
}

/** A file without a video over the subtitles of a folder: to read, and as text. */
async function takePlainText(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  const content = '1\n00:00:01,000 --> 00:00:02,000\nFirst\n\n2\n00:00:03,000 --> 00:00:04,000\nSecond\nof two rows\n'
  const name = `Commentary ${camera.language}`
  await post(page, '/admin/file.srt/add', { folder_id: video.folder_id, name, language: 'en', content })
  await page.goto(`${url}/lab/pro/folder/${video.folder_id}/subtitles`)
  await page.getByRole('link', { name }).first().click()
  await page.locator('.plain-text-line').first().waitFor()
  await camera.shot('drawer-plain-text')
  await camera.button('review:edit_text').click()
  await page.getByRole('dialog').last().waitFor()
  await camera.shotOfOverlay('drawer-edit-text')
  await page.route('**/admin/file.srt/getlist*', (route) =>
    route.fulfill({ json: { code: 0, message: '', data: { list: [] } } }),
  )
  await page.goto(`${url}/lab/pro/folder/${video.folder_id}/videos?video=${video.video_id}`)
  await page.getByText(camera.word('editor:extract_first')).first().waitFor()
  await camera.shot('drawer-no-version')
  await page.unroute('**/admin/file.srt/getlist*')
}

async function versionsOf(page: Page, { folder_id, video_id }: Video): Promise<readonly Version[]> {
  const { list } = await post<DataOf<'listVersions'>>(
    page,
    `/admin/file.srt/getlist?${new URLSearchParams({ folder_id, video_id })}`,
  )
  return list
}

/** Calls the server as the person who is signed in. */
function post<T>(page: Page, path: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async ({ to, sent }) => {
      const { token } = JSON.parse(localStorage.getItem('access_token')!) as { token: string }
      const headers = { 'content-type': 'application/json', token }
      const method = sent === undefined ? 'GET' : 'POST'
      const response = await fetch(to, { method, headers, ...(sent !== undefined && { body: JSON.stringify(sent) }) })
      return ((await response.json()) as { data: T }).data
    },
    { to: path, sent: body },
  )
}
