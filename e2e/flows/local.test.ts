import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { makeMediaFixtures } from '#tests/support/media-fixtures.ts'
import { pictureSubtitles } from '#tests/support/pgs.ts'
import { sampleClip } from '#tests/support/small-video.ts'
import { rolling } from '#tests/support/roll-up.ts'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { EditorPage, enterText, rowText, signIn } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'

const root = join(import.meta.dirname, '..', '..')
const videos = makeMediaFixtures(root)

const FRENCH = `1
00:00:01,000 --> 00:00:03,000
Je ne sais pas où il est allé hier soir.

2
00:00:04,000 --> 00:00:06,000
Mais il va revenir avant la nuit, j'en suis sûre.
`

/** Replaces the user's answers to the browser's dialogs. */
interface Asked {
  answer: PermissionState
  asked: string[]
}

/**
 * Files of the origin's private file system replace local ones, since dialogs need a real user. Handles and reading are
 * the browser's own.
 */
async function placeFiles(page: Page, paths: readonly string[]): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', multiple: true, id: 'placed' })
    document.body.append(input)
  })
  await page.locator('#placed').setInputFiles([...paths])
  await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory()
    for (const file of (document.getElementById('placed') as HTMLInputElement).files ?? []) {
      const stream = await (await folder.getFileHandle(file.name, { create: true })).createWritable()
      await stream.write(file)
      await stream.close()
    }
  })
  await page.addInitScript(() => {
    const state: Asked = { answer: 'granted', asked: [] }
    Object.assign(window, {
      state,
      showOpenFilePicker: async () => {
        const handles: FileSystemHandle[] = []
        for await (const handle of (await navigator.storage.getDirectory()).values()) handles.push(handle)
        return handles
      },
    })
    Object.assign(FileSystemFileHandle.prototype, {
      queryPermission: async () => 'prompt',
      async requestPermission(this: FileSystemFileHandle, { mode }: { mode: string }) {
        state.asked.push(`${this.name} ${mode}`)
        return state.answer
      },
    })
  })
}

const answer = (page: Page, state: PermissionState) =>
  page.evaluate((value) => {
    ;(window as unknown as { state: Asked }).state.answer = value
  }, state)

const askedFor = (page: Page) => page.evaluate(() => (window as unknown as { state: Asked }).state.asked)

test('files of this computer open again from the list, once the browser was asked', async ({
  page,
  server,
  folder,
}) => {
  await signIn(page, server.url)
  const subtitle = join(folder, 'film.srt')
  await writeFile(subtitle, FRENCH)
  const video = join(folder, 'harbour.mp4')
  await writeFile(video, sampleClip(5))
  await placeFiles(page, [video, subtitle])
  const address = `${server.url}/lab/pro/srt-edit`
  const editor = new EditorPage(page)
  const recents = page.getByRole('region', { name: 'Recent files' })
  const entry = recents.getByRole('button', { name: /^harbour.mp4/ })

  await test.step('the first visit: what was chosen is shown with what it holds', async () => {
    await page.goto(address)
    await expect(recents).toContainText('Files that you open are listed here')
    await noSeriousFault(page)
    await page.getByRole('button', { name: 'Choose files…' }).click()
    const chosen = page.getByRole('region', { name: 'Video and subtitles' })
    await expect(chosen).toContainText('0:05 · 640 × 360 · 25 fps')
    await expect(chosen).toContainText('2 lines (SRT)')
    await expect(chosen.getByLabel('Language of the subtitles')).toHaveAttribute('data-value', 'fr')
    await expect(chosen).toContainText('Detected from the text: French, 100%')
    await noSeriousFault(page)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await editor.opened()
    await expect(editor.rows).toHaveCount(2)
  })

  await test.step('refused: it says so, and stays in the list', async () => {
    await page.goto(address)
    await expect(entry).toContainText('film.srt')
    await expect(entry).toContainText('0:05 · 2 lines · just now')
    await noSeriousFault(page)
    await answer(page, 'denied')
    await entry.click()
    await expect(page.getByText('The browser was not allowed to open film.srt')).toBeVisible()
    await expect(entry).toBeEnabled()
  })

  await test.step('allowed: it opens, and is written back', async () => {
    await answer(page, 'granted')
    await entry.click()
    await editor.opened()
    expect((await askedFor(page)).slice(-2)).toEqual(['film.srt readwrite', 'harbour.mp4 read'])
    await (await enterText(page, 1)).fill('Changée')
    await expect(page.getByTestId('save-mark')).toHaveAttribute('data-state', 'local')
    await page.keyboard.press('Control+s')
    await expect(page.getByTestId('save-mark')).toHaveAttribute('data-state', 'saved')
    const written = await page.evaluate(async () => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle('film.srt')
      return (await handle.getFile()).text()
    })
    expect(written).toContain('Changée')
  })

  await test.step('gone: it says so; taken out of the list', async () => {
    await page.goto(address)
    await expect(recents.getByRole('listitem')).toHaveCount(1)
    await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('harbour.mp4'))
    await entry.click()
    await expect(page.getByText('harbour.mp4 is not where it was')).toBeVisible()
    await recents.getByRole('button', { name: 'Remove harbour.mp4 from the list' }).press('Enter')
    await expect(recents).toContainText('Files that you open are listed here')
    await page.reload()
    await expect(recents).toContainText('Files that you open are listed here')
  })
})

