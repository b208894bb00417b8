import { chromium } from 'playwright'
import { benchTimeline } from './timeline.ts'
import { benchWholeEditor } from './whole-editor.ts'

/** The timeline by itself and its peers, then the whole editor on a video of an hour. */
export async function benchEditor(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  })
  try {
    await benchTimeline(browser)
    await benchWholeEditor(browser)
  } finally {
    await browser.close()
  }
}
