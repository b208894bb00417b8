import { join } from 'node:path'
import type { Browser } from 'playwright'
import { serveFolders } from '#tests/support/range-server.ts'
import { bar } from './bars.ts'
import { Driven } from './driven.ts'
import { buildPages } from './pages.ts'
import type { DubRoom } from './pages/dub-room.ts'
import { median, number, printTable } from './table.ts'

const site = join(import.meta.dirname, '..', '.cache', 'bench', 'dub-room-site')
const FRAMES = 120
const PLAYED_MS = 30_000

declare const dubRoom: DubRoom

/** The mix of a dub in the editor: its start, its plan during a drag, and sounds that come too late. */
export async function benchDubRoom(browser: Browser): Promise<void> {
  await buildPages('dub-room', site)
  const server = await serveFolders([site])
  const page = await browser.newPage()
  try {
    await page.goto(`${server.url}/dub-room.html`)
    await page.waitForFunction('window.dubRoom')
    const driven = await Driven.over(page)
    const start = median(await page.evaluate(() => dubRoom.starts()))
    const drag = (await driven.costOf(() => page.evaluate((frames) => dubRoom.drag(frames), FRAMES))) / FRAMES
    const { late, megabytes } = await page.evaluate((ms) => dubRoom.play(ms), PLAYED_MS)
    printTable(
      'A mix of 400 lines of three speakers',
      ['start, ms', 'frame of a drag, ms', 'late sounds in 30 s', 'sound in memory, MB'],
      [[start, drag, late, megabytes].map(number)],
    )
    bar('start of a mix (ms)', start, 'goal', 100, 1)
  } finally {
    await page.close()
    server.close()
  }
}
