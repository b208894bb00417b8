import type { Route } from 'playwright'
import type { DataOf } from '#core/contract/index.ts'
import type { Task } from '#core/contract/task.ts'
import type { Video } from '#core/contract/video.ts'
import { TaskState } from '#core/domain/task.ts'
import type { Camera } from './camera.ts'

const VIDEOS = '**/space.folder/getfiles*'
const TASKS = '**/history.task/getlist*'
const FOLDERS = '**/space.folder/getlist*'
const LOG_NUMBER = '8f2c91'

async function answer<T>(route: Route, change: (data: T) => T): Promise<void> {
  const response = await route.fetch()
  const body = (await response.json()) as { data: T }
  await route.fulfill({ json: { ...body, data: change(body.data) } })
}

const fail =
  (camera: Camera) =>
  (route: Route): Promise<void> =>
    route.fulfill({ json: { code: 1003, message: failure(camera, 'failed_with_id'), data: {} } })

/** A message of the server in the language of the pictures. */
function failure(camera: Camera, key: string): string {
  return camera.word(`errors:${key}`).replace('{{id}}', LOG_NUMBER).replace('{{n}}', '214')
}

/** Files of a folder: videos in all states, some with a task. */
function manyFiles(camera: Camera, data: DataOf<'listFiles'>, of: (part: Partial<Task>) => Task): DataOf<'listFiles'> {
  const one = data.list.find(({ video }) => video)?.video
  if (!one) return data
  const tasks = taskList(camera, of)
  const list = manyVideos(camera, one).map((video, at) => ({
    kind: 'video' as const,
    video,
    subtitle: null,
    task: at % 4 === 0 ? null : (tasks[at % tasks.length] ?? null),
  }))
  return { list, next: '', total: list.length }
}

/** Videos in all states, made of one. */
function manyVideos(camera: Camera, one: Video): Video[] {
  const of = (part: Partial<Video>): Video => ({ ...one, video_id: `made-${part.video_name}`, ...part })
  return [
    one,
    of({ video_name: 'Interview with the harbour master, second take, colour corrected, final version 3 (approved)' }),
    of({
      video_name: '港口的早晨：渔民访谈',
      language: 'zh_cn',
      subtitle_sum: 4,
      subtitle_languages: ['en', 'ja', 'zh_cn', 'zh_tw'],
    }),
    of({
      video_name: 'New upload',
      state: TaskState.running,
      progress: 0.43,
      video_cover: '',
      subtitle_sum: 0,
      subtitle_languages: [],
    }),
    of({
      video_name: 'Waiting',
      state: TaskState.queued,
      progress: 0,
      video_cover: '',
      subtitle_sum: 0,
      subtitle_languages: [],
    }),
    of({
      video_name: 'Broken on our side',
      state: TaskState.failed,
      fail_msg: failure(camera, 'ingest_failed'),
      may_retry: true,
      video_cover: '',
      subtitle_sum: 0,
      subtitle_languages: [],
    }),
    of({
      video_name: 'Holiday.mov',
      state: TaskState.failed,
      fail_msg: failure(camera, 'video_truncated'),
      may_retry: false,
      video_cover: '',
      subtitle_sum: 0,
      subtitle_languages: [],
    }),
    of({ video_name: 'Vertical clip', subtitle_sum: 0, subtitle_languages: [], days_left: 1 }),
    of({ video_name: 'A film', video_info: { ...one.video_info, duration_ms: 6_543_000, size: 3_400_000_000 } }),
  ]
}

/** Tasks in all states, each video's own one in lists of cards. */
function manyTasks(camera: Camera, of: (part: Partial<Task>) => Task): DataOf<'listTasks'> {
  return { list: taskList(camera, of), total: 57, page: 1, page_size: 25, next: '' }
}

