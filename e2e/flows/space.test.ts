import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixture.ts'
import { smallVideo } from '#tests/support/small-video.ts'
import { signIn } from '../pages/app.ts'

/** Uploaded again and again: little to prepare. */
const CLIP = smallVideo()
const LINES =
  '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nGood night and thank you all'

test('files of the space are chosen, moved by drag, read, bound, downloaded and brought back, also in a low window', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { folder_id: other } = await client.ok('addFolder', { folder_name: 'Other' })
  const { folder_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await page.goto(`${server.url}/lab/library/file/${folder_id}`)
  const cards = page.locator('.file-place')
  await expect(cards).toHaveCount(1)
  const buffer = Buffer.from(LINES)
  await page
    .getByTestId('video-files')
    .setInputFiles(
      ['Harbour.en.srt', 'notes.srt', 'third.srt'].map((name) => ({ name, mimeType: 'text/plain', buffer })),
    )
  await expect(cards).toHaveCount(4)

  await page.getByRole('button', { name: 'Read notes' }).click()
  await expect(page.getByText('Good night and thank you all')).toBeVisible()
  await page.keyboard.press('Escape')

  // Two subtitle files dropped on the video's card are asked about one after the other.
  const drop = await page.evaluateHandle((lines) => {
    const transfer = new DataTransfer()
    for (const name of ['one.srt', 'two.srt']) transfer.items.add(new File([lines], name))
    return transfer
  }, LINES)
  for (const type of ['dragover', 'drop'])
    await page.dispatchEvent('.video-card[data-video]', type, { dataTransfer: drop })
  await expect(page.locator('.videos-over')).toHaveCount(0)
  for (const [at, name] of ['one.srt', 'two.srt'].entries()) {
    const dialog = page.getByRole('dialog', { name: `Import ${name}` })
    await expect(dialog).toContainText(`File ${at + 1} of 2`)
    await expect(dialog).toContainText('Becomes a version of “Harbour')
    await dialog.getByRole('button', { name: 'Import' }).click()
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(cards.filter({ has: page.locator('[data-video]') })).toContainText('4 subtitles')

  const card = (name: string) => cards.filter({ hasText: name })
  await card('third')
    .locator('.cover')
    .click({ modifiers: ['Control'] })
  await expect(page.getByRole('toolbar')).toContainText('1 chosen')
  await card('notes')
    .locator('.video-name')
    .click({ modifiers: ['Shift'] })
  await expect(page.getByRole('toolbar')).toContainText('2 chosen')
  expect(page.context().pages()).toHaveLength(1)
  await card('notes')
    .locator('.video-facts')
    .click({ modifiers: ['Control'] })
  await expect(page.getByRole('toolbar')).toContainText('1 chosen')
  await card('third').dragTo(page.locator('.folder-entry', { hasText: 'Other' }))
  await expect(card('third')).toHaveCount(0)
  // A file that was dragged away is deselected.
  await expect(page.getByRole('toolbar')).toHaveCount(0)
  expect((await client.ok('listFiles', { folder_id: other })).total).toBe(1)

  await card('notes').locator('.video-name').focus()
  await page.keyboard.press('Control+Space')
  await expect(page.getByRole('toolbar')).toContainText('1 chosen')
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.keyboard.press('Control+a')
  await expect(page.getByRole('toolbar')).toContainText('3 chosen')
  // The list that was changed before may be read again meanwhile.
  const others = asked.filter((path) => path.includes('/space.folder/getfile') && !path.endsWith('/getfiles'))
  expect(others).toEqual(['/admin/space.folder/getfileids'])
  await page.getByRole('toolbar').getByRole('button', { name: 'Download…' }).click()
  await page.getByText('Subtitles only').click()
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ])
  expect(readFileSync(await zip.path()).includes('notes.srt')).toBe(true)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear the choice' }).click()
  await expect(page.getByRole('toolbar')).toHaveCount(0)

  await card('notes').locator('.video-name').focus()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card('notes')).toHaveCount(0)
  // The message before this one fades out.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card('notes')).toHaveCount(1)

  await card('notes')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Bind to a video…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Bind', exact: true }).click()
  await expect(card('notes')).toHaveCount(0)

  await test.step('in a low window all entries of a card’s menu can be reached, and all buttons stand in one line', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto(`${server.url}/lab/library/file/${folder_id}`)
    const [title, button] = await Promise.all(
      [page.locator('.videos-head h1'), page.getByRole('button', { name: 'Upload', exact: true })].map((part) =>
        part.boundingBox(),
      ),
    )
    expect(button!.y).toBeLessThan(title!.y + title!.height)
    await page.goto(`${server.url}/lab/workspace`)
    await expect(page.locator('.quick-start').first()).toBeVisible()
    const heights = await page.locator('.quick-starts > li').evaluateAll((all) => all.map((one) => one.clientHeight))
    expect(new Set(heights).size).toBe(1)
    for (const height of [640, 480]) {
      await page.setViewportSize({ width: 900, height })
      await page.goto(`${server.url}/lab/library/file/${folder_id}`)
      await page
        .locator('.video-card[data-video]')
        .getByRole('button', { name: /^Actions for/ })
        .click()
      const menu = page.getByRole('menu')
      await expect(menu).toBeVisible()
      const box = (await menu.boundingBox())!
      expect(box.y).toBeGreaterThanOrEqual(0)
      expect(box.y + box.height).toBeLessThanOrEqual(height)
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    }
  })
})

