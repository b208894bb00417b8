/**
 * `npm run faults -- page [TIMES]`: a page that is edited crashes at a random moment and is opened again. Prints what was
 * there; ends with 1 where something was lost that had been made 50 ms before.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { spawnServer } from '#tests/support/process.ts'
import { openSample } from '../../e2e/pages/app.ts'
import { crashAndReopen, type CrashPlan } from '../../e2e/pages/crash.ts'

const TIMES = Number(process.argv[2] ?? 50)
const MAX_WAIT_MS = 500

const upTo = (most: number): number => Math.round(Math.random() * most)

const dataDir = mkdtempSync(join(tmpdir(), 'cuelane-faults-'))
const server = await spawnServer({ CUELANE_DATA: dataDir })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
let wrong = 0
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(() => localStorage.setItem('cuelane-tour', 'seen'))
  let page = await context.newPage()
  await openSample(page, server.url)
  process.stdout.write('| run | keys | ms after the last | made | due | found | |\n|---|---|---|---|---|---|---|\n')
  for (let run = 1; run <= TIMES; run++) {
    const what = run % 2 === 1 ? 'letters' : 'edits'
    const plan: CrashPlan = { what, keys: 1 + upTo(9), betweenMs: upTo(200), waitMs: upTo(MAX_WAIT_MS) }
    const { page: next, result } = await crashAndReopen(context, page, plan)
    page = next
    const { made, due, found } = result
    if (found < due) wrong++
    const cells = [run, `${plan.keys} ${what}`, plan.waitMs, made, due, found, found < due ? 'LOST' : '']
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
  process.stdout.write(`${TIMES - wrong} of ${TIMES} crashes lost nothing that was older than 50 ms\n`)
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exitCode = wrong > 0 ? 1 : 0
