/** `npm run dubbing-pictures`: the pictures of docs/dubbing.md, of a dub that is heard and recorded, into docs/pictures. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { spawnServer } from '#tests/support/process.ts'
import { openSample } from './pages/app.ts'
import { saveWebp } from './save-webp.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'pictures')
const SIZE = { width: 1440, height: 900 }
const QUALITY = 60
const PATIENCE_MS = 60_000

const data = mkdtempSync(join(tmpdir(), 'cuelane-dubbing-'))
/** The sound of the microphone, repeated. */
const spoken = join(data, 'spoken.wav')
execFileSync('espeak-ng', ['-w', spoken, 'My father taught me when I was seven years old.'])
const server = await spawnServer({ CUELANE_DATA: data })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--autoplay-policy=no-user-gesture-required',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${spoken}`,
  ],
})
try {
  mkdirSync(folder, { recursive: true })
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce', colorScheme: 'dark' })
  await context.grantPermissions(['microphone'])
  await context.addInitScript(() => {
    for (const key of ['cuelane-tour', 'history_guide']) localStorage.setItem(key, 'seen')
  })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const editor = await openSample(page, server.url)
  await editor.timeline.focus()
  await page.keyboard.press('Shift+D')
  for (const line of [1, 2, 3]) await hear(page, line)
  await saveWebp(page, join(folder, 'dub-voices.webp'), QUALITY)
  await record(page, 4)
  await compareVoices(page, 2)
} finally {
  await browser.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}

async function chooseLine(page: Page, line: number): Promise<void> {
  await page
    .locator('.row-number')
    .nth(line - 1)
    .click()
}

/** Has a line spoken. */
async function hear(page: Page, line: number): Promise<void> {
  await chooseLine(page, line)
  await page.keyboard.press('Shift+X')
  await page.getByRole('region', { name: 'Line in focus' }).getByText('Voice, as heard').waitFor()
}

/** Records a line, with a picture while it is spoken. */
async function record(page: Page, line: number): Promise<void> {
  await chooseLine(page, line)
  await page.keyboard.press('Shift+O')
  await page.getByRole('region', { name: 'Recording' }).getByText('Speak now').waitFor()
  await saveWebp(page, join(folder, 'dub-record.webp'), QUALITY)
  await page.getByRole('option', { name: 'Take 1' }).waitFor()
}

/** Has a line spoken by two voices beside each other. */
async function compareVoices(page: Page, line: number): Promise<void> {
  await chooseLine(page, line)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Compare voices for the line')
  await page.keyboard.press('Enter')
  const cards = page.locator('.audition-voice')
  for (const at of [1, 2]) {
    await cards.nth(at).getByRole('button', { name: 'Speak' }).click()
    await cards.nth(at).locator('.audition-length').filter({ hasText: ' s' }).waitFor()
  }
  await saveWebp(page, join(folder, 'dub-compare.webp'), QUALITY)
}
