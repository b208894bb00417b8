/** `npm run attacks -- AREA …`: attacks on a running server, on both databases; all areas without a name. */
import { ensureNode } from './setup/node24.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { startPostgres } from './setup/postgres.mjs'
import { run } from './setup/run.mjs'

const node = ensureNode()
await ensurePackages({ withDevelopment: true })
const postgres = process.env.DATABASE_URL ? undefined : startPostgres()
const env = postgres ? { ...process.env, DATABASE_URL: postgres.url } : process.env
const status = run(node, ['bench/attacks/run.ts', ...process.argv.slice(2)], { env })
postgres?.stop()
process.exit(status)