test('the upload page looks into files first, sends what fits, pauses, resumes, binds subtitles by name, and goes on after a lost connection', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Films' })
  await page.goto(`${server.url}/lab/upload/${folder_id}`)
  const video = CLIP
  const srt = Buffer.from(LINES)
  // Each part waits until it is let go.
  const held: (() => void)[] = []
  await page.route('**/upload/**', async (route) => {
    if (route.request().method() === 'PUT') await new Promise<void>((go) => held.push(go))
    await route.continue().catch(() => undefined)
  })
  await page.getByTestId('upload-files').setInputFiles([
    { name: 'harbour.mp4', mimeType: 'video/mp4', buffer: video },
    { name: 'noise.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(20_000, 'x') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: srt },
    { name: 'harbour.en.srt', mimeType: 'text/plain', buffer: srt },
  ])
  const row = (name: string) => page.locator('.upload-row', { hasText: name })
  await expect(row('noise.mp4').getByRole('alert')).toContainText('Unable to read video information')
  await expect(row('notes.txt').getByRole('alert')).toContainText('File format not supported')
  await expect(row('harbour.mp4')).toContainText('harbour.en.srt')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await row('harbour.mp4').getByRole('button', { name: 'Pause' }).click()
  await expect(row('harbour.mp4')).toContainText('Paused')
  await page.unroute('**/upload/**')
  for (const go of held) go()
  await row('harbour.mp4').getByRole('button', { name: 'Resume' }).click()
  await expect(row('harbour.mp4')).toHaveAttribute('data-phase', 'done')
  const { list } = await client.ok('listVideos', { folder_id })
  expect(list.map(({ video_name, subtitle_sum }) => [video_name, subtitle_sum])).toEqual([['harbour', 1]])

  await test.step('an upload that loses its connection, also after its last byte, goes on by itself and sends nothing twice', async () => {
    let sent = 0
    await page.route('**/upload/**', async (route) => {
      if (route.request().method() === 'PUT') sent++
      await route.continue()
    })
    // The first answer about the video is lost, when all of the file has arrived.
    let isLost = false
    await page.route('**/file.video/add', async (route) => {
      if (isLost) return route.continue()
      isLost = true
      await route.fetch()
      await page.context().setOffline(true)
      return route.abort('internetdisconnected')
    })
    const lost = row('lost.mp4')
    const [name, mimeType] = ['lost.mp4', 'video/mp4']
    await page.getByTestId('upload-files').setInputFiles([{ name, mimeType, buffer: CLIP }])
    await expect(lost).toHaveAttribute('data-phase', 'offline')
    await expect(lost).toContainText('No connection')
    const parts = sent
    await page.context().setOffline(false)
    await expect(lost).toHaveAttribute('data-phase', 'done')
    expect(sent).toBe(parts)
    expect((await client.ok('listVideos', { folder_id })).total).toBe(2)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible()
    await expect(page.locator('.upload-broken')).toHaveCount(0)
  })
})

