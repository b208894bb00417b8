/**
 * `npm run screenshots`: every screen at 1440x900 in both languages and themes, into .cache/screenshots. Arguments
 * choose, also another size: `npm run screenshots -- library history zh_cn light 1280x720`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import type { Video } from '#core/contract/video.ts'
import { spawnServer } from '#tests/support/process.ts'
import { addVersion, openSample, SPANISH } from './pages/app.ts'
import { takeAccountScreens } from './screens/account.ts'
import { Camera, screenshotFolder } from './screens/camera.ts'
import { fillStaff } from './screens/staff-data.ts'
import { takeStaffScreens } from './screens/staff.ts'
import { takeEditorOverlays, takeEditorScreens, takeEditorStates, takePeopleScreens } from './screens/editor.ts'
import { takeFinanceScreens } from './screens/finance.ts'
import { takeKeyScreens } from './screens/keys.ts'
import { takeHistoryScreens, takeLibraryScreens, takeRunDialogs } from './screens/library.ts'
import { takeNoteScreens } from './screens/notes.ts'
import { takeOverPages, takePageScreens } from './screens/pages.ts'
import { takeProScreens } from './screens/pro.ts'
import { takeReviewScreens } from './screens/review.ts'
import { takeComparedScreens } from './screens/compared.ts'
import { takeShellScreens } from './screens/shell.ts'
import { takeStudioScreens } from './screens/studio.ts'
import { takeTextScreens } from './screens/text.ts'
import { takeVisitorScreens } from './screens/visitor.ts'
import { addStaff } from '#tests/support/staff.ts'

/** Time limit of a screen; a failing one is named at the end, and the others are taken. */
const PATIENCE_MS = 20_000

const runTitles = [
  'extract_title',
  'translate_title',
  'video_translate_title',
  'dubbing_title',
  'dubbing_only_title',
  'synthesis_title',
]

/** Lines that overlap, are too long and too fast. */
const FAULTY = `1
00:00:01,000 --> 00:00:04,500
Good morning and welcome to the harbor, where the first boats leave before the sun comes up.

2
00:00:04,000 --> 00:00:06,000
The first boats leave...

3
00:00:07,000 --> 00:00:09,000
How long have you been working on the water, and what do people ask you about?

4
00:00:08,500 --> 00:00:11,000
My father taught me.
`

interface Place {
  readonly url: string
  readonly video: Video
  /** Of the editor. */
  readonly address: string
  /** Of the editor on a version with findings. */
  readonly faulty: string
  /** Of the account of staff. */
  readonly password: string
}

const groups: Readonly<Record<string, (camera: Camera, place: Place) => Promise<void>>> = {
  visitor: (camera, { url }) => takeVisitorScreens(camera, url),
  library: (camera, { url, video }) => takeLibraryScreens(camera, url, video),
  history: (camera, { url, video }) => takeHistoryScreens(camera, url, video),
  account: (camera, { url }) => takeAccountScreens(camera, url),
  pages: (camera, { url, video }) => takePageScreens(camera, url, video),
  shell: (camera, { url, video }) => takeShellScreens(camera, url, video),
  notes: (camera, { url, video }) => takeNoteScreens(camera, url, video),
  over: (camera, { url, video }) => takeOverPages(camera, url, video),
  runs: (camera, { url, video }) => takeRunDialogs(camera, url, video, runTitles),
  editor: (camera, { address, faulty }) => takeEditorScreens(camera, address, faulty),
  people: (camera, { address }) => takePeopleScreens(camera, address),
  overlays: (camera, { address }) => takeEditorOverlays(camera, address),
  pro: (camera, { url, video }) => takeProScreens(camera, url, video),
  review: (camera, { url, video }) => takeReviewScreens(camera, url, video),
  studio: (camera, { url, video }) => takeStudioScreens(camera, url, video),
  compared: (camera, { url, video }) => takeComparedScreens(camera, url, video),
  finance: (camera, { url, video }) => takeFinanceScreens(camera, url, video),
  text: (camera, { address }) => takeTextScreens(camera, address),
  keys: (camera, { url }) => takeKeyScreens(camera, url),
  staff: (camera, { url, password }) => takeStaffScreens(camera, url, password),
  states: (camera, { url, video }) => takeEditorStates(camera, url, video),
}

