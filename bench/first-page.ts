import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { spawnServer } from '#tests/support/process.ts'
import { serveFolders } from '#tests/support/range-server.ts'
import { buildPages } from './pages.ts'
import { number, printTable, summary, type Timing } from './table.ts'

const site = join(import.meta.dirname, '..', '.cache', 'bench', 'empty-site')
const RUNS = 9

/** The first usable control of each page. */
const pages = [
  { path: '/', control: '.landing-lead button' },
  { path: '/login', control: '#password' },
] as const

/** Time until a page's first control accepts input, beside an empty page of React and Blueprint. */
export async function benchFirstPage(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuelane-bench-'))
  await buildPages('empty', site)
  const plain = await serveFolders([site])
  const server = await spawnServer({ CUELANE_DATA: dataDir })
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const targets = [
      { name: 'React and Blueprint, one button', url: `${plain.url}/empty.html`, control: 'button' },
      ...pages.map(({ path, control }) => ({ name: path, url: server.url + path, control })),
    ]
    const times = targets.map((): number[] => [])
    // Interleaved, so that other load affects all alike.
    for (let run = 0; run < RUNS; run++) {
      for (const [at, target] of targets.entries()) times[at]!.push(await untilInteractive(browser, target))
    }
    const [empty, ...ours] = times.map(summary)
    const row = (name: string, { median, best, worst }: Timing, against: Timing): string[] => [
      name,
      number(median),
      `${number(best)} – ${number(worst)}`,
      number(median / against.median),
    ]
    printTable(
      'First page, cold cache: milliseconds until it can be used (limit: 3 times the empty page)',
      ['page', 'median', 'best – worst', 'times the empty page'],
      [row(targets[0]!.name, empty!, empty!), ...ours.map((one, at) => row(targets[at + 1]!.name, one, empty!))],
    )
  } finally {
    await browser.close()
    await server.stop()
    plain.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Milliseconds from the start of the navigation, in a browser without any cache. */
async function untilInteractive(browser: Browser, { url, control }: { url: string; control: string }): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript((selector) => {
      const look = (): void => {
        if (!document.querySelector(selector)) return void requestAnimationFrame(look)
        // After pending main-thread work a press would be handled.
        setTimeout(() => Object.assign(window, { usableAt: performance.now() }), 0)
      }
      look()
    }, control)
    await page.goto(url, { waitUntil: 'commit' })
    const found = await page.waitForFunction(() => Reflect.get(window, 'usableAt') as number | undefined)
    return (await found.jsonValue()) ?? Number.NaN
  } finally {
    await context.close()
  }
}
