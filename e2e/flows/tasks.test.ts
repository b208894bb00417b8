import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixture.ts'
import { signIn, uploadVideo } from '../pages/app.ts'

const ENGLISH = `1
00:00:01,000 --> 00:00:03,000
Good morning, and welcome to the harbour.

2
00:00:04,000 --> 00:00:07,000
The first boats leave before the sun is up.

3
00:00:08,000 --> 00:00:10,000
How long have you been working on the water?
`

test('subtitle files into two languages: detected, priced, run, corrected, downloaded as a zip', async ({
  page,
  server,
  folder,
}) => {
  await signIn(page, server.url)
  const long = `${'a long name of an episode '.repeat(6)}.srt`
  const [first, second, other, random] = [long, 'two.srt', 'notes.txt', 'random.srt'].map((name) => join(folder, name))
  for (const path of [first, second, other]) await writeFile(path!, ENGLISH)
  await writeFile(random!, 'nothing of the kind')
  await page.goto(`${server.url}/lab/subtitleTranslate`)
  await page.getByTestId('srt-files').setInputFiles([first!, second!, other!, random!])
  const refused = page.getByRole('alert')
  await expect(refused).toContainText('notes.txt File format not supported. Only .srt files are translated here')
  await expect(refused).toContainText(
    'random.srt No subtitles found in this file. Check that it is a SubRip (.srt) file',
  )
  await expect(page.getByText('Detected', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Spanish' }).click()
  await page.getByRole('button', { name: 'French' }).click()
  await expect(page.getByRole('cell', { name: '2 credits' })).toHaveCount(4)
  for (const tool of await page.getByRole('button', { name: 'Remove from the list' }).all())
    await expect(tool).toBeInViewport({ ratio: 1 })
  // Choices survive navigating to another page.
  await page.getByRole('link', { name: 'My space' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('are not translated yet')
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Start for 8 credits' }).click()
  await expect(page.locator('.result-cell[data-state=succeeded]')).toHaveCount(4, { timeout: 60_000 })
  await expect(page.getByText('4 completed, 0 failed')).toBeVisible()
  const states = page.locator('.result-cell .task-state')
  const cut = await states.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
  expect(cut, 'no state is cut').toBe(0)
  // Each source of text has a distinct icon.
  const signs = page.locator('.result-cell').first().locator('.result-tools svg')
  const names = await signs.evaluateAll((all) => all.map((sign) => sign.getAttribute('data-icon')))
  expect(new Set(names).size).toBe(names.length)
  const zip = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  expect((await zip).suggestedFilename()).toMatch(/\.zip$/)
  await page.getByRole('button', { name: 'Review' }).first().click()
  // Each column begins where its head does.
  const xOf = async (part: string, at: number): Promise<number> => {
    const box = await page.getByRole('dialog').locator(`${part} > *`).nth(at).boundingBox()
    return Math.round(box!.x)
  }
  for (const column of [1, 2]) expect(await xOf('.text-row', column)).toBe(await xOf('.text-head', column))
  await page.getByLabel('Line at 00:00:01,000').fill('Corrected here')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
})

test('an erasing project: made, filled, its region marked by keys, priced, run, and gone', async ({ page, server }) => {
  const client = await signIn(page, server.url)
  const { video_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await expect.poll(async () => (await client.ok('getVideo', { file_id: video_id })).state, { timeout: 60_000 }).toBe(1)
  await page.goto(`${server.url}/lab/project/video_erase`)
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByLabel('Name of the project').fill('Harbour')
  await page.getByRole('button', { name: 'Create' }).click()
  // A folder without videos is passed over.
  const texts = await client.ok('addFolder', { folder_name: 'Texts' })
  await client.ok('addVersion', { ...texts, name: 'a text', language: 'en', content: ENGLISH })
  await page.getByRole('button', { name: 'Add videos' }).click()
  await page.getByRole('dialog').getByRole('checkbox').first().check({ force: true })
  await page.getByRole('button', { name: 'Add 1 video' }).click()
  await page.getByText('In a part of the picture').click()
  const region = page.getByRole('group', { name: /^Marked part/ })
  await region.focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByLabel('Top')).toHaveValue('77')
  // Its inside moves it, a corner sizes it, beside it a new one is drawn; then keys go on.
  const picture = (await page.locator('.region-area').boundingBox())!
  const drag = async (from: [number, number], to: [number, number]): Promise<void> => {
    const at = ([x, y]: [number, number]) => [picture.x + picture.width * x, picture.y + picture.height * y] as const
    await page.mouse.move(...at(from))
    await page.mouse.down()
    await page.mouse.move(...at(to), { steps: 3 })
    await page.mouse.up()
  }
  const sides = async (): Promise<number[]> => {
    const values = ['Left', 'Top', 'Width', 'Height'].map((side) => page.getByLabel(side).inputValue())
    return (await Promise.all(values)).map((value) => Math.round(Number(value) / 5) * 5)
  }
  await drag([0.5, 0.87], [0.5, 0.47])
  expect(await sides()).toEqual([5, 35, 90, 20])
  await drag([0.95, 0.57], [0.55, 0.77])
  expect(await sides()).toEqual([5, 35, 50, 40])
  await drag([0.6, 0.9], [0.9, 0.6])
  expect(await sides()).toEqual([60, 60, 30, 30])
  for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowLeft')
  expect(await sides()).toEqual([40, 60, 30, 30])
  await expect(region).not.toHaveClass(/region-mask/)
  await page.getByText('Show what is taken out').click()
  await expect(region).toHaveClass(/region-mask/)
  await page.getByRole('slider', { name: /frame/i }).press('ArrowRight')
  await expect(page.locator('.region-area video')).toBeVisible()
  await page.getByLabel('Top').fill('400')
  await page.getByLabel('Top').blur()
  await expect(page.getByLabel('Top')).not.toHaveValue('400')
  await page.getByLabel('Top').fill('77')
  await page.getByLabel('Top').blur()
  await expect(page.getByRole('button', { name: /^Start 1 task for 8 credits/ })).toBeEnabled()
  await page.getByRole('link', { name: 'Erasing projects' }).click()
  await page.getByRole('link', { name: 'Harbour' }).click()
  await expect(page.getByLabel('Top')).toHaveValue('77')
  await page.getByRole('link', { name: 'Erasing projects' }).click()
  await page.locator('.tile').hover()
  await page.getByRole('button', { name: 'Delete project' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No projects yet')).toBeVisible()
})

test('a dubbing project: priced whichever video is shown, the way to subtitles where one has none, choices kept', async ({
  page,
  server,
  folder,
}) => {
  const client = await signIn(page, server.url)
  const sample = await client.ok('openSample', { sample_id: 'harbour' })
  const path = join(folder, 'a bare one.mp4')
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10:duration=2', path])
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Films' })
  const bare = await uploadVideo(client, server.url, { folder_id, path })
  const isReady = async () => (await client.ok('getVideo', { file_id: sample.video_id })).state
  await expect.poll(isReady, { timeout: 60_000 }).toBe(1)
  const { project_id } = await client.ok('addProject', {
    ...{ project_name: 'Two', task_type: 'video_dubbing', folder_id, video_ids: [bare, sample.video_id] },
    idempotency_key: crypto.randomUUID(),
  })
  await page.goto(`${server.url}/lab/videoTranslate/${project_id}`)
  await expect(page.locator('.video-current')).toContainText('a bare one')
  const start = page.getByRole('button', { name: 'Start 1 task for 8 credits' })
  const target = (name: string) => page.getByRole('button', { name, exact: true })
  await target('French').click()
  for (const name of ['Harbour morning', 'a bare one']) {
    await page.locator('.task-video').getByRole('button', { name }).click()
    await expect(start).toBeEnabled()
    await expect(target('French')).toHaveAttribute('aria-pressed', 'true')
  }
  // Read again at once, before a moment has passed.
  await target('Italian').click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Start 2 tasks for 16 credits' })).toBeEnabled()

  await page.getByRole('button', { name: 'Extract subtitles' }).click()
  await expect(page.getByRole('dialog')).toContainText('Makes subtitles of “a bare one”')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${server.url}/lab/videoTranslate?folder=${folder_id}`)
  await page.getByRole('button', { name: 'Extract subtitles' }).click()
  await expect(page.getByRole('dialog')).toContainText('Makes subtitles of “a bare one”')
})
