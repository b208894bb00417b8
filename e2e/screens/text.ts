import { EditorPage } from '../pages/app.ts'
import type { Camera } from './camera.ts'

/** The text box under the lines and beside them, with the source, and what goes out for review. */
export async function takeTextScreens(camera: Camera, address: string): Promise<void> {
  const { page } = camera
  await page.goto(address)
  await new EditorPage(page).opened()
  await camera.command('translating')
  await page.locator('.row-number').nth(1).click()
  await page
    .locator('.text-box-text')
    .fill('Helo! The first boats leave before the sun,\nand nobody in the town has ever seen them go out.')
  await page.locator('.text-box-misspelled-word').first().waitFor()
  await camera.command('suggest_line')
  await page.locator('.text-box-suggested').waitFor()
  await camera.shot('text-box')
  await page.locator('.text-box-text').focus()
  await page.keyboard.press('Control+.')
  await page.getByRole('menuitem', { name: 'Hello', exact: true }).waitFor()
  await camera.shotOfOverlay('text-suggestions')
  await camera.command('text_side')
  await camera.shot('text-beside')
  await camera.command('text_box')
  await camera.command('review_file')
  await camera.shot('review-file')
  await page.getByRole('tab', { name: camera.word('editor:review_in') }).click()
  await page.locator('.review-dialog input[type=file]').setInputFiles({
    name: 'film.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'No.,Start,End,Source,Text,Comment\n1,"00:00:00,800","00:00:03,015",,"Good morning, and welcome to the port.",Shorter?\n9,"00:59:00,000","00:59:02,000",,Not here,\n',
    ),
  })
  await page.locator('.review-sum').waitFor()
  await camera.shotOfOverlay('review-file-in')
}
