import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import lighthouse, { desktopConfig } from 'lighthouse'
import { type BrowserContext, chromium } from 'playwright'
import { freePort, spawnServer } from '#tests/support/process.ts'
import { number, printTable } from './table.ts'

const categories = ['performance', 'accessibility', 'best-practices'] as const
/** Of a hundred, in each category. */
const LEAST = 95
/** The run in the middle counts. */
const RUNS = 3

const pages = [
  { path: '/', isSignedIn: false },
  { path: '/login', isSignedIn: false },
  { path: '/lab/workspace', isSignedIn: true },
  { path: '/lab/library', isSignedIn: true },
  { path: '/lab/history', isSignedIn: true },
  { path: '/lab/upload', isSignedIn: true },
  { path: '/lab/videoTranslate', isSignedIn: true },
  { path: '/lab/pro', isSignedIn: true },
] as const

/** Lighthouse's scores of the main pages, as a desktop computer, the median of three runs. `--only /,/login` selects. */
export async function benchLighthouse(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-bench-'))
  const server = await spawnServer({ CUELANE_DATA: join(folder, 'data') })
  const port = await freePort()
  const context = await chromium.launchPersistentContext(join(folder, 'browser'), {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  })
  try {
    const rows: string[][] = []
    const faults: string[] = []
    const { values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
    const only = values.only?.split(',')
    for (const { path, isSignedIn } of pages.filter((page) => only?.includes(page.path) ?? true)) {
      await beSignedIn(context, server.url, isSignedIn)
      const { scores, found, interactiveMs } = await examineOften(server.url + path, port)
      // A later page may fail.
      console.log(path, scores.join(' '))
      rows.push([
        path,
        ...scores.map(String),
        number(interactiveMs),
        scores.every((score) => score >= LEAST) ? 'yes' : 'no',
      ])
      faults.push(...found.map((fault) => `${path} ${fault}`))
    }
    printTable(`Lighthouse, desktop (at least ${LEAST})`, ['page', ...categories, 'interactive, ms', 'met'], rows)
    for (const fault of faults) console.log(`  ${fault}`)
  } finally {
    await context.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Report {
  readonly scores: readonly number[]
  /** What costs points, by name. */
  readonly found: readonly string[]
  readonly interactiveMs: number
}

/** The run whose scores together are in the middle. */
async function examineOften(url: string, port: number): Promise<Report> {
  const reports: Report[] = []
  for (let run = 0; run < RUNS; run++) reports.push(await examine(url, port))
  const sum = ({ scores }: Report): number => scores.reduce((all, score) => all + score, 0)
  return reports.toSorted((a, b) => sum(a) - sum(b))[Math.floor(RUNS / 2)]!
}

async function examine(url: string, port: number): Promise<Report> {
  const flags = { port, onlyCategories: [...categories], disableStorageReset: true, logLevel: 'error' as const }
  const result = await lighthouse(url, flags, desktopConfig)
  if (!result) throw new Error(`Lighthouse has nothing to say of ${url}`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const found = categories.flatMap((name) =>
    (lhr.categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const score = lhr.audits[id]?.score
      return weight > 0 && typeof score === 'number' && score < 0.9
        ? [`${name} ${id} ${Math.round(score * 100)} ${lhr.audits[id]?.displayValue ?? ''}`]
        : []
    }),
  )
  return {
    scores: categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
    found,
    interactiveMs: lhr.audits['interactive']?.numericValue ?? Number.NaN,
  }
}

/** Pages behind the login are loaded with an account. */
async function beSignedIn(context: BrowserContext, url: string, isSignedIn: boolean): Promise<void> {
  const page = await context.newPage()
  try {
    await page.goto(`${url}/login?tab=register`)
    const isIn = await page.evaluate(() => localStorage.getItem('access_token') !== null)
    if (isIn === isSignedIn) return
    if (!isSignedIn) return await page.evaluate(() => localStorage.clear())
    await page.getByLabel('Name', { exact: true }).fill('bench')
    await page.getByLabel('E-mail').fill('bench@example.org')
    await page.getByLabel('Password', { exact: true }).fill('a password for the bench')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/lab/workspace')
  } finally {
    await page.close()
  }
}
