import type { Page } from 'playwright'
import type { DataOf } from '#core/contract/index.ts'
import type { Video } from '#core/contract/video.ts'
import type { Camera } from './camera.ts'
import { clientOfPage } from './finance.ts'
import { withData } from './library.ts'

/** What lies over pages of the shell, and what they say when something is under way, short, gone or not for this device. */
export async function takeShellScreens(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  await takeFrame(camera, url)
  await withData(camera, video)
  await takeUnderWay(camera, url, video)
  await page.unrouteAll()
  await takeFolderDialogs(camera, url)
  await takeChoices(camera, url)
  await takeUploadStates(camera, url, video)
  await takeShortage(camera, url, video)
  await takeQuestions(camera, url)
  await takeElsewhere(camera, url)
}

/** Replaces the data of an answer. */
async function answerWith(page: Page, address: string, data: object): Promise<void> {
  await page.route(address, (route) => route.fulfill({ json: { code: 0, message: '', data } }))
}

async function takeFrame(camera: Camera, url: string): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/lab/workspace`)
  await page.locator('.side-foot button').first().click()
  await page.getByRole('option').nth(9).waitFor()
  await camera.shotOfOverlay('language-menu')
  await camera.button('shell:collapse_menu').click()
  await camera.shot('menu-collapsed')
  await camera.button('shell:expand_menu').click()
}

/** Tasks and batches that run, and the hint at where to find them. */
async function takeUnderWay(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  const client = await clientOfPage(page, url)
  const info = await client.ok('getInfo', {})
  await answerWith(page, '**/user.info/getInfo*', { ...info, ongoing: 120 })
  const batch: DataOf<'listBatches'>['list'][number] = {
    batch_id: 'made',
    folder_id: video.folder_id,
    folder_name: 'Harbour, first season, all languages of the north',
    project_id: '',
    task_type: 'video_dubbing',
    create_time: new Date().toISOString(),
    file_sum: 12,
    task_sum: 48,
    task_sum_ing: 29,
    task_sum_success: 18,
    task_sum_fail: 1,
    credits: 384,
    task_config: {},
    skipped: [],
    download_url: '',
  }
  await answerWith(page, '**/history.batch/getlist*', { list: [batch], total: 1, page: 1, page_size: 2 })
  await page.goto(`${url}/health`)
  const running = await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('access_token')!) as { token: string }
    const answer = await fetch('/admin/history.task/getlist?page_size=2', { headers: { token } })
    return ((await answer.json()) as { data: DataOf<'listTasks'> }).data.list
  })
  await answerWith(page, '**/user.info/getExecuteList*', { list: running })
  await page.evaluate(() => sessionStorage.setItem('guided', '1'))
  await page.addInitScript(() => sessionStorage.getItem('guided') && localStorage.removeItem('history_guide'))
  await page.goto(`${url}/lab/workspace`)
  await page.locator('.drop-target').waitFor()
  await page.locator('.history-guide').waitFor()
  await camera.shot('start-running')
  await page.evaluate(() => sessionStorage.removeItem('guided'))
  await page.reload()
  await page.getByRole('button', { name: new RegExp(`^${camera.word('shell:menu_history')}`) }).hover()
  await page.locator('.recent-batch').waitFor()
  await camera.shot('history-dropdown-batches')
}

async function takeFolderDialogs(camera: Camera, url: string): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/lab/library`)
  await camera.button('shell:new_folder').first().click()
  await camera.shotOfOverlay('new-folder')
  for (const [entry, picture] of [
    ['library:rename', 'rename-folder'],
    ['common:delete', 'delete-folder'],
  ] as const) {
    await page.locator('.folder-entry').first().hover()
    await page.locator('.folder-more').first().click()
    await page.getByRole('menuitem', { name: camera.word(entry), exact: true }).click()
    await camera.shotOfOverlay(picture)
  }
}

/** What is put into projects and chosen for translation. */
async function takeChoices(camera: Camera, url: string): Promise<void> {
  const { page } = camera
  const client = await clientOfPage(page, url)
  const { project_id, folder_id } = await client.ok('addProject', {
    project_name: 'Harbour at night',
    task_type: 'video_dubbing',
    idempotency_key: 'picture of an empty project',
  })
  await page.goto(`${url}/lab/subtitleTranslate`)
  await camera.button('taskpages:choose_from_space').click()
  await camera.shotOfOverlay('choose-from-space')
  await page.goto(`${url}/lab/videoTranslate/${project_id}`)
  await page.locator('.state-page').waitFor()
  await camera.shot('project-empty')
  await camera.button('taskpages:add_videos').first().click()
  await camera.shotOfOverlay('add-videos')
  await page.goto(`${url}/lab/project/video_dubbing`)
  await camera.button('taskpages:new_project').click()
  await camera.shotOfOverlay('new-project')
  await camera.button('taskpages:delete_project').first().click()
  await camera.shotOfOverlay('delete-project')
  await page.getByLabel(camera.word('taskpages:search_projects')).fill('xyz')
  await camera.shot('projects-nothing-found')
  await page.goto(`${url}/lab/videoTranslate?folder=${folder_id}`)
  await page.locator('.state-page').waitFor()
  await camera.shot('translate-video-none')
}

