/** Plants a violation of each fence between the layers and checks that the tool which guards it fails on it. */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const NAME = 'planted-violation.ts'

/** Folder, text that must not be there, tools that have to refuse it. */
const plants = [
  ['core/domain', 'export const title = document.title', ['tsc', 'knip']],
  [
    'core/subtitle',
    "import { readFileSync } from 'node:fs'\nexport const read = readFileSync",
    ['tsc', 'oxlint', 'knip'],
  ],
  [
    'core/timing',
    "import { wordsToCues } from '../speech/lines.ts'\nexport const wrap = wordsToCues",
    ['oxlint', 'knip'],
  ],
  [
    'core/checks',
    "import { wordsToCues } from '../speech/lines.ts'\nexport const wrap = wordsToCues",
    ['oxlint', 'knip'],
  ],
  [
    'cli',
    "import { readConfig } from '#server/config.ts'\nexport const config = readConfig",
    ['tsc', 'oxlint', 'knip'],
  ],
  [
    'core/contract',
    "import { readConfig } from '#server/config.ts'\nexport const config = readConfig",
    ['tsc', 'oxlint', 'knip'],
  ],
  [
    'workers/media',
    "import { openMedia } from '#src/media/media.ts'\nexport const open = openMedia",
    ['tsc', 'oxlint', 'knip'],
  ],
  [
    'src/api',
    "import { readConfig } from '#server/config.ts'\nexport const config = readConfig",
    ['tsc', 'oxlint', 'knip'],
  ],
  ['src/editor/document', "import { proxy } from 'valtio'\nexport const cells = proxy({})", ['oxlint', 'knip']],
  ['src/editor/timeline', "import { useState } from 'react'\nexport const state = useState", ['oxlint', 'knip']],
  [
    'server/http',
    "import { startWorker } from '../jobs/worker.ts'\nexport const start = startWorker",
    ['oxlint', 'knip'],
  ],
  ['server/jobs', "import { buildApp } from '../http/app.ts'\nexport const build = buildApp", ['oxlint', 'knip']],
  [
    'server/app',
    "import { openMedia } from '#src/media/media.ts'\nexport const open = openMedia",
    ['tsc', 'oxlint', 'knip'],
  ],
]

const commands = {
  tsc: ['tsc', ['-b', '--pretty', 'false']],
  oxlint: ['oxlint', ['--format', 'unix']],
  knip: ['knip', ['--no-progress']],
}

const paths = plants.map(([folder]) => join(folder, NAME))
const removeAll = () => paths.forEach((path) => rmSync(join(root, path), { force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    removeAll()
    process.exit(1)
  })
}

const missed = []
try {
  plants.forEach(([folder, text]) => writeFileSync(join(root, folder, NAME), `${text}\n`))
  for (const [tool, [program, args]] of Object.entries(commands)) {
    const { stdout, stderr, status } = spawnSync(program, args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
    })
    const told = stdout + stderr
    for (const [folder, , tools] of plants) {
      const path = `${folder}/${NAME}`
      if (tools.includes(tool) && (status === 0 || !told.includes(path))) missed.push(`${tool} did not refuse ${path}`)
    }
  }
} finally {
  removeAll()
}
for (const line of missed) console.error(line)
console.log(missed.length ? '' : `Every fence holds: ${plants.length} planted violations were refused.`)
process.exit(missed.length ? 1 : 0)
