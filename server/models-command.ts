import { setupText } from './app/messages.ts'
import { catalogue, type ModelEntry, runtimes } from './engines/models/catalogue.ts'
import { fetchModel, FetchFailed, installRuntime, verifyModel } from './engines/models/fetch.ts'
import { missingFiles, runtimePath } from './engines/models/folder.ts'
import { modelPlaces } from './engines/model-store.ts'
import { ConfigError } from './settings.ts'

const usage = `npm run models                 what there is, and what is here
npm run models -- fetch NAME   fetches a model and what runs it
npm run models -- verify       checks the files that are here`

/** `npm run models`: weights for engines of this machine. */
try {
  const { folder, base } = modelPlaces(process.env)
  const [command = 'list', name] = process.argv.slice(2)
  if (command === 'list') await list(folder)
  else if (command === 'fetch') await fetchByName(folder, base, name)
  else if (command === 'verify') await verify(folder)
  else say(usage)
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof FetchFailed)) throw error
  say(`✗ ${error instanceof FetchFailed ? setupText('en', error.setupMessage) : error.message}`)
  process.exitCode = 1
}

async function list(folder: string): Promise<void> {
  say(`Models in ${folder}:\n`)
  for (const entry of catalogue) {
    const missing = await missingFiles(folder, entry)
    const isHere = missing.length === 0 && runtimePath(folder, entry) !== undefined
    say(`${isHere ? '✓' : '·'} ${entry.name.padEnd(14)} ${setupText('en', entry.title)}`)
    say(
      `  ${' '.repeat(14)} ${setupText('en', entry.licence)}; about ${entry.megabytes} MB${stateOf(folder, entry, missing.length)}`,
    )
  }
  say(`\n${usage}`)
}

function stateOf(folder: string, entry: ModelEntry, missing: number): string {
  if (missing > 0) return missing < entry.files.length ? `; ${missing} files are missing` : ''
  return runtimePath(folder, entry) ? '' : `; ${runtimes[entry.runtime].package} is missing`
}

async function fetchByName(folder: string, base: string, name: string | undefined): Promise<void> {
  const entry = catalogue.find((each) => each.name === name)
  if (!entry) throw new FetchFailed('unknown_model', { name: name ?? '', names: namesOf() })
  const { package: runtime, megabytes } = runtimes[entry.runtime]
  say(
    `${setupText('en', entry.title)}: about ${entry.megabytes} MB, and ${megabytes} MB of ${runtime} where it is not here yet.`,
  )
  say(`Licence: ${setupText('en', entry.licence)}`)
  let shown = ''
  await fetchModel(entry, {
    ...{ folder, base },
    onProgress: ({ path }, bytes, total) => {
      const share = total > 0 ? `${Math.floor((bytes / total) * 100)} %` : `${Math.floor(bytes / 1024 ** 2)} MB`
      if (shown === `${path} ${share}`) return
      shown = `${path} ${share}`
      process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${shown}` : share === '100 %' ? `${shown}\n` : '')
    },
  })
  if (process.stdout.isTTY) say('')
  await installRuntime(folder, entry)
  say(`✓ ${entry.name} is here. Start the server again to use it.`)
}

async function verify(folder: string): Promise<void> {
  for (const entry of catalogue) {
    if ((await missingFiles(folder, entry)).length === entry.files.length) continue
    const faults = await verifyModel(folder, entry)
    say(
      `${faults.length ? '✗' : '✓'} ${entry.name}${faults.map((fault) => `\n    ${setupText('en', fault)}`).join('')}`,
    )
    if (faults.length) process.exitCode = 1
  }
}

function namesOf(): string {
  return catalogue.map(({ name }) => name).join(', ')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
