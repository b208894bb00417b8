import type { Route } from 'playwright'
import type { DataOf } from '#core/contract/index.ts'
import type { Video } from '#core/contract/video.ts'
import type { Camera } from './camera.ts'
import { ago, batches, changedDubs, folders, matrix, versions, videos, workflow } from './studio-data.ts'

const FOLDERS = '**/admin/pro.folder/getlist*'
const FOLDER = '**/admin/pro.folder/getinfo*'
const VIDEOS = '**/admin/pro.folder/videos*'
const SUBTITLES = '**/admin/pro.folder/subtitles*'
const BATCHES = '**/admin/history.batch/getlist*'
const BATCH = '**/admin/history.batch/getinfo*'
const MATRIX = '**/admin/history.batch/matrix*'
const QUOTE = '**/admin/history.batch/quote'
const ROLES = '**/admin/space.role/getlist*'
const WORK = '**/admin/space.folder/workflow*'
const LOG = '**/admin/file.srt/stages*'
const DUBS = '**/admin/space.folder/changeddubs*'

const give =
  (data: unknown) =>
  (route: Route): Promise<void> =>
    route.fulfill({ json: { code: 0, message: '', data } })

const fail = (route: Route): Promise<void> => route.fulfill({ json: { code: 1003, message: 'Log 8f2c91', data: {} } })

const listed = (list: readonly unknown[], total = list.length) => ({ list, total, page: 1, page_size: 24, next: '' })

/** Answers a call with what the server says, changed. */
const change =
  <T>(by: (data: T) => T) =>
  async (route: Route): Promise<void> => {
    const body = (await (await route.fetch()).json()) as { data: T }
    await route.fulfill({ json: { ...body, data: by(body.data) } })
  }

/** Pro mode as a studio has it: many folders, videos, versions and tasks in all states, and what opens over them. */
export async function takeStudioScreens(camera: Camera, url: string, video: Video): Promise<void> {
  await takeHome(camera, url, video)
  await takeVideos(camera, url, video)
  await takeSubtitles(camera, url, video)
  await takeSpeakers(camera, url, video)
  await takeSettings(camera, url, video)
  await takePrices(camera, url, video)
  await takeMatrix(camera, url, video)
  await takeWork(camera, url, video)
}

async function takeHome(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  await page.route(FOLDERS, give(listed(folders(video), 31)))
  await page.route(BATCHES, give(listed(batches().slice(0, 2), 7)))
  await page.goto(`${url}/lab/pro`)
  await page.locator('.pro-batch').first().waitFor()
  await camera.shot('studio-home')
  await camera.button('pro:tasks_button').click()
  await camera.shotOfOverlay('studio-tasks')
  await camera.button('shell:new_folder').click()
  await camera.shotOfOverlay('studio-new-folder')
  for (const [at, entry] of ['rename', 'delete'].entries()) {
    await page.locator('.tile .pro-more').nth(1).click()
    if (at === 0) await camera.shot('studio-folder-menu')
    await page.getByRole('menuitem').nth(at).click()
    await camera.shotOfOverlay(`studio-folder-${entry}`)
  }
  await page.locator('.pro-batch .pro-more').nth(1).click()
  await camera.shot('studio-batch-menu')
  await page.getByRole('menuitem').last().click()
  await camera.shotOfOverlay('studio-batch-delete')
  await page.unroute(FOLDERS)
  await page.route(FOLDERS, give(listed([])))
  await page
    .getByRole('searchbox')
    .or(page.getByLabel(camera.word('pro:search_folders')))
    .first()
    .fill('xyz')
  await page.getByText(camera.word('pro:no_folder_found')).waitFor()
  await camera.shot('studio-home-nothing-found')
  await page.unroute(BATCHES)
  await page.route(BATCHES, give(listed([])))
  await page.goto(`${url}/lab/pro`)
  await page.locator('.state-page').waitFor()
  await camera.shot('studio-home-empty')
  await page.unroute(FOLDERS)
  await page.route(FOLDERS, fail)
  await page.goto(`${url}/lab/pro`)
  await page.locator('.state-page').waitFor()
  await camera.shot('studio-home-failing')
  await page.unroute(FOLDERS)
  await page.route(FOLDERS, () => undefined)
  await page.goto(`${url}/lab/pro`)
  await page.locator('.skeleton').first().waitFor()
  await camera.shot('studio-home-loading')
  await page.unroute(FOLDERS)
  await page.unroute(BATCHES)
}

