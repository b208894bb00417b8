import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { expect, test } from '../fixture.ts'
import { EditorPage, enterText, LibraryPage, signUp } from '../pages/app.ts'

const sample = join(import.meta.dirname, '../../assets/sample/harbour.mp4')

test('a sound is uploaded, recognised, edited over its waveform, and dubbed as sound', async ({
  page,
  server,
  folder,
}) => {
  const spoken = join(folder, 'talk.mp3')
  execFileSync('ffmpeg', ['-v', 'error', '-i', sample, '-vn', '-t', '8', '-b:a', '64k', spoken])
  await signUp(page, server.url)
  const library = new LibraryPage(page)
  await library.newFolder('Talks')
  await library.upload(spoken)
  await library.ready()
  await expect(library.card.locator('.cover img')).toBeVisible()
  await expect(library.card.locator('.video-facts')).toContainText('Sound')

  await test.step('what needs a picture is not offered', async () => {
    await library.card.getByRole('button', { name: /^Actions for/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Erase text from the picture' })).toBeDisabled()
    await page.keyboard.press('Escape')
  })

  await test.step('speech becomes lines', async () => {
    await library.choose('Extract subtitles')
    await expect(page.getByRole('radio')).toHaveCount(0)
    const extracted = await library.run('video_extract')
    await extracted.getByRole('button', { name: 'Open in the editor' }).click()
  })

  const editor = new EditorPage(page)
  await editor.opened()
  await test.step('a line is edited over the waveform, and the sound plays from it', async () => {
    await expect(page.locator('.player-heard')).toBeVisible()
    await expect(page.getByLabel('Thumbnail height')).toHaveCount(0)
    expect(await editor.rows.count()).toBeGreaterThan(1)
    const before = await editor.times(1)
    const line = readSrt(`1\n${before.join(' --> ')}\nx`, sequentialIds('c')).cues[0]!
    await editor.drag(line.end, line.end - 400, -3)
    const after = await editor.times(1)
    expect(after[0]).toBe(before[0])
    expect(after[1] < before[1]).toBe(true)
    await (await enterText(page, 1)).fill('The boat leaves in the morning.')
    await page.locator('.row-number').first().click()
    await expect(page.getByTestId('overlay-subtitle')).toHaveText('The boat leaves in the morning.')
    await page.locator('.player video').click()
    await editor.playsOn(500)
    await page.locator('.player video').click()
    await editor.saved()
  })
  await editor.leave()

  await test.step('its dub is a sound', async () => {
    await library.choose('Dub in this language')
    await expect(page.getByText('Slow the picture down')).toHaveCount(0)
    const dubbed = await library.run('video_dubbing_only')
    const file = page.waitForEvent('download')
    await dubbed.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name: 'Sound', exact: true }).click()
    const download = await file
    expect(download.suggestedFilename()).toMatch(/\.m4a$/)
    const path = join(folder, 'dub.m4a')
    await download.saveAs(path)
    expect(readFileSync(path).length).toBeGreaterThan(10_000)
  })
})
