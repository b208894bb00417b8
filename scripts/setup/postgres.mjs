import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts a temporary PostgreSQL on a private socket; undefined if none is installed. */
export function startPostgres() {
  const bin = findBin()
  if (!bin) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-postgres-'))
  const user = dropRoot(folder)
  const call = (program, args) =>
    spawnSync(join(bin, program), args, {
      ...user,
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
  const data = join(folder, 'data')
  const port = String(20_000 + (process.pid % 20_000))
  const made = call('initdb', ['-D', data, '-U', 'cuelane', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
  // Durability is not needed.
  const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`, ...careless]
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  const started =
    made.status === 0 ? call('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']) : made
  if (started.status !== 0) {
    console.error(`PostgreSQL did not start: ${started.stderr ?? ''}`)
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  return {
    url: `postgres://cuelane@127.0.0.1:${port}/postgres`,
    stop() {
      call('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function findBin() {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(base, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')))
}

/** PostgreSQL refuses to run as root: then it runs as its package's user. */
function dropRoot(folder) {
  if (process.getuid?.() !== 0) return {}
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const [uid, gid] = [id('-u'), id('-g')]
  chownSync(folder, uid, gid)
  chmodSync(folder, 0o700)
  return { uid, gid }
}
