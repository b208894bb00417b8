/** `npm test`: everything that has to hold. Names of parts as arguments run only those. */
import { ensureBuild } from './setup/build.mjs'
import { ensureNode } from './setup/node24.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { startPostgres } from './setup/postgres.mjs'
import { run, which } from './setup/run.mjs'
import { ensureEngines } from './setup/system.mjs'

const node = ensureNode()
ensurePackages()
ensureEngines({ withBrowser: true })
process.env.CHROMIUM_PATH ??= which('chromium') ?? ''

const vitest = (...args) => [node, 'node_modules/vitest/vitest.mjs', 'run', ...args]
const parts = {
  format: [['prettier', '--check', '--log-level=warn', '.']],
  types: [['tsc', '-b']],
  lint: [
    ['oxlint', '--type-aware', '--deny-warnings'],
    [node, 'scripts/check-fences.mjs'],
  ],
  dead: [['knip']],
  unit: [vitest('--project', 'core')],
  server: [vitest('--project', 'server')],
  postgres: [],
  browser: [vitest('--project', 'browser')],
  e2e: [[node, 'node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts']],
}
const chosen = process.argv.slice(2)
const results = []

for (const [name, commands] of Object.entries(parts)) {
  if (chosen.length && !chosen.includes(name)) continue
  const begin = Date.now()
  const code = name === 'postgres' ? onPostgres() : runAll(name, commands)
  results.push({ name, code, seconds: Math.round((Date.now() - begin) / 1000) })
}

function runAll(name, commands) {
  if (name === 'e2e') ensureBuild(node)
  for (const [program, ...args] of commands) {
    console.log(`\n── ${name}: ${[program === node ? 'node' : program, ...args].join(' ')}`)
    const code = run(program, args)
    if (code !== 0) return code
  }
  return 0
}

/** The server's tests again on PostgreSQL: the given one, or the system's where it is installed. */
function onPostgres() {
  if (process.env.DATABASE_URL) {
    console.log('\n── postgres: the server tests ran on DATABASE_URL')
    return 0
  }
  const postgres = startPostgres()
  if (!postgres) {
    console.log('\n── postgres: skipped, PostgreSQL is not installed (apt-get install postgresql)')
    return 'skipped'
  }
  try {
    console.log('\n── postgres: the server tests on PostgreSQL')
    const [program, ...args] = vitest('--project', 'server')
    return run(program, args, { env: { ...process.env, DATABASE_URL: postgres.url } })
  } finally {
    postgres.stop()
  }
}

console.log('')
for (const { name, code, seconds } of results) {
  console.log(`${code === 0 ? '✓' : code === 'skipped' ? '–' : '✗'} ${name} (${seconds} s)`)
}
const count = (wanted) => results.filter(({ code }) => wanted(code)).length
const [passed, failed, skipped] = [
  count((code) => code === 0),
  count((code) => code !== 0 && code !== 'skipped'),
  count((code) => code === 'skipped'),
]
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exit(failed ? 1 : 0)
