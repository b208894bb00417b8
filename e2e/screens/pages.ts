import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import type { DataOf } from '#core/contract/index.ts'
import type { Video } from '#core/contract/video.ts'
import type { Camera } from './camera.ts'
import { clientOfPage } from './finance.ts'
import { withData } from './library.ts'

const LINES = `1
00:00:01,000 --> 00:00:03,000
Good morning, and welcome to the harbour.

2
00:00:04,000 --> 00:00:07,000
The first boats leave before the sun is up.
`

const file = (name: string, text = LINES) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** The start page, uploads, the pages of tasks, the guide and the agreement. */
export async function takePageScreens(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/lab/workspace`)
  await page.locator('.recent-video').first().waitFor()
  await camera.shot('start')
  await page.route('**/file.video/recent*', (route) =>
    route.fulfill({ json: { code: 0, message: '', data: { list: [] } } }),
  )
  await page.goto(`${url}/lab/workspace`)
  await page.locator('.start-nothing').waitFor()
  await camera.shot('start-empty')
  await page.getByTestId('start-files').setInputFiles('assets/sample/harbour.mp4')
  await page.locator('.intake-foot .bp6-button:enabled').waitFor()
  await camera.shot('start-intake')
  await page.unrouteAll()
  await takeUploads(camera, url, video.folder_id)
  await takeTaskPages(camera, url, video)
  await page.goto(`${url}/lab/doc?u=doc_help`)
  await page.locator('section h2').first().waitFor()
  await camera.shot('guide')
  await page.getByLabel(camera.word('guide:search')).fill('xyz')
  await camera.shot('guide-nothing')
  await page.goto(`${url}/agreement`)
  await camera.shot('agreement')
}

async function takeUploads(camera: Camera, url: string, folderId: string): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/lab/upload/${folderId}`)
  await page.locator('.upload-drop').waitFor()
  await camera.shot('upload')
  await page.route('**/upload/**', (route) => (route.request().method() === 'PUT' ? undefined : route.continue()))
  const video = readFileSync('assets/sample/harbour.mp4')
  await page
    .getByTestId('upload-files')
    .setInputFiles([
      { name: 'Harbour morning, take 2.mp4', mimeType: 'video/mp4', buffer: video },
      file('Harbour morning, take 2.en.srt'),
      { name: 'broken.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(20_000, 'x') },
      file('notes.txt'),
    ])
  await page.locator('.upload-row[data-phase=sending]').waitFor()
  await page.locator('.upload-row[data-phase=failed]').nth(1).waitFor()
  await camera.shot('upload-files')
  await camera.button('upload:import').click()
  await camera.shotOfOverlay('upload-import')
  await page.goto(`${url}/health`)
  await page.evaluate(() => localStorage.removeItem('unfinished_uploads'))
  await page.unrouteAll()
}