function taskList(camera: Camera, of: (part: Partial<Task>) => Task): Task[] {
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
  return [
    of({
      task_type: 'subtitle_translate',
      state: TaskState.running,
      progress: 0.43,
      step: 'translate',
      remaining_s: 140,
      previous_language: 'en',
      language: 'es',
      credits: 12,
      create_time: ago(0.3),
    }),
    of({
      task_type: 'video_dubbing',
      state: TaskState.queued,
      previous_language: 'en',
      language: 'zh_cn',
      credits: 24,
      create_time: ago(2),
    }),
    of({
      task_type: 'video_extract',
      state: TaskState.failed,
      fail_msg: failure(camera, 'no_speech_found'),
      language: 'en',
      credits: 2,
      create_time: ago(14),
    }),
    of({
      task_type: 'video_dubbing_only',
      state: TaskState.succeeded,
      language: 'es',
      credits: 24,
      flagged: 3,
      file_id: 'x',
      create_time: ago(70),
    }),
    of({ task_type: 'video_synthesis', state: TaskState.succeeded, language: 'es', credits: 4, create_time: ago(200) }),
    of({
      task_type: 'subtitle_translate',
      state: TaskState.succeeded,
      previous_language: 'en',
      language: 'zh_tw',
      credits: 12,
      file_id: 'x',
      create_time: ago(1500),
    }),
    of({
      task_type: 'video_translate',
      state: TaskState.succeeded,
      previous_language: 'en',
      language: 'pt',
      credits: 16,
      task_video_url: '',
      create_time: ago(60_000),
    }),
    of({
      task_type: 'subtitle_translate',
      task_name: 'Interview with the harbour master, second take, colour corrected, final version 3 (approved)',
      state: TaskState.failed,
      fail_msg: failure(camera, 'failed_with_id'),
      previous_language: 'zh_cn',
      language: 'de',
      credits: 120,
      create_time: ago(3000),
    }),
  ]
}

/** Lists of files and tasks in all states. */
export async function withData(camera: Camera, video: Video): Promise<void> {
  const { page } = camera
  const task: Task = {
    task_id: '',
    task_name: video.video_name,
    task_type: 'video_extract',
    state: 1,
    progress: 1,
    step: '',
    fail_key: '',
    fail_msg: '',
    credits: 2,
    cover: video.video_cover,
    video_id: video.video_id,
    folder_id: video.folder_id,
    language: 'en',
    previous_language: '',
    create_time: '',
    update_time: '',
    task_video_url: video.video_url,
    file_id: '',
    task_config: {},
    source_file_id: '',
    remaining_s: null,
    duration_ms: 92_000,
    took_ms: 41_000,
    batch_id: '',
    project_id: '',
    chain_id: '',
    flagged: 0,
  }
  let ids = 0
  const of = (part: Partial<Task>): Task => ({ ...task, task_id: `made-${++ids}`, ...part })
  await page.route(VIDEOS, (route) => answer<DataOf<'listFiles'>>(route, (data) => manyFiles(camera, data, of)))
  await page.route(TASKS, (route) => {
    const data = manyTasks(camera, of)
    const asked = Number(new URL(route.request().url()).searchParams.get('page_size') ?? data.page_size)
    return route.fulfill({ json: { code: 0, message: '', data: { ...data, list: data.list.slice(0, asked) } } })
  })
}

/** A video's guests, and other users' videos. */
async function withShares({ page }: Camera, video: Video): Promise<void> {
  const { video_id } = video
  const share = { video_id, create_time: '2026-01-01T00:00:00Z' }
  const list: DataOf<'listShares'>['list'] = [
    { ...share, share_id: 's1', name: 'Maja Lindqvist', account: 'maja', role: 'edit' },
    { ...share, share_id: 's2', name: '陈思远', account: 'chen', role: 'review' },
  ]
  const answerWith = (data: unknown) => (route: Route) => route.fulfill({ json: { code: 0, message: '', data } })
  await page.route('**/file.share/getlist*', answerWith({ list }))
  const shared = { video: { ...video, video_name: 'Lighthouse, episode 4' }, share_id: 's3' }
  await page.route(
    '**/file.share/mine*',
    answerWith({ list: [{ ...shared, role: 'review', owner: 'Harbour Studio' }] } satisfies DataOf<'listSharedVideos'>),
  )
}

