/** `npm test`: all checks and tests. Arguments select parts. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildIfChanged } from './setup/build.mjs'
import { ensureNode } from './setup/node24.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { startPostgres } from './setup/postgres.mjs'
import { root, runPiped } from './setup/run.mjs'
import { ensureEngines, testBrowser } from './setup/system.mjs'

const node = ensureNode()
await Promise.all([ensurePackages({ withDevelopment: true }), ensureEngines({ withBrowser: true })])
process.env.CHROMIUM_PATH ??= testBrowser() ?? ''
// Servers, tasks and commands start a few hundred times: the cache saves stripping types each time.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled')

const vitest = (...args) => [node, 'node_modules/vitest/vitest.mjs', 'run', ...args]
const flows = () => [node, 'node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts']
const parts = {
  format: [['oxfmt', '--check']],
  // One checker a project: several each learn the types that all of them share.
  types: [['tsc', '-b', '--checkers', '1', '--builders', '2']],
  lint: [
    ['oxlint', '--type-aware', '--deny-warnings'],
    [node, 'scripts/check-shape.mjs'],
    [node, 'scripts/check-words.mjs'],
  ],
  fences: [[node, 'scripts/check-fences.mjs']],
  dead: [['knip'], ['knip', '--production']],
  unit: [vitest('--project', 'core')],
  pipeline: [vitest('--project', 'pipeline', '--project', 'engines')],
  browser: [vitest('--project', 'browser')],
  build: [],
  e2e: [[node, 'scripts/bundle-report.mjs'], flows()],
}
const order = [
  'format',
  'types',
  'lint',
  'fences',
  'dead',
  'unit',
  'server',
  'embedded',
  'pipeline',
  'browser',
  'build',
  'e2e',
]
/** Two tracks for two cores: each takes the next part when it is free. Flows with videos run alone. */
const waiting = [
  'fences',
  'pipeline',
  'server',
  'embedded',
  'browser',
  'unit',
  'types',
  'build',
  'lint',
  'format',
  'dead',
]
const chosen = process.argv.slice(2)
const isWanted = (name) => chosen.length === 0 || chosen.includes(name === 'build' ? 'e2e' : name)
const results = []
/** The fences are tested with planted files: parts that read the whole project wait until they are removed. */
const readsAll = new Set(['format', 'types', 'lint', 'dead', 'unit', 'server', 'embedded', 'browser', 'build'])
let haveFences
const fencesStand = new Promise((resolve) => (haveFences = resolve))
if (!isWanted('fences')) haveFences()

await Promise.all([runTrack(), runTrack()])
if (isWanted('e2e')) await runPart('e2e', write)

async function runTrack() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (!isWanted(name)) continue
    // Shown at its end, so that two parts' lines do not mix.
    const pieces = []
    await runPart(name, (piece) => pieces.push(Buffer.from(piece)))
    write(Buffer.concat(pieces))
  }
}

function write(piece) {
  process.stdout.write(piece)
}

async function runPart(name, show) {
  if (readsAll.has(name)) await fencesStand
  const begin = Date.now()
  const pieces = []
  const write = (piece) => {
    pieces.push(Buffer.from(piece))
    show(piece)
  }
  const run = { server: onPostgres, embedded: onEmbedded }[name] ?? ((write) => runAll(name, write))
  const code = await run(write)
  const failures = code === 0 ? '' : failuresIn(Buffer.concat(pieces).toString())
  results.push({ name, code, failures, seconds: Math.round((Date.now() - begin) / 1000) })
  if (name === 'fences') haveFences()
}

/** The failures only: from the first one that the tool lists at its end, at most 100 lines. */
function failuresIn(output) {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n')
  const first = lines.findIndex((line) => /Failed (Tests|Suites) \d|Unhandled Errors?\b|^ {2}1\) /.test(line))
  return lines.slice(first < 0 ? -40 : first, first < 0 ? undefined : first + 100).join('\n')
}

/** Runs all commands of a part; returns the first failing code. */
async function runAll(name, write) {
  let failure = name === 'build' ? await buildIfChanged(node) : 0
  for (const [program, ...args] of parts[name]) {
    write(`\n── ${name}: ${[program === node ? 'node' : program, ...args].join(' ')}\n`)
    const code = await runPiped(program, args, write)
    failure ||= code
  }
  return failure
}

/** Where the server's tests run: the given PostgreSQL, one of their own where it is installed, else the embedded database. */
async function onPostgres(write) {
  const { DATABASE_URL: given } = process.env
  const postgres = given ? undefined : startPostgres()
  const url = given ?? postgres?.url
  write(`\n── server: on ${url ? 'PostgreSQL' : 'the embedded database (apt-get install postgresql for the other)'}\n`)
  try {
    const [program, ...args] = vitest('--project', 'server')
    return await runPiped(program, args, write, url ? { ...process.env, DATABASE_URL: url } : process.env)
  } finally {
    postgres?.stop()
  }
}

/** Tests of the server that begin with "Also on the embedded database" and a reason: its folder, its cache, its driver. */
function alsoOnEmbedded() {
  return readdirSync('tests/server')
    .map((name) => `tests/server/${name}`)
    .filter((path) => readFileSync(path, 'utf8').startsWith('// Also on the embedded database: '))
}

/** Those tests, and the programs that call the server. */
async function onEmbedded(write) {
  write('\n── embedded: tests of the server that name a reason, and its programs, on the embedded database\n')
  const [program, ...args] = vitest('--project', 'server', '--project', 'client', 'tests/client/', ...alsoOnEmbedded())
  const { DATABASE_URL: _, ...env } = process.env
  return await runPiped(program, args, write, env)
}

results.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
for (const { name, failures } of results) if (failures) console.log(`\n── failed in ${name}\n${failures}`)
console.log('')
for (const { name, code, seconds } of results) {
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
}
const failed = results.filter(({ code }) => code !== 0).length
console.log(`${results.length - failed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
