import type { Video } from '#core/contract/video.ts'
import type { Camera } from './camera.ts'

/** Pro mode: its folders, one of them by its tabs, the dialog of a batch, the newest tasks. */
export async function takeProScreens(camera: Camera, url: string, { folder_id }: Video): Promise<void> {
  const { page } = camera
  await page.goto(`${url}/lab/pro`)
  await page.locator('.pro-card').first().waitFor()
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
}
