import { join } from 'node:path'
import { z } from 'zod'
import { accountName, isAccountName } from '#core/domain/account-name.ts'
import { addStaffAccount, passwordLink, setStaff, staffNames } from './app/staff.ts'
import { type Config, readConfig } from './config.ts'
import { readSettings, serviceAddress } from './settings.ts'
import { explainStartFault } from './start-faults.ts'
import { type Db, openEmbedded, openPostgres } from './store/db.ts'

const usage = `npm run staff                   who is staff
npm run staff -- add NAME       makes an account staff; where there is none of this name, a new one with a password
npm run staff -- remove NAME    makes an account a customer's again
npm run staff -- reset NAME     makes a link by which the owner of an account chooses a new password
The embedded database belongs to one process: stop the server first.`

let config: Config | undefined
try {
  config = readConfig(process.env, join(import.meta.dirname, '..'))
  const { databaseUrl, databaseSchema, dataDir } = config
  const store = databaseUrl ? await openPostgres(databaseUrl, databaseSchema) : await openEmbedded(dataDir)
  try {
    await runCommand(store.db, config, process.argv.slice(2))
  } finally {
    await store.close()
  }
} catch (error) {
  const explained = explainStartFault(error, config)
  if (!explained) throw error
  fail(`${explained.what} ${explained.todo}`)
}

async function runCommand(db: Db, settings: Config, [command = 'list', name = '']: string[]): Promise<void> {
  if (command === 'list') {
    const names = await staffNames(db)
    say(names.length ? names.join('\n') : `Nobody is staff.\n\n${usage}`)
  } else if (command === 'add' && name) await add(db, name)
  else if (command === 'remove' && name) {
    if (await setStaff(db, name, false)) say(`✓ ${name} is no longer staff.`)
    else fail(`Nobody has the name or the proved e-mail address ${name}.`)
  } else if (command === 'reset' && name) await reset(db, name, siteOf(settings))
  else fail(usage)
}

/** This installation's public address. */
function siteOf({ host, port }: Config): string {
  const { CUELANE_PUBLIC_URL } = readSettings(z.object({ CUELANE_PUBLIC_URL: serviceAddress }), process.env)
  return CUELANE_PUBLIC_URL ?? `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
}

async function reset(db: Db, name: string, site: string): Promise<void> {
  const link = await passwordLink(db, name, site)
  if (link === undefined) fail(`Nobody who may log in has the name or the proved e-mail address ${name}.`)
  else
    say(`✓ Give ${name} this link. It sets a new password once, within a day, while the server runs; until then the old one holds.
  ${link}`)
}

async function add(db: Db, name: string): Promise<void> {
  if (await setStaff(db, name, true)) {
    say(`✓ ${name} is staff. Log in again to see it.`)
    return
  }
  const { min, max } = accountName
  if (!isAccountName(name))
    fail(
      `Nobody has the name or the proved e-mail address ${name}, and a new one needs ${min} to ${max} characters of one script, without spaces, @ and invisible characters.`,
    )
  else say(`✓ ${name} is staff. Password: ${await addStaffAccount(db, name)}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(line: string): void {
  process.stderr.write(`✗ ${line}\n`)
  process.exitCode = 1
}
