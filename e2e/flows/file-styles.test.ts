import { readFile } from 'node:fs/promises'
import { karaokeFile } from '../../tests/support/karaoke.ts'
import { expect, test } from '../fixture.ts'
import { menu, openSample } from '../pages/app.ts'
import { drawing } from '../pages/drawing.ts'

const YELLOW = [255, 255, 0] as const
const GREEN = [0, 255, 0] as const

test('a file with karaoke and places is imported, shown as it was made, edited, and comes back', async ({
  page,
  server,
}) => {
  const editor = await openSample(page, server.url)
  const file = { name: 'song.ass', mimeType: 'text/plain', buffer: Buffer.from(karaokeFile) }
  await page.getByTestId('subtitle-file').setInputFiles(file)
  await page.getByRole('dialog', { name: 'Import song.ass' }).getByRole('button', { name: 'Import' }).click()
  await expect(editor.rows).toHaveCount(4)
  await editor.opened()
  const seek = async (row: number): Promise<void> => page.locator('.row-number').nth(row).dblclick()
  const share = async (color: readonly [number, number, number]): Promise<number> => (await drawing(page, color)).share

  // The yellow sign stands where its file says, the song above it has only begun.
  await seek(0)
  await expect.poll(() => share(YELLOW)).toBeGreaterThan(0.002)
  const { left, top } = await drawing(page, YELLOW)
  expect([left > 0.1 && left < 0.3, top > 0.4 && top < 0.65]).toEqual([true, true])
  const begun = await share(GREEN)
  // At the end of the line all of it is sung: the green of its style has filled the words.
  const { x, y } = await editor.at(3000)
  await page.mouse.click(x, y - 60)
  await expect.poll(() => share(GREEN)).toBeGreaterThan(begun * 1.5)
  await seek(0)

  // The same script in another style, and back.
  await page.getByRole('button', { name: 'Show style of subtitles' }).click()
  await page.getByText('Style of this version').click()
  await expect.poll(() => share(YELLOW)).toBe(0)
  await expect(page.getByLabel('Size, % of the picture')).toBeVisible()
  await page.getByText('Styles of the file').click()
  await expect.poll(() => share(YELLOW)).toBeGreaterThan(0.002)
  await expect(page.getByLabel('Size, % of the picture')).toHaveCount(0)

  const save = async (): Promise<string> => {
    await menu(page, 'Export subtitles')
    await expect(page.getByLabel('Format')).toHaveAttribute('data-value', 'ass')
    const download = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    return readFile(await (await download).path(), 'utf8')
  }
  expect(await save()).toBe(karaokeFile)

  // An edited cue keeps its style; all others are unchanged.
  const sign = page.getByLabel('Text of line 1', { exact: true })
  await sign.fill((await sign.inputValue()).replace('HARBOUR', 'PIER'))
  await expect.poll(() => share(YELLOW)).toBeGreaterThan(0.0005)
  await editor.saved()
  await page.reload()
  await editor.opened()
  expect(await save()).toBe(karaokeFile.replace('HARBOUR', 'PIER'))
  await sign.focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await editor.saved()
  expect(await save()).toBe(karaokeFile)
})
