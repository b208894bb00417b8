/** `npm run doctor`: what is installed, what is missing and how to get it. `--install` installs apt packages. */
import { ensureNode } from './setup/node24.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { run } from './setup/run.mjs'
import { ensureEngines } from './setup/system.mjs'

const node = ensureNode()
await ensurePackages()
if (process.argv.includes('--install')) await ensureEngines({ withBrowser: true, force: true })
process.exit(run(node, ['server/doctor-report.ts']))