async function takeTaskPages(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/lab/subtitleTranslate`)
  await page.locator('.drop-zone').waitFor()
  await camera.shot('translate-files-empty')
  await camera.button('tasks:start').click()
  await page.getByTestId('srt-files').setInputFiles([file('one.srt'), file('two.srt'), file('notes.txt')])
  await page.locator('.cell-table tbody tr').nth(1).waitFor()
  await page.locator('.language-chips button').nth(3).click()
  await page.locator('.language-chips button').nth(4).click()
  await page.locator('.cell-table td.number').first().waitFor()
  await camera.shot('translate-files')
  for (const [path, name] of [
    ['subtitleRemoval', 'remove-text'],
    ['videoTranslate', 'translate-video'],
  ] as const) {
    await page.goto(`${url}/lab/${path}?folder=${video.folder_id}&video=${video.video_id}`)
    await page.locator('.run-foot button').waitFor()
    await camera.shot(name)
  }
  await page.goto(`${url}/lab/subtitleRemoval?folder=${video.folder_id}`)
  await page.getByText(camera.word('tasks:erase_region')).click()
  await page.locator('.region-area').waitFor()
  await camera.shot('remove-text-region')
  const client = await clientOfPage(page, url)
  for (const type of ['video_dubbing', 'video_erase'] as const) {
    const { list } = await client.ok('listProjects', { task_type: type })
    const known = list[0]?.project_id
    if (known === undefined) {
      await page.goto(`${url}/lab/project/${type}`)
      await page.locator('.state-page').waitFor()
      await camera.shot(`projects-${type}-empty`)
    }
    const project_id =
      known ??
      (
        await client.ok('addProject', {
          project_name: 'Harbour, first season, all languages of the north',
          task_type: type,
          idempotency_key: `picture of ${type}`,
        })
      ).project_id
    await client.ok('joinProject', { project_id, video_ids: [video.video_id] })
    await page.goto(`${url}/lab/project/${type}`)
    await page.locator('.tile[data-id]').first().waitFor()
    await camera.shot(`projects-${type}`)
    await page.goto(`${url}/lab/${type === 'video_erase' ? 'subtitleRemoval' : 'videoTranslate'}/${project_id}`)
    await page.locator('.run-foot button').waitFor()
    await camera.shot(`project-${type}`)
  }
}

/** What opens over the pages of the shell: of files, and of the header. */
export async function takeOverPages(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  const client = await clientOfPage(page, url)
  const { folder_id } = video
  const { list } = await client.ok('listFiles', { folder_id, kind: 'subtitle' })
  if (list.length === 0)
    await client.ok('addVersion', { folder_id, name: 'Lines without a video', language: 'en', content: LINES })
  await page.goto(`${url}/lab/library/file/${folder_id}`)
  await page.locator('.file-place').nth(1).waitFor()
  await takeFileDialogs(camera)
  await page.goto(`${url}/lab/library/file/${folder_id}-gone`)
  await page.locator('.state-page').waitFor()
  await camera.shot('folder-gone')
  await withData(camera, video)
  await withNotices(page, camera.language)
  await page.goto(`${url}/lab/workspace`)
  await page.getByRole('button', { name: new RegExp(`^${camera.word('shell:menu_history')}`) }).hover()
  await page.locator('.recent-task').nth(2).waitFor()
  await camera.shot('history-dropdown')
  await page.locator('.recent-task').nth(2).click()
  await camera.shotOfOverlay('task-dialog')
  await page.getByRole('button', { name: new RegExp(`^${camera.word('header:notices')}`) }).click()
  await page.locator('.notice').first().waitFor()
  await camera.shot('notices')
  await page.locator('.notice').first().click()
  await camera.shotOfOverlay('notice')
  await page.unrouteAll()
  await page.route('**/home.system/**', async (route) => {
    const text = await (await route.fetch()).text()
    await route.fulfill({ body: text.replace(/"version":"[^"]*"/, '"version":"9.9.9"') })
  })
  await page.goto(`${url}/lab/upload`)
  await page.getByRole('alertdialog').waitFor()
  await camera.shotOfOverlay('new-version')
  await page.unrouteAll()
}

async function takeFileDialogs(camera: Camera): Promise<void> {
  const { page } = camera
  const name = page.locator('[data-video]').first().locator('.video-name')
  const menu = async (entry: string): Promise<void> => {
    await page.locator('[data-video] button[aria-haspopup]').first().click()
    await page.getByRole('menuitem', { name: camera.word(entry) }).click()
    await page.getByRole('dialog').waitFor()
  }
  for (const [entry, picture] of [
    ['library:bind_file', 'bind'],
    ['library:used_versions', 'used-versions'],
    ['library:set_language', 'set-language'],
    ['library:move', 'move'],
    ['library:download', 'download'],
    ['tasks:erase_title', 'erase'],
  ] as const) {
    await menu(entry)
    await camera.shotOfOverlay(picture)
  }
  await name.focus()
  await page.keyboard.press('Control+Space')
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar').waitFor()
  await camera.shot('library-chosen')
  await page.keyboard.press('Escape')
  await menu('tasks:preview')
  await camera.showsVideos()
  await camera.shotOfOverlay('preview')
  await page.locator('.file-place').filter({ hasText: 'Lines without' }).locator('.video-name').focus()
  await page.keyboard.press('Space')
  await page.getByRole('dialog').waitFor()
  await camera.shotOfOverlay('text')
}

async function withNotices(page: Page, language: string): Promise<void> {
  const isChinese = language === 'zh_cn'
  const notice = (id: string, title: string, text: string): DataOf<'listNotices'>['list'][number] => ({
    id,
    title_content: title,
    notice_content: text,
    start_time: new Date().toISOString(),
    end_time: new Date(Date.now() + 864e5).toISOString(),
    read: id === '2',
  })
  const list = isChinese
    ? [
        notice('1', '新增意大利语配音', '现在可以把视频翻译并配音成意大利语，共有六种音色可选。'),
        notice('2', '周日维护', '周日 2:00 至 4:00 系统升级，期间无法开始新任务，已有任务会继续。'),
      ]
    : [
        notice('1', 'Dubbing into Italian', 'Videos can be translated and dubbed into Italian now, in six voices.'),
        notice('2', 'Maintenance on Sunday', 'From 2:00 to 4:00 no tasks can be started. Those under way go on.'),
      ]
  await page.route('**/home.user/readnotice', (route) => route.fulfill({ json: { code: 0, message: '', data: {} } }))
  await page.route('**/home.user/getnoticelist*', (route) =>
    route.fulfill({ json: { code: 0, message: '', data: { list } } }),
  )
}
