/**
 * `npm run attacks -- AREA …`: attacks of some or all areas on a separate server, with the embedded database and
 * PostgreSQL. Prints a row each; exit code 1 if one was not defended.
 */
import { areas } from './areas.ts'
import { attackAll, type Row } from './rows.ts'
import { openTarget } from './target.ts'

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !areas.some((area) => area.name === name))
if (unknown.length > 0) {
  const names = [...new Set(areas.map(({ name }) => `"${name}"`))].join(', ')
  process.stderr.write(`No area ${unknown.join(', ')}. There are ${names}.\n`)
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
function print(...cells: string[]): void {
  process.stdout.write(`| ${cells.map(cell).join(' | ')} |\n`)
}

/** Runs the areas on one database; returns how many attacks of how many were defended. */
async function runOn(databaseUrl: string | undefined): Promise<{ database: string; rows: readonly Row[] }> {
  const target = await openTarget(databaseUrl)
  const { database } = target
  const chosen = areas.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  try {
    const rows = await attackAll(target, chosen, ({ area, attack, expected, outcome, isHeld }) =>
      print(database, area, attack, expected, outcome, isHeld ? 'pass' : 'FAIL'),
    )
    return { database, rows }
  } finally {
    await target.close()
  }
}

print('database', 'area', 'attack', 'expected', 'outcome', '')
print(...Array.from({ length: 6 }, () => '---'))
const done = [await runOn(undefined)]
// On a server started by `scripts/attacks.mjs`.
const postgres = process.env['DATABASE_URL']
if (postgres) done.push(await runOn(postgres))
process.stdout.write('\n')
for (const { database, rows } of done) {
  const held = rows.filter(({ isHeld }) => isHeld).length
  process.stdout.write(`${database}: ${held} of ${rows.length} attacks held\n`)
}
if (!postgres)
  process.stdout.write('PostgreSQL is not installed here: the attacks ran on the embedded database alone\n')
process.exitCode = postgres && done.every(({ rows }) => rows.every(({ isHeld }) => isHeld)) ? 0 : 1
