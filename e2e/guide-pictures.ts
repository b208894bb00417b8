/**
 * `npm run guide-pictures -- zh_cn dark`: the user guide's pictures in both languages and themes, into assets/guide. They
 * are committed, since an installation has no browser.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { spawnServer } from '#tests/support/process.ts'
import { EditorPage, signIn, videoIsReady } from './pages/app.ts'
import { saveWebp } from './save-webp.ts'
import { Camera } from './screens/camera.ts'

const folder = join(import.meta.dirname, '..', 'assets', 'guide')
/** Small enough that twenty of them are half a megabyte. */
const QUALITY = 55
const SIZE = { width: 1120, height: 640 }

/** A page of each chapter that has a picture. */
const scenes: Readonly<Record<string, (camera: Camera, url: string, editor: string) => Promise<void>>> = {
  library: async ({ page }, url) => {
    await page.goto(`${url}/lab/library`)
    await page.locator('.video-card img').first().waitFor()
  },
  upload: async ({ page }, url) => {
    await page.goto(`${url}/lab/upload`)
    await page.locator('h1').waitFor()
  },
  tasks: async (camera, url) => {
    const { page } = camera
    await page.goto(`${url}/lab/library`)
    await page.locator('.video-card button[aria-haspopup]').first().click()
    // The menu is higher than the picture.
    await page.getByRole('menuitem', { name: camera.word('tasks:extract_title'), exact: true }).dispatchEvent('click')
    await page.getByRole('dialog').waitFor()
  },
  editor: async ({ page }, _, editor) => {
    await page.goto(editor)
    await new EditorPage(page).opened()
  },
}

const data = mkdtempSync(join(tmpdir(), 'cuelane-guide-'))
const server = await spawnServer({ CUELANE_DATA: data })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  mkdirSync(folder, { recursive: true })
  const page = await openPage()
  const client = await signIn(page, server.url, { name: 'Anna', email: 'anna@example.org' })
  // With both of its languages, as its card says.
  const { video_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await videoIsReady(client, video_id)
  const editor = `${server.url}/lab/pro/srt-edit?video=${video_id}`
  for (const language of chosen(['en', 'zh_cn'])) {
    for (const theme of chosen(['light', 'dark'])) {
      const camera = new Camera(page, language, theme)
      await camera.dress()
      for (const [name, show] of Object.entries(scenes)) {
        await show(camera, server.url, editor)
        await saveWebp(page, join(folder, `${name}-${language}-${theme}.webp`), QUALITY)
      }
    }
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}

/** Those named by the arguments; by default all. */
function chosen(all: readonly string[]): readonly string[] {
  const named = all.filter((name) => process.argv.includes(name))
  return named.length > 0 ? named : all
}

async function openPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' })
  await context.addInitScript(() => {
    for (const key of ['cuelane-tour', 'history_guide']) localStorage.setItem(key, 'seen')
  })
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  return page
}
