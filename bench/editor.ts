import { chromium } from 'playwright'
import { printBars } from './bars.ts'
import { chosenParts } from './parts.ts'
import { benchDubRoom } from './dub-room.ts'
import { benchStrip } from './strip.ts'
import { benchTimeline } from './timeline.ts'
import { benchWholeEditor } from './whole-editor.ts'

/** The timeline alone with its peers, then the whole editor on a video of an hour; at the end the bars. */
export async function benchEditor(): Promise<void> {
  const parts = chosenParts()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      ...['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
  try {
    await benchTimeline(browser, parts)
    await benchWholeEditor(browser, parts)
    if (parts.has('strip')) await benchStrip(browser)
    if (parts.has('dub-room')) await benchDubRoom(browser)
    printBars()
  } finally {
    await browser.close()
  }
}