async function takeVideos(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  const address = `${url}/lab/pro/folder/${video.folder_id}`
  await page.route(
    FOLDER,
    change<DataOf<'getProFolder'>>((data) => ({
      ...{ ...data, video_sum: 15, subtitle_sum: 60, deadline: ago(-24 * 60) },
      settings: { ...data.settings, languages: ['es', 'fr', 'ja'] },
    })),
  )
  await page.route(VIDEOS, give(listed(videos(video))))
  await page.goto(`${address}/videos`)
  await page.locator('.pro-video-row').nth(5).waitFor()
  await camera.shot('studio-videos')
  await page.locator('.pro-video-row .bp6-checkbox').nth(1).click()
  await page.locator('.pro-video-row .pro-more').nth(2).click()
  await camera.shot('studio-video-menu')
  await page.getByRole('menuitem').last().click()
  await camera.shotOfOverlay('studio-video-delete')
  await page.getByTestId('pro-files').setInputFiles([
    { name: 'Broken.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(40_000) },
    { name: 'Notes.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video') },
  ])
  await camera.shot('studio-videos-refused')
  await camera.button('pro:density_cards').click()
  await page.locator('.pro-video-card').first().waitFor()
  await camera.shot('studio-videos-cards')
  await camera.button('pro:density_rows').click()
  await page.unroute(VIDEOS)
  await page.route(VIDEOS, give(listed([])))
  await page.getByLabel(camera.word('pro:search_videos')).fill('xyz')
  await page.getByText(camera.word('pro:no_video_found')).waitFor()
  await camera.shot('studio-videos-nothing-found')
  await page.unroute(VIDEOS)
  await page.route(VIDEOS, () => undefined)
  await page.goto(`${address}/videos`)
  await page.locator('.skeleton').first().waitFor()
  await camera.shot('studio-videos-loading')
  await page.unroute(VIDEOS)
  await page.route(BATCHES, give(listed(batches())))
  await page.goto(`${address}/batches`)
  await page.locator('.pro-batch').first().waitFor()
  await camera.shot('studio-batches')
  await page.unroute(BATCHES)
  await page.route(BATCHES, give(listed([])))
  await page.goto(`${address}/batches`)
  await page.getByText(camera.word('pro:no_batches')).first().waitFor()
  await camera.shot('studio-batches-empty')
  await page.unroute(BATCHES)
  await page.unroute(FOLDER)
}

async function takeSubtitles(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  await page.route(SUBTITLES, give(listed(versions(60))))
  await page.goto(`${url}/lab/pro/folder/${video.folder_id}/subtitles`)
  await page.locator('.pro-subtitle-row').first().waitFor()
  await camera.shot('studio-subtitles')
  await page.locator('.pro-subtitle-row button').first().click()
  await camera.shotOfOverlay('studio-subtitle-delete')
  await page.unroute(SUBTITLES)
  const files = ['Episode 1.en', 'Episode 5 (es)', 'Commentary'].map((name, n) => ({
    ...versions(1)[0],
    ...{ file_id: `loose-${n}`, video_id: '', video_name: '', name },
  }))
  await page.route(VIDEOS, give(listed(videos(video))))
  await page.route(SUBTITLES, give(listed(files)))
  await camera.button('pro:bind_by_name').click()
  await page.locator('.pro-pairs li').first().waitFor()
  await camera.shotOfOverlay('studio-bind')
  await page.unroute(VIDEOS)
  await page.unroute(SUBTITLES)
  await page.route(SUBTITLES, give(listed([])))
  await camera.button('pro:bind_by_name').click()
  await page.getByText(camera.word('pro:nothing_to_bind')).waitFor()
  await camera.shotOfOverlay('studio-bind-none')
  await page.getByLabel(camera.word('pro:search_subtitles')).fill('xyz')
  await page.getByText(camera.word('pro:no_subtitle_found')).waitFor()
  await camera.shot('studio-subtitles-nothing-found')
  await page.unroute(SUBTITLES)
}

async function takeSpeakers(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  const address = `${url}/lab/pro/folder/${video.folder_id}/speakers`
  await page.route(
    ROLES,
    change<DataOf<'listRoles'>>((data) => ({
      ...data,
      list: data.list.map((role, at) => ({
        ...role,
        role_avatar: Array.from({ length: at * 4 }, (_, n) => `${video.video_cover}?${n}`),
      })),
    })),
  )
  await page.goto(address)
  await page.locator('.pro-speaker').first().waitFor()
  await camera.shot('studio-speakers')
  await page
    .locator('.pro-speaker')
    .nth(1)
    .getByRole('button', { name: camera.word('tasks:edit_role') })
    .click()
  await camera.shotOfOverlay('studio-speaker')
  await page
    .locator('.pro-speaker')
    .nth(1)
    .getByRole('button', { name: camera.word('common:delete') })
    .click()
  await camera.shotOfOverlay('studio-speaker-delete')
  await page.unroute(ROLES)
  await page.route(ROLES, give({ list: [] }))
  await page.goto(address)
  await page.locator('.state-page').waitFor()
  await camera.shot('studio-speakers-empty')
  await page.unroute(ROLES)
}

async function takeSettings(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  await page.route(
    FOLDER,
    change<DataOf<'getProFolder'>>((data) => ({
      ...data,
      settings: {
        ...{ profile: 'netflix', pronunciations: [], languages: ['es', 'fr', 'ja'], style: null },
        glossary: [
          { language: 'es', from: 'harbour master', to: 'capitán del puerto' },
          { language: '', from: 'Cuelane', to: 'Cuelane' },
        ],
      },
    })),
  )
  await page.goto(`${url}/lab/pro/folder/${video.folder_id}/settings`)
  await page.locator('.pro-terms li').first().waitFor()
  await page.locator('.pro-settings .bp6-switch').first().click()
  await camera.shot('studio-settings')
  await page.locator('.pro-style-sample').scrollIntoViewIfNeeded()
  await camera.shot('studio-settings-style')
  await page.unroute(FOLDER)
}

