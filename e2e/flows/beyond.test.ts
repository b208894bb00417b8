import { readFile } from 'node:fs/promises'
import { writeWav } from '#tests/support/wav.ts'
import { expect, test } from '../fixture.ts'
import { menu, openVersion } from '../pages/app.ts'

const LINES = `1
00:00:01,000 --> 00:00:02,000
A line that is read much faster than anybody could ever read it aloud

2
00:00:05,000 --> 00:00:08,000
Two

3
00:00:10,000 --> 00:00:12,000
Three
`

/** A second of sound. */
const tone = () =>
  writeWav({ samples: Int16Array.from({ length: 8000 }, (_, at) => 12_000 * Math.sin(at / 4)), rate: 8000 })

test('a macro with its key, statistics, the sound of a file beside the original, and a profile of one’s own', async ({
  page,
  server,
}) => {
  const editor = await openVersion(page, server.url, LINES, 3)
  const palette = page.getByPlaceholder('Search commands')
  const type = async (command: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await palette.fill(command)
    await expect(page.getByRole('option').first()).toContainText(command)
    await page.keyboard.press('Enter')
    await expect(palette).toHaveCount(0)
  }
  await editor.timeline.focus()
  await type('go 2')

  // Recorded by two keys and a command, run by a key, taken back as one step.
  await page.keyboard.press('Alt+Shift+r')
  await page.keyboard.press('Alt+Period')
  await type('duration 2s')
  await page.keyboard.press('Alt+Shift+r')
  const dialog = page.getByRole('dialog', { name: 'Macros' })
  await dialog.getByLabel('Name of the macro').fill('Two seconds')
  await dialog.getByRole('button', { name: 'Key of Two seconds' }).click()
  await page.keyboard.press('F4')
  await expect(dialog.getByRole('button', { name: 'Key of Two seconds' })).toHaveText('F4')
  await page.keyboard.press('Escape')
  await editor.timeline.focus()
  await type('go 3')
  const before = await editor.times(3)
  await page.keyboard.press('F4')
  await expect.poll(() => editor.times(3)).not.toEqual(before)
  await page.keyboard.press('Control+z')
  await expect.poll(() => editor.times(3)).toEqual(before)

  await page.keyboard.press('Alt+s')
  const statistics = page.getByRole('region', { name: 'Statistics' })
  await expect(statistics).toContainText('Lines above 25 (Cuelane)1')
  const heat = page.getByTestId('minimap-heat')
  await expect
    .poll(() =>
      heat.evaluate((canvas: HTMLCanvasElement) =>
        canvas
          .getContext('2d')!
          .getImageData(0, 0, canvas.width, 1)
          .data.some((value) => value > 0),
      ),
    )
    .toBe(true)

  // A dub beside the original: here the sound of a file.
  await page.getByTestId('second-sound-file').setInputFiles({ name: 'dub.wav', mimeType: 'audio/wav', buffer: tone() })
  await expect(page.locator('.second-sound')).toHaveText('dub.wav')
  await expect(page.locator('.second-sound')).toHaveAttribute('data-state', 'done')

  await menu(page, 'Quality profiles')
  const profiles = page.getByRole('dialog', { name: 'Quality profiles' })
  await profiles.getByRole('button', { name: 'Copy to change it' }).click()
  await profiles.getByLabel('Name', { exact: true }).fill('House style')
  await profiles.getByLabel('Characters per second').fill('90')
  await profiles.getByLabel('Characters per second').press('Enter')
  // The cues follow the new number at once.
  await expect(page.locator('.row .row-cps').first()).toHaveAttribute('data-tip', /90/)
  const saving = page.waitForEvent('download')
  await profiles.getByRole('button', { name: 'Save as a file' }).click()
  const file = await (await saving).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ name: 'House style', base: 'cuelane', cps: 90 })
  await expect(statistics).toContainText('Lines above 90 (House style)0')
  await profiles.getByRole('button', { name: 'Delete the profile' }).click()
  await expect(statistics).toContainText('Lines above 25 (Cuelane)1')
  await profiles.getByTestId('profile-file').setInputFiles(file)
  await expect(statistics).toContainText('Lines above 90 (House style)0')
})
