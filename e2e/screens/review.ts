import type { Video } from '#core/contract/video.ts'
import type { Camera } from './camera.ts'

/** What a studio does with the subtitles of a folder: operations, flagged lines, the work on versions, the editing drawer. */
export async function takeReviewScreens(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  const flags = '**/space.folder/flags*'
  await page.goto(`${url}/lab/pro/folder/${video.folder_id}/videos`)
  await page.locator('.pro-video-row').first().waitFor()
  await camera.shot('pro-review-tools')

  await camera.button('review:operations').click()
  await camera.shot('operations')
  await camera.button('review:dry_run').click()
  await page.locator('.outcome').first().waitFor()
  await camera.shot('operations-dry-run')
  await page.locator('#operation-by').fill('-9000')
  await camera.button('review:dry_run').click()
  await page.locator('.outcome-fault').first().waitFor()
  await camera.shot('operations-not-allowed')
  await page.getByText(camera.word('review:kind_check'), { exact: true }).click()
  await camera.button('review:check_now').click()
  await page.locator('.operation-result').waitFor()
  await camera.shot('operations-check')
  await page.getByText(camera.word('review:kind_replace'), { exact: true }).click()
  await camera.shotOfOverlay('operations-replace')

  const answerFlags = async (lines: object): Promise<void> => {
    await page.unroute(flags)
    await page.route(flags, async (route) => {
      const answer = (await (await route.fetch()).json()) as { data: object }
      await route.fulfill({ json: { ...answer, data: lines } })
    })
    await page.reload()
  }
  await answerFlags({ list: [], open: 0, reviewed: 0, is_cut: false })
  await camera.button('review:review').click()
  await camera.shotOfOverlay('review-none')
  await answerFlags(flaggedLines(video))
  await page.getByRole('button', { name: camera.word('review:review_count').replace('{{n}}', '3') }).click()
  await page.locator('.flagged-line').first().waitFor()
  await camera.shotOfOverlay('review')
  await page.unroute(flags)

  await camera.button('review:work').click()
  await page.locator('.work-row').first().waitFor()
  await camera.shot('work')
  await page.locator('.day-field').click()
  await page.locator('.bp6-datepicker').waitFor()
  await camera.shotOfOverlay('work-calendar')
  await page.keyboard.press('Escape')

  await page.locator('.pro-video-name').first().click()
  await page.getByTestId('timeline').locator('canvas').first().waitFor()
  await camera.shot('editing-drawer')
}

function flaggedLines({ video_id, video_name }: Video) {
  const line = { file_id: 'f', video_id, video_name, name: video_name, rate: 1, review_time: '' }
  const texts = [
    ['Los primeros barcos salen antes del sol.', 'too_fast', ''],
    ['How long have you been working on the water, and what do people usually ask you about it?', 'not_translated', ''],
    ['Mi padre me enseñó en 1984.', 'number_differs', ''],
    ['Buenos días y bienvenidos al puerto.', 'unchanged', 'Ann'],
  ]
  const list = texts.map(([text = '', verdict = '', reviewed_by = ''], at) => ({
    ...line,
    ...{ language: 'es', cue_id: `c${at}`, number: at + 1, start: 1000 + at * 4000, end: 3000 + at * 4000 },
    ...{ text, verdict, note: '', reviewed_by },
  }))
  return { list, open: 3, reviewed: 1, is_cut: false }
}
