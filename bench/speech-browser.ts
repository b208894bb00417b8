/** Speed and accuracy of the editor's *Transcribe here* in Chromium on the same files, from click to cues. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { signIn } from '../e2e/pages/app.ts'
import { spawnServer } from '#tests/support/process.ts'

interface BrowserSample {
  readonly path: string
  readonly durationMs: number
}

/** Recognised words, and real-time factor. */
export interface HeardInBrowser {
  readonly text: string
  readonly speed: number
}

const LONG_MS = 600_000

/** The models are downloaded and cached before the first measured file. */
export async function hearInBrowser(samples: readonly BrowserSample[]): Promise<HeardInBrowser[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuelane-bench-'))
  const server = await spawnServer({ CUELANE_DATA: dataDir })
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    // So high that all cues are on the page.
    const page = await browser.newPage({ viewport: { width: 1440, height: 4000 } })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.addInitScript(() => localStorage.setItem('cuelane-tour', 'seen'))
    await signIn(page, server.url)
    const heard: HeardInBrowser[] = []
    if (samples[0]) await hear(page, server.url, samples[0])
    for (const sample of samples) heard.push(await hear(page, server.url, sample))
    return heard
  } finally {
    await browser.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function hear(page: Page, url: string, { path, durationMs }: BrowserSample): Promise<HeardInBrowser> {
  await page.goto(`${url}/lab/pro/srt-edit`)
  await page.getByTestId('local-files').setInputFiles(path)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /Transcribe here/ }).click()
  const begin = page.getByRole('button', { name: 'Transcribe', exact: true })
  await begin.waitFor()
  // A draft of the last visit exists there.
  const replace = page.getByText('Replace them')
  if (await replace.isVisible()) await replace.click()
  // The waveform is read first, as it would use a core.
  await page.locator('[data-testid=timeline][data-video=done]').waitFor({ timeout: LONG_MS })
  const from = performance.now()
  await begin.click()
  await page.getByText(/\d+ lines? written/).waitFor({ timeout: LONG_MS })
  const speed = durationMs / (performance.now() - from)
  const texts = await page.locator('.row-lines').allInnerTexts()
  return { text: texts.join(' '), speed }
}