async function takeUploadStates(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  const client = await clientOfPage(page, url)
  const { user_id } = await client.ok('getInfo', {})
  const file = { file_name: 'Harbour evening, take 1.mov', size: 734_003_200, folder_id: video.folder_id }
  // An unknown one would be dropped at once.
  const { upload_id } = await client.ok('getUploadToken', { class: 'video', ...file })
  await page.goto(`${url}/health`)
  await page.evaluate(
    ([{ file_name: name, ...rest }, account, id]) => {
      const one = { ...rest, account, upload_id: id, name }
      localStorage.setItem('unfinished_uploads', JSON.stringify({ made: one }))
    },
    [file, user_id, upload_id] as const,
  )
  await page.goto(`${url}/lab/upload/${video.folder_id}`)
  await page.locator('.upload-broken').waitFor()
  await camera.shot('upload-broken-off')
  await page.evaluate(() => localStorage.removeItem('unfinished_uploads'))
  const size = 734_003_200
  const list = ['Talk, day 1.mp4', 'Day 2/Second talk.mp4', 'Day 2/Panel with questions of the audience.mp4']
  await answerWith(page, '**/clouddisk.download/**', { list: list.map((path) => ({ path, size })) })
  await camera.button('upload:import').click()
  await page.getByLabel(camera.word('upload:import_link')).fill('https://cloud.example.org/s/AbCd1234EfGh')
  await camera.button('upload:import_look').click()
  await page.getByText(list[2]!).waitFor()
  await camera.shotOfOverlay('upload-import-found')
  await page.unrouteAll()
}

/** A task for which credits or an engine are missing. */
async function takeShortage(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  const open = async (): Promise<void> => {
    await page.goto(`${url}/lab/library/file/${video.folder_id}`)
    await page.locator('[data-video] button[aria-haspopup]').first().click()
    await page.getByRole('menuitem', { name: camera.word('tasks:extract_title'), exact: true }).click()
  }
  const uses = { picture: false, sound: false }
  const quote = { available: true, detail: 'Whisper', credits: 4800, uses, remarks: [], changed: null, same: null }
  await answerWith(page, '**/jowoai.price/quote', quote)
  await open()
  await page.locator('.callout-way').waitFor()
  await camera.shotOfOverlay('run-short')
  const detail = camera.word('errors:no_speech_found')
  await answerWith(page, '**/jowoai.price/quote', { ...quote, available: false, detail })
  await open()
  await page.getByText(detail).waitFor()
  await camera.shotOfOverlay('run-refused')
  await page.unrouteAll()
}

async function takeQuestions(camera: Camera, url: string): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/lab/profile`)
  await page.locator('[data-field=nickname] input').fill('Marta Keller')
  await page.getByRole('link', { name: camera.word('shell:menu_start'), exact: true }).click()
  await camera.shot('unsaved')
  await camera.button('common:discard').click()
  await page.goto(`${url}/lab/profile`)
  await camera.button('account:delete_account').click()
  await camera.shotOfOverlay('delete-account')
  await page.getByTitle(camera.word('common:user_menu')).click()
  await page.getByRole('menuitem', { name: camera.word('common:log_out') }).click()
  await camera.shotOfOverlay('log-out')
  const code = 3001
  const message = camera.word('errors:maintenance')
  await page.route('**/admin/**', (route) => route.fulfill({ json: { code, message, data: {} } }))
  await page.goto(`${url}/lab/library`)
  await page.getByRole('alertdialog').waitFor()
  await camera.shot('maintenance')
  await page.unrouteAll()
}

/** A telephone, and an installation with sign-in by Google. */
async function takeElsewhere(camera: Camera, url: string): Promise<void> {
  const { page, language, theme } = camera
  const context = await page
    .context()
    .browser()!
    .newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await context.addInitScript(
    ([words, colours]) => {
      localStorage.setItem('language', words!)
      localStorage.setItem('theme', colours!)
    },
    [language, theme],
  )
  await context.route('**/home.system/**', async (route) => {
    const text = await (await route.fetch()).text()
    await route.fulfill({ body: text.replace('"google":false', '"google":true') })
  })
  const telephone = camera.on(await context.newPage())
  await telephone.page.goto(url)
  await telephone.page.locator('.mobile-notice').waitFor()
  await telephone.shot('mobile')
  await telephone.page.locator('.mobile-notice button').click()
  await telephone.page.setViewportSize({ width: 1440, height: 900 })
  await telephone.page.goto(`${url}/login`)
  await telephone.page.locator('.google-logo').waitFor()
  await telephone.shot('login-google')
  await context.close()
}