test('uploads that a reload broke off, of a chosen file with its subtitles and of a dropped one, go on without choosing them again', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Films' })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${server.url}/lab/upload/${folder_id}`)
  const video = CLIP
  // The system's dialog and desktop are unavailable here: both are replaced by files of the browser's file system.
  await page.addInitScript(() => {
    const handleOf = async (name: string) => (await navigator.storage.getDirectory()).getFileHandle(name)
    Object.assign(window, { showOpenFilePicker: () => Promise.all(['harbour.mp4', 'harbour.en.srt'].map(handleOf)) })
    Object.assign(DataTransferItem.prototype, { getAsFileSystemHandle: () => handleOf('dropped.mp4') })
  })
  await page.reload()
  await page.evaluate(
    async ([bytes = '', lines = '']) => {
      const root = await navigator.storage.getDirectory()
      const write = async (name: string, content: BufferSource | string) => {
        const writable = await (await root.getFileHandle(name, { create: true })).createWritable()
        await writable.write(content)
        await writable.close()
      }
      const decoded = Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))
      for (const name of ['harbour.mp4', 'dropped.mp4']) await write(name, decoded)
      await write('harbour.en.srt', lines)
    },
    [video.toString('base64'), LINES],
  )
  await page.route('**/upload/**', (route) => (route.request().method() === 'PUT' ? undefined : route.continue()))
  const row = (name: string) => page.locator('.upload-row', { hasText: name })
  await page.getByRole('button', { name: 'Choose files' }).click()
  await expect(row('harbour.mp4')).toHaveAttribute('data-phase', 'sending')
  const dataTransfer = await page.evaluateHandle(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('dropped.mp4')
    const transfer = new DataTransfer()
    transfer.items.add(await handle.getFile())
    return transfer
  })
  await page.dispatchEvent('.upload-drop', 'dragover', { dataTransfer })
  await page.dispatchEvent('.upload-drop', 'drop', { dataTransfer })
  await expect(row('dropped.mp4')).toHaveAttribute('data-phase', 'sending')
  const kept = () => page.evaluate(() => localStorage.getItem('unfinished_uploads') ?? '')
  await expect.poll(kept).toMatch(/harbour\.mp4.*dropped\.mp4|dropped\.mp4.*harbour\.mp4/)
  await page.reload()
  await page.unroute('**/upload/**')
  await expect(page.locator('.upload-broken li', { hasText: 'harbour.mp4' })).toContainText('harbour.en.srt')
  for (const name of ['harbour.mp4', 'dropped.mp4']) {
    await page.getByRole('button', { name: `Continue ${name}` }).click()
    await expect(row(name)).toHaveAttribute('data-phase', 'done')
  }
  const { list } = await client.ok('listVideos', { folder_id })
  const found = list.map(({ video_name, subtitle_sum }) => `${video_name} ${subtitle_sum}`)
  expect(found.sort()).toEqual(['dropped 0', 'harbour 1'])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible()
  await expect(page.locator('.upload-broken')).toHaveCount(0)
})

test('of a chosen folder each subtitle goes to the video beside it, also where the page is left before', async ({
  page,
  server,
  folder,
}) => {
  const client = await signIn(page, server.url)
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Films' })
  const video = CLIP
  for (const season of ['S1', 'S2']) {
    await mkdir(join(folder, 'Show', season), { recursive: true })
    // Equal names and content: only the folder distinguishes them.
    await writeFile(join(folder, 'Show', season, 'Ep1.mp4'), video)
    await writeFile(join(folder, 'Show', season, 'Ep1.srt'), `1\n00:00:01,000 --> 00:00:02,000\n${season}\n`)
  }
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.accept()
  })
  await page.goto(`${server.url}/lab/upload/${folder_id}`)
  // The video exists, its subtitle not yet.
  let asked = 0
  await page.route('**/file.srt/add', (route) => (asked++ === 0 ? route.continue() : undefined))
  await page.getByTestId('upload-directory').setInputFiles(join(folder, 'Show'))
  await expect.poll(() => asked).toBe(2)
  await page.reload()
  expect(questions).toEqual(['beforeunload'])
  await page.unroute('**/file.srt/add')
  await page.reload()
  const textsOf = async () => {
    const { list } = await client.ok('listVideos', { folder_id })
    const versions = await Promise.all(
      list.map(async ({ video_id }) => (await client.ok('listVersions', { folder_id, video_id })).list),
    )
    const files = versions.map((list) => Promise.all(list.map(({ file_id }) => client.ok('getVersion', { file_id }))))
    return (await Promise.all(files)).map((list) => list.map(({ subtitle_txt }) => subtitle_txt[0]?.text))
  }
  await expect.poll(async () => (await textsOf()).sort()).toEqual([['S1'], ['S2']])
  await expect(page.locator('.upload-broken')).toHaveCount(0)
})