/** The dialog of a batch for each kind of task, its prices, and what is refused. */
async function takePrices(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  const made = videos(video)
  const languages = ['es', 'fr', 'ja']
  const [first, second, ...others] = made.map(({ video_id, video_name }) => ({ video_id, video_name }))
  const cells = others.flatMap(({ video_id }, n) =>
    languages.map((language) => ({
      ...{ video_id, language, credits: n + 4 },
      changed: n === 0 ? { lines: 14, of: 312 } : null,
    })),
  )
  const skipped = [first, second].flatMap((each) =>
    languages.map((language) => ({
      ...{ video_id: each?.video_id ?? '', language },
      reason: camera.word('pro:extract_first'),
    })),
  )
  await page.route(QUOTE, give({ task_sum: cells.length, credits: 2900, skipped, cells, files: made }))
  // Without languages nothing is priced.
  await page.route(
    FOLDER,
    change<DataOf<'getProFolder'>>((data) => ({
      ...data,
      settings: { ...data.settings, languages: ['es', 'fr', 'ja'] },
    })),
  )
  await page.goto(`${url}/lab/pro/folder/${video.folder_id}/videos`)
  await camera.button('pro:run_all').click()
  const dialog = page.getByRole('dialog')
  for (const type of ['subtitle_translate', 'video_dubbing', 'video_synthesis', 'video_erase', 'video_translate']) {
    const priced = page.waitForResponse(QUOTE)
    await dialog.getByRole('radio', { name: camera.word(`tasks:type_${type}`), exact: true }).click()
    await priced
    await camera.shot(`studio-run-${type}`)
  }
  await page.keyboard.press('Escape')
  await page.unroute(QUOTE)
  await page.unroute(FOLDER)
}

async function takeMatrix(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  const [batch] = batches()
  const reasons = [camera.word('pro:extract_first'), camera.word('errors:batch_empty')]
  const skipped = reasons.map((reason, n) => ({ video_id: `made-${n}`, language: 'es', reason }))
  await page.route(BATCH, give({ ...batch, batch_id: 'made', task_sum_fail: 4, download_url: '/zip', skipped }))
  await page.route(MATRIX, give(matrix(video, 40)))
  await page.goto(`${url}/lab/pro/batch/made`)
  await page.locator('.pro-cell').first().waitFor()
  await camera.shot('studio-batch')
  await page.locator('.pro-skipped summary').click()
  await camera.shot('studio-batch-left-out')
  await page.unroute(MATRIX)
  await page.route(MATRIX, give(matrix(video, 3)))
  await page.goto(`${url}/lab/pro/batch/made`)
  await page.locator('.pro-cell').first().waitFor()
  await page.locator('.chip').last().click()
  await camera.shot('studio-batch-filtered')
  await page.unroute(MATRIX)
  await page.unroute(BATCH)
  await page.goto(`${url}/lab/pro/batch/gone`)
  await page.locator('.state-page').waitFor()
  await camera.shot('studio-batch-gone')
}

async function takeWork(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  const entries = [
    { kind: 'stage', person: 'Marta', from: 'translated', to: 'checked', create_time: ago(50) },
    { kind: 'assignee', person: 'Ana García', from: '', to: '王小明', create_time: ago(700) },
    { kind: 'stage', person: 'Ana García', from: 'draft', to: 'translated', create_time: ago(1400) },
  ]
  await page.route(WORK, give(workflow()))
  await page.route(SUBTITLES, give(listed(versions(240))))
  await page.route(LOG, give({ list: entries }))
  await page.route(DUBS, give(changedDubs()))
  await page.goto(`${url}/lab/pro/folder/${video.folder_id}/videos`)
  await camera.button('review:work').click()
  await page.locator('.work-row').first().waitFor()
  await camera.shot('studio-work')
  // The bar of the page has a button of the same name.
  await page
    .locator('.work-row')
    .first()
    .getByRole('button', { name: camera.word('review:log') })
    .click()
  await page.locator('.work-log li').first().waitFor()
  await camera.shotOfOverlay('studio-work-log')
  await page.getByRole('dialog').locator('.bp6-dialog-footer button').last().click()
  // With or without the number of lines.
  await page.getByRole('button', { name: new RegExp(`^${camera.word('review:review')}`) }).click()
  await page.locator('.changed-dubs li').first().waitFor()
  await camera.shotOfOverlay('studio-review-dubs')
  for (const each of [WORK, SUBTITLES, LOG, DUBS]) await page.unroute(each)
  for (const kind of ['roles', 'fix']) {
    await camera.button('review:operations').click()
    await page.getByText(camera.word(`review:kind_${kind}`), { exact: true }).click()
    await camera.shotOfOverlay(`studio-operations-${kind}`)
  }
}
