import type { Video } from '#core/contract/video.ts'
import type { Camera } from './camera.ts'

/** Pro mode: its folders, one of them by its tabs, the dialog of a batch, the newest tasks. */
export async function takeProScreens(camera: Camera, url: string, { folder_id }: Video): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/lab/pro`)
  await page.locator('.tile').first().waitFor()
  await camera.shot('pro-home')
  await camera.button('pro:tasks_button').click()
  await page.locator('.pro-shortcut').waitFor()
  await camera.shotOfOverlay('pro-tasks')
  for (const tab of ['videos', 'subtitles', 'speakers', 'batches', 'settings']) {
    await page.goto(`${url}/lab/pro/folder/${folder_id}/${tab}`)
    await page.locator('.pro-panel').waitFor()
    await camera.shot(`pro-${tab}`)
  }
  await camera.button('pro:run_all').click()
  await page.locator('.pro-run-choices').waitFor()
  await camera.shotOfOverlay('pro-run')
  await takeBatch(camera, url, folder_id)
  await takeFailing(camera, url, folder_id)
}

/** A batch of translations with its matrix, a compared result, and the dialog of its download. */
async function takeBatch(camera: Camera, url: string, folderId: string): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/lab/pro/folder/${folderId}/videos`)
  await camera.button('pro:run_all').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: camera.word('tasks:type_subtitle_translate') }).click()
  const french = new Intl.DisplayNames(camera.language.replace('_', '-'), { type: 'language' }).of('fr') ?? ''
  await dialog.getByRole('button', { name: french, exact: true }).click()
  await dialog.locator('.pro-quote-row[data-file]').first().waitFor()
  await camera.shot('pro-run-priced')
  await dialog.locator('.bp6-dialog-footer .bp6-intent-primary').click()
  await page.locator('.pro-cell[data-state=succeeded]').first().waitFor()
  await camera.shot('pro-batch')
  await page.locator('.pro-cell').first().click()
  await page.locator('.compare-row').first().waitFor()
  await camera.shotOfOverlay('pro-compare-lines')
  await camera.button('pro:download').click()
  await camera.shotOfOverlay('pro-download')
}

/** What stands there where a folder is empty, is gone, or can't be read. */
async function takeFailing(camera: Camera, url: string, folderId: string): Promise<void> {
  const { page } = camera
  const empty = { data: { list: [], next: '', total: 0 } }
  const listings = '**/admin/pro.folder/{videos,subtitles}*'
  await page.route(listings, async (route) => route.fulfill({ json: { code: 0, message: '', ...empty } }))
  for (const tab of ['videos', 'subtitles']) {
    await page.goto(`${url}/lab/pro/folder/${folderId}/${tab}`)
    await page.locator('.state-page').waitFor()
    await camera.shot(`pro-${tab}-empty`)
  }
  await page.unroute(listings)
  await page.goto(`${url}/lab/pro/folder/gone/videos`)
  await page.getByText(camera.word('pro:folder_gone_text')).waitFor()
  await camera.shot('pro-folder-gone')
  await page.route(listings, (route) => route.abort())
  await page.goto(`${url}/lab/pro/folder/${folderId}/videos`)
  await page.getByText(camera.word('pro:videos_failed')).waitFor()
  await camera.shot('pro-videos-failing')
  await page.unroute(listings)
}