/** The library: full, as a list, empty, loading and failing, and its overlays. */
export async function takeLibraryScreens(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  const address = `${url}/lab/library/file/${video.folder_id}`
  await withData(camera, video)
  await withShares(camera, video)
  await page.goto(address)
  await page.locator('.video-card').nth(8).waitFor()
  await camera.shot('library')
  await page.locator('.video-card').nth(1).hover()
  await page.locator('.video-card button[aria-haspopup]').first().click()
  await camera.shotOfOverlay('library-menu')
  await camera.button('library:density_rows').click()
  await camera.shot('library-list')
  await camera.button('library:density_cards').click()
  await page.locator('.video-name').first().focus()
  await page.keyboard.press('Delete')
  await camera.shotOfOverlay('library-delete')
  await page.locator('.video-name').first().focus()
  await page.keyboard.press('F2')
  await camera.shotOfOverlay('library-rename')
  await page.keyboard.press('Escape')
  await page.locator('.video-card button[aria-haspopup]').first().click()
  await page.getByRole('menuitem', { name: camera.word('library:share') }).click()
  await page.locator('.share-list').waitFor()
  await camera.shotOfOverlay('library-share')
  await page.unroute(VIDEOS)
  await page.unroute(TASKS)
  await page.route(VIDEOS, (route) =>
    answer<DataOf<'listFiles'>>(route, (data) => ({ ...data, list: [], next: '', total: 0 })),
  )
  await page.goto(address)
  await page.locator('.state-page').waitFor()
  await camera.shot('library-empty')
  await page.getByLabel(camera.word('library:search')).fill('xyz')
  await page.locator('.state-page').waitFor()
  await camera.shot('library-nothing-found')
  await page.unroute(VIDEOS)
  await page.route(VIDEOS, fail(camera))
  await page.goto(address)
  await page.locator('.state-page').waitFor()
  await camera.shot('library-failing')
  await page.unroute(VIDEOS)
  await page.route(VIDEOS, () => undefined)
  await page.goto(address)
  await page.locator('.skeleton').first().waitFor()
  await camera.shot('library-loading')
  await page.unroute(VIDEOS)
  await page.route(FOLDERS, (route) =>
    answer<DataOf<'listFolders'>>(route, (data) => ({ ...data, list: [], total: 0 })),
  )
  await page.goto(`${url}/lab/library`)
  await page.locator('.state-page').waitFor()
  await camera.shot('library-no-folders')
  await page.unroute(FOLDERS)
}

/** The history: full, filtered to nothing, empty, loading and failing, and its questions. */
export async function takeHistoryScreens(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  const address = `${url}/lab/history`
  await withData(camera, video)
  await page.goto(address)
  await page.locator('tr[data-task]').first().waitFor()
  await camera.shot('history')
  await page.locator('tr[data-state=failed] .task-actions button').first().click()
  await camera.shotOfOverlay('history-retry')
  await page.locator('tr[data-state=queued]').first().getByRole('button').last().click()
  await camera.shotOfOverlay('history-cancel')
  await page.goto(`${address}?view=batches`)
  await page.locator('[data-batch], .state-page').first().waitFor()
  await camera.shot('history-batches')
  await page.unroute(TASKS)
  await page.goto(`${address}?state=2&days=7&video=${video.video_id}`)
  await page.locator('.state-page').waitFor()
  await camera.shot('history-no-match')
  await page.route(TASKS, (route) => answer<DataOf<'listTasks'>>(route, (data) => ({ ...data, list: [], total: 0 })))
  await page.goto(address)
  await page.locator('.state-page').waitFor()
  await camera.shot('history-empty')
  await page.unroute(TASKS)
  await page.route(TASKS, fail(camera))
  await page.goto(address)
  await page.locator('.state-page').waitFor()
  await camera.shot('history-failing')
  await page.unroute(TASKS)
  await page.route(TASKS, () => undefined)
  await page.goto(address)
  await page.locator('.skeleton').first().waitFor()
  await camera.shot('history-loading')
  await page.unroute(TASKS)
  await page.unroute(VIDEOS)
}

/** The dialog of each kind of task. */
export async function takeRunDialogs(
  camera: Camera,
  url: string,
  video: Video,
  titles: readonly string[],
): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/lab/library/file/${video.folder_id}`)
  for (const title of titles) {
    // Text files beside it have separate menus.
    await page.locator('[data-video] button[aria-haspopup]').first().click()
    await page.getByRole('menuitem', { name: camera.word(`tasks:${title}`), exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await camera.shotOfOverlay(`run-${title.replace('_title', '')}`)
  }
}