/** Those named by the arguments; by default all. */
function chosen(all: readonly string[]): readonly string[] {
  const named = all.filter((name) => process.argv.slice(2).includes(name))
  return named.length > 0 ? named : all
}

const [width = 1440, height = 900] =
  process.argv
    .find((argument) => /^\d+x\d+$/.test(argument))
    ?.split('x')
    .map(Number) ?? []

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' })
  await context.addInitScript(() => {
    localStorage.setItem('cuelane-tour', 'seen')
    localStorage.setItem('history_guide', 'seen')
  })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  page.on('dialog', (dialog) => void dialog.accept())
  return page
}

/** A person with the sample: two versions, speakers, and lines that have them. */
async function furnish(page: Page, url: string, password: string): Promise<Place> {
  const editor = await openSample(page, url)
  await addVersion(page, SPANISH, 'es')
  const file = await addVersion(page, FAULTY)
  await page.reload()
  await editor.opened()
  await page.locator('.pane-tabs').getByRole('tab', { name: 'Speakers', exact: true }).click()
  for (const [at, name] of ['Marta', 'Old fisherman'].entries()) {
    await page.getByRole('button', { name: 'Add speaker' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.row-number').nth(at).click()
    await page.getByRole('button', { name: new RegExp(`^Assign ${name}`) }).click()
  }
  await page.locator('.pane-tabs').getByRole('tab', { name: 'Line', exact: true }).click()
  await editor.saved()
  const address = page.url()
  return { url, password, address, faulty: `${address}&file=${file}`, video: await openedVideo(page) }
}

/** The open video of the editor, from the server's answer. */
async function openedVideo(page: Page): Promise<Video> {
  const answer = page.waitForResponse('**/file.video/fileinfo*')
  await page.reload()
  const { data } = (await (await answer).json()) as { data: Video }
  return data
}

/** Each language and theme has separate users, so that pictures do not affect each other. */
async function takeAll(browser: Browser, url: string, password: string): Promise<string[]> {
  const missed: string[] = []
  for (const language of chosen(['en', 'zh_cn'])) {
    for (const theme of chosen(['dark', 'light'])) {
      const pages = await openPages(browser, url)
      missed.push(...(await takeGroups(pages, await furnish(pages.person, url, password), language, theme)))
      for (const page of Object.values(pages)) await page.context().close()
    }
  }
  return missed
}

interface Pages {
  readonly person: Page
  readonly visitor: Page
  readonly staff: Page
}

async function openPages(browser: Browser, url: string): Promise<Pages> {
  const [person, visitor, staff] = [await openPage(browser), await openPage(browser), await openPage(browser)]
  await visitor.goto(url)
  await staff.goto(`${url}/login`)
  return { person, visitor, staff }
}

async function takeGroups(
  { person, visitor, staff }: Pages,
  place: Place,
  language: string,
  theme: string,
): Promise<string[]> {
  const pages: Readonly<Record<string, Page>> = { visitor, staff }
  const missed: string[] = []
  for (const group of chosen(Object.keys(groups))) {
    const camera = new Camera(pages[group] ?? person, language, theme, width === 1440 ? '' : `${width}x${height}-`)
    await camera.dress()
    try {
      await groups[group]?.(camera, place)
    } catch (error) {
      missed.push(`${language} ${theme} ${group}: ${String(error)}`)
      await camera.page.unrouteAll()
      await camera.page.goto(`${place.url}/health`)
    }
  }
  return missed
}

const data = mkdtempSync(join(tmpdir(), 'cuelane-screenshots-'))
const password = addStaff(data)
await fillStaff(data)
const server = await spawnServer({ CUELANE_DATA: data })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  mkdirSync(screenshotFolder, { recursive: true })
  const missed = await takeAll(browser, server.url, password)
  for (const line of missed) console.error(`✗ ${line}`)
  console.log(`Screenshots are in ${screenshotFolder}`)
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  await browser.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}