test('files of this computer: refused ones, captions that roll up, subtitles inside a video, and a browser that keeps none open', async ({
  page,
  server,
  folder,
}) => {
  await signIn(page, server.url)

  await test.step('a file that is none is refused where it was chosen; its language is looked for off the page’s thread', async () => {
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.goto(`${server.url}/lab/pro/srt-edit`)
    const words = join(folder, 'words.srt')
    await writeFile(words, 'no subtitles at all')
    await page.getByTestId('local-files').setInputFiles(words)
    await expect(page.getByRole('alert')).toContainText('No subtitles found in this file')
    await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeDisabled()
    await page.getByRole('button', { name: 'Remove words.srt' }).click()
    await expect(page.getByText('Drop a video and a subtitle file here')).toBeVisible()
    expect(page.workers().some((worker) => worker.url().includes('language'))).toBe(false)
    const subtitle = join(folder, 'film.srt')
    await writeFile(subtitle, FRENCH)
    await page.getByTestId('local-files').setInputFiles(subtitle)
    await expect(page.getByLabel('Language of the subtitles')).toHaveAttribute('data-value', 'fr')
    expect(page.workers().some((worker) => worker.url().includes('language'))).toBe(true)

    // Bytes of unclear encoding: the user chooses, and returns with the text written.
    await writeFile(subtitle, Buffer.from(FRENCH, 'latin1'))
    await page.getByTestId('local-files').setInputFiles(subtitle)
    const encoding = page.getByLabel('Encoding')
    await expect(encoding).toBeVisible()
    const guess = (await encoding.getAttribute('data-value')) ?? ''
    await choose(encoding, { index: 1 })
    await expect(encoding).not.toHaveAttribute('data-value', guess)
    await choose(encoding, guess)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(rowText(page, 1)).toHaveText('Je ne sais pas où il est allé hier soir.')
    await page.getByRole('button', { name: 'Save and exit' }).click()
    await expect(page.getByRole('region', { name: 'Recent' }).getByText('film.srt')).toBeVisible()
  })

  await test.step('captions that roll up can be opened as single rows, or as they are', async () => {
    const captions = join(folder, 'auto.en.vtt')
    const said = [
      'where were you last night',
      'i waited for hours',
      'do not tell me',
      'that you forgot again',
      'please',
    ]
    await writeFile(captions, rolling(said, 'two'))
    const open = async (): Promise<void> => {
      await page.goto(`${server.url}/lab/pro/srt-edit`)
      await page.getByTestId('local-files').setInputFiles(captions)
      await expect(page.getByText('5 lines become 5')).toBeVisible()
    }
    await open()
    await expect(page.getByLabel('Show each row once')).toBeChecked()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(rowText(page, 2)).toHaveText('i waited for hours')
    await open()
    await page.getByText('Show each row once').click()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(rowText(page, 2)).toHaveText('where were you last night\ni waited for hours')
  })

  await test.step('a browser that keeps no files open lists names, says why, and has them chosen again', async () => {
    const subtitle = join(folder, 'reopened.srt')
    await writeFile(subtitle, FRENCH)
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
    await page.goto(`${server.url}/lab/pro/srt-edit`)
    await page.getByTestId('local-files').setInputFiles(subtitle)
    await choose(page.getByLabel('Language of the subtitles'), 'es')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    const editor = new EditorPage(page)
    await expect(editor.rows).toHaveCount(2)
    await page.goto(`${server.url}/lab/pro/srt-edit`)
    await expect(page.getByText('This browser can’t reopen files')).toBeVisible()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^reopened.srt/ }).click()
    await (await chooser).setFiles(subtitle)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(editor.rows).toHaveCount(2)
  })

  await test.step('subtitles inside a local video are offered: text to edit, pictures named as such', async () => {
    const pictures = join(folder, 'pictures.sup')
    await writeFile(pictures, pictureSubtitles())
    const video = join(folder, 'film.mkv')
    const tracks = ['-map', '0', '-map', '1', '-c', 'copy', '-metadata:s:s:2', 'language=eng']
    execFileSync('ffmpeg', ['-v', 'error', '-i', join(videos, 'texts.mkv'), '-i', pictures, ...tracks, video])
    await page.goto(`${server.url}/lab/pro/srt-edit`)
    await page.getByTestId('local-files').setInputFiles(video)
    const german = page.getByRole('radio', { name: 'German · SubRip · 2 lines' })
    await expect(page.getByRole('radio', { name: 'New, without lines' })).toBeChecked()
    // Counted by reading: this file lacks the number.
    await expect(page.getByRole('radio', { name: 'Chinese · ASS · 2 lines' })).toBeEnabled()
    await expect(page.getByRole('radio', { name: 'English · PGS · pictures of text' })).toBeDisabled()
    await german.check({ force: true })
    await expect(page.getByLabel('Language of the subtitles')).toHaveAttribute('data-value', 'de')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    const editor = new EditorPage(page)
    await expect(editor.rows).toHaveCount(2)
    expect(await editor.times(1)).toEqual(['00:00:01,000', '00:00:02,500'])
    await expect(rowText(page, 2)).toHaveText('你好')
  })
})
