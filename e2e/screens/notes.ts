import type { Page } from 'playwright'
import type { DataOf } from '#core/contract/index.ts'
import type { Video } from '#core/contract/video.ts'
import type { Camera } from './camera.ts'
import { clientOfPage } from './finance.ts'
import { withData } from './library.ts'

const VIDEOS = '**/space.folder/getfiles*'

/** What is said beside fields, over lists and in toasts, and what is upright among the wide. */
export async function takeNoteScreens(camera: Camera, url: string, video: Video): Promise<void> {
  await takeChosenTasks(camera, url, video)
  await takeUpright(camera, url)
  await takeNames(camera, url)
  await takeOtherTab(camera, url, video)
  await takeUnknownLanguages(camera, url, video)
  await takeOwnData(camera, url)
}

async function takeChosenTasks(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  await withData(camera, video)
  await page.goto(`${url}/lab/history`)
  await page.locator('tr[data-task]').first().waitFor()
  await page.getByRole('checkbox').first().press('Space')
  await page.locator('tr[data-task]').nth(2).hover()
  await camera.shot('history-chosen')
  await page.goto(`${url}/lab/library/file/${video.folder_id}`)
  await page.locator('.video-card').nth(1).hover()
  await camera.shot('library-hovered')
  for (const at of [0, 1, 2])
    await page
      .locator('.video-card')
      .nth(at)
      .click({ modifiers: ['Control'] })
  await camera.shot('library-chosen')
  await page.unrouteAll()
}

/** A picture of one colour, upright, as a cover may be. */
async function uprightPicture(page: Page): Promise<Buffer> {
  const data = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 360, height: 640 })
    const context = canvas.getContext('2d')!
    const shades = context.createLinearGradient(0, 0, 360, 640)
    shades.addColorStop(0, '#f3b27a')
    shades.addColorStop(1, '#27466b')
    context.fillStyle = shades
    context.fillRect(0, 0, 360, 640)
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  return Buffer.from(data, 'base64')
}

async function takeUpright(camera: Camera, url: string): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/health`)
  const body = await uprightPicture(page)
  await page.route('**/media/**', (route) =>
    route.request().resourceType() === 'image' ? route.fulfill({ body, contentType: 'image/png' }) : route.continue(),
  )
  await page.route(VIDEOS, async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: DataOf<'listFiles'> }
    for (const { video } of answer.data.list) if (video) Object.assign(video.video_info, { width: 1080, height: 1920 })
    await route.fulfill({ json: answer })
  })
  for (const [path, name] of [
    ['lab/library', 'library-upright'],
    ['lab/workspace', 'start-upright'],
  ] as const) {
    await page.goto(`${url}/${path}`)
    await page.locator('main img').first().waitFor()
    await camera.shot(name)
  }
  await page.unrouteAll()
}

async function takeNames(camera: Camera, url: string): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/lab/library`)
  await camera.button('shell:new_folder').first().click()
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill('Harbour, first season, all languages of the north, '.repeat(9))
  await page.getByRole('dialog').getByRole('textbox').press('x')
  await camera.shot('new-folder-long')
  await page.getByRole('dialog').getByRole('textbox').fill('')
  await camera.button('shell:create').click()
  await camera.shotOfOverlay('new-folder-nameless')
}

async function takeOtherTab(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  const client = await clientOfPage(page, url)
  const { user_id } = await client.ok('getInfo', {})
  const file = { file_name: 'Harbour evening, take 1.mov', size: 734_003_200, folder_id: video.folder_id }
  const { upload_id } = await client.ok('getUploadToken', { class: 'video', ...file })
  const other = await page.context().newPage()
  await other.goto(`${url}/health`)
  await other.evaluate(
    ([{ file_name: name, ...rest }, account, id]) => {
      localStorage.setItem('unfinished_uploads', JSON.stringify({ made: { ...rest, account, upload_id: id, name } }))
      void navigator.locks.request('upload made', () => new Promise(() => undefined))
    },
    [file, user_id, upload_id] as const,
  )
  await page.goto(`${url}/lab/upload/${video.folder_id}`)
  await page.locator('.upload-elsewhere').waitFor()
  await camera.shot('upload-elsewhere')
  await other.close()
  await page.evaluate(() => localStorage.removeItem('unfinished_uploads'))
}

async function takeUnknownLanguages(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  await page.route('**/home.language/getlist*', (route) => route.abort())
  await page.goto(`${url}/lab/library/file/${video.folder_id}`)
  await page.locator('[data-video] button[aria-haspopup]').first().click()
  await page.getByRole('menuitem', { name: camera.word('tasks:translate_title'), exact: true }).click()
  await page.getByText(camera.word('tasks:languages_failed')).waitFor()
  await camera.shotOfOverlay('run-languages-failed')
  await page.goto(`${url}/lab/subtitleTranslate`)
  await page.getByText(camera.word('tasks:languages_failed')).waitFor()
  await camera.shot('translate-files-languages-failed')
  await page.unrouteAll()
}

async function takeOwnData(camera: Camera, url: string): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/lab/profile`)
  await camera.button('account:delete_account').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').or(dialog.locator('input')).first().fill('not this one')
  await dialog.getByRole('button', { name: camera.word('account:delete_account') }).click()
  await page.getByText(camera.word('errors:wrong_password')).waitFor()
  await camera.shotOfOverlay('delete-account-refused')
  const made = new Date(Date.now() - 3_600_000).toISOString()
  const day = new Date(Date.now() + 6 * 86_400_000).toISOString()
  await page.route('**/getprivacy*', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: DataOf<'getPrivacy'> }
    const copy = { state: 'ready', progress: 1, size: 734_003_200, url: '/made', created_at: made, expires_at: day }
    await route.fulfill({ json: { ...answer, data: { ...answer.data, export: copy, delete_after: day } } })
  })
  await page.goto(`${url}/lab/profile`)
  await camera.button('account:export_again').scrollIntoViewIfNeeded()
  await camera.shot('own-data')
  await page.unrouteAll()
  await page.goto(`${url}/lab/profile`)
  await page.locator('[data-field=nickname] input').fill('Marta Keller')
  await page.locator('[data-field=nickname] input').press('Enter')
  await page.locator('.bp6-toast').waitFor()
  await page.screenshot({ path: `.cache/screenshots/${camera.language}-${camera.theme}-toast.png` })
}