test('of files that arrived at once none is said to have broken off; uploads end with their folder, and another account sees none', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  await client.ok('addFolder', { folder_name: 'Stays' })
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Films' })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${server.url}/lab/upload/${folder_id}`)
  const mimeType = 'video/mp4'
  const videos = [2, 3, 4].map((seconds) => ({ name: `Take ${seconds}.mp4`, mimeType, buffer: smallVideo(seconds) }))
  const rows = page.locator('.upload-row')
  await page.getByTestId('upload-files').setInputFiles(videos)
  await expect(rows.locator('.upload-file')).toHaveText(videos.map(({ name }) => name))
  await expect(page.locator('.upload-row[data-phase=done]')).toHaveCount(videos.length, { timeout: 60_000 })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible()
  await expect(page.locator('.upload-broken')).toHaveCount(0)

  await page.route('**/upload/**', (route) => (route.request().method() === 'PUT' ? undefined : route.continue()))
  const buffer = CLIP
  const sendMine = async (): Promise<void> => {
    await page.getByTestId('upload-files').setInputFiles([{ name: 'mine.mp4', mimeType, buffer }])
    await expect(rows.last()).toHaveAttribute('data-phase', 'sending')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('unfinished_uploads'))).toContain('mine.mp4')
  }
  await sendMine()
  await page.getByRole('link', { name: 'Open the folder' }).click()
  await page.getByRole('button', { name: 'Actions for Films' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Stays' })).toBeVisible()
  await page.getByRole('button', { name: 'Upload many files or folders' }).click()
  await expect(rows.getByRole('alert')).toContainText('This folder is no longer there')

  await sendMine()
  const other = await signIn(page, server.url)
  await other.ok('addFolder', { folder_name: 'Other' })
  await page.goto(`${server.url}/lab/upload`)
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible()
  await expect(page.locator('.upload-page')).not.toContainText('mine.mp4')
})

test('an upload of another tab is told as such, is not sent a second time, and goes on here once that tab is closed', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Films' })
  const address = `${server.url}/lab/upload/${folder_id}`
  const context = page.context()
  await context.addInitScript(() => {
    const handleOf = async (name: string) => (await navigator.storage.getDirectory()).getFileHandle(name)
    Object.assign(window, { showOpenFilePicker: () => Promise.all(['harbour.mp4'].map(handleOf)) })
  })
  await page.goto(address)
  await page.evaluate(async (bytes) => {
    const root = await navigator.storage.getDirectory()
    const writable = await (await root.getFileHandle('harbour.mp4', { create: true })).createWritable()
    await writable.write(Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0)))
    await writable.close()
  }, CLIP.toString('base64'))
  const other = await context.newPage()
  await other.goto(address)
  await expect(other.getByRole('button', { name: 'Choose files' })).toBeVisible()
  await page.route('**/upload/**', (route) => (route.request().method() === 'PUT' ? undefined : route.continue()))
  await page.getByRole('button', { name: 'Choose files' }).click()
  await expect(page.locator('.upload-row')).toHaveAttribute('data-phase', 'sending')

  // The other tab gets it, also for an upload that it shows from its start.
  const elsewhere = other.locator('.upload-elsewhere')
  await expect(elsewhere.getByRole('listitem')).toContainText('harbour.mp4')
  await other.reload()
  await expect(elsewhere.getByRole('listitem')).toContainText('harbour.mp4')
  await expect(elsewhere.getByRole('button')).toHaveCount(0)
  await expect(other.locator('.upload-broken')).toHaveCount(1)
  // A pause there changes nothing of it.
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.locator('.upload-row')).toHaveAttribute('data-phase', 'paused')
  await other.getByRole('button', { name: 'Choose files' }).click()
  await expect(other.locator('.upload-row')).toHaveAttribute('data-phase', 'elsewhere')
  await other.getByRole('button', { name: 'Remove from list' }).click()
  await expect(elsewhere).toBeVisible()

  await page.close()
  await other.getByRole('button', { name: 'Continue harbour.mp4' }).click()
  await expect(elsewhere).toHaveCount(0)
  await expect(other.locator('.upload-row')).toHaveAttribute('data-phase', 'done')
  await expect(other.locator('.upload-broken')).toHaveCount(0)
  expect((await client.ok('listVideos', { folder_id })).total).toBe(1)
})
