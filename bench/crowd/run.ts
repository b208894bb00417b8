/**
 * Twenty working users, alone and beside twenty connections of hostile heavy work: their reads and saves, and the
 * server's memory.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { type ServerProcess, spawnServer } from '#tests/support/process.ts'
import { goal } from '../goals.ts'
import { number, percentile, printTable } from '../table.ts'
import { ask, people, type Person, srt } from './people.ts'

const USERS = 20
const HOSTILE = 20
const ALONE_S = 20
const BESIDE_S = 60
const REST_S = 60
/** Between two rounds of a user. */
const THINK_MS = 500
const LINES = 300
const HOSTILE_LINES = 16_000

const { values } = parseArgs({ strict: false, options: { only: { type: 'string' }, seconds: { type: 'string' } } })
/** A shorter run for one kind of work: `--seconds 15 --only 'a zip'`. */
const seconds = Number(values.seconds ?? BESIDE_S)

interface Times {
  readonly reads: number[]
  readonly saves: number[]
  failed: number
}

/** On the embedded database, or the one that `DATABASE_URL` names. */
export async function benchCrowd(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-bench-'))
  const server = await spawnServer({ CUELANE_DATA: folder, CUELANE_TRUST_PROXY: '1' })
  try {
    await measure(server)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(server: ServerProcess): Promise<void> {
  const { url } = server
  const users = await people(url, USERS, '10.1', srt(LINES, 'Good morning to the harbour.'))
  const hostile = await people(url, HOSTILE, '10.2', srt(HOSTILE_LINES, `${'a'.repeat(40)}!`))
  const memory = await watchMemory(server)
  await atWork(url, users, 3)
  const alone = await atWork(url, users, Math.min(seconds, ALONE_S))
  const before = await residentMb(server)
  const [answers, beside] = await Promise.all([attacked(url, hostile), atWork(url, users, seconds)])
  await wait(Math.min(seconds, REST_S) * 1000)
  const after = await residentMb(server)
  memory.end()
  const row = (name: string, { reads, saves, failed }: Times): string[] => [
    name,
    String(reads.length),
    ...[reads, saves].flatMap((times) => [number(percentile(times, 0.5)), number(percentile(times, 0.95))]),
    number(Math.max(...reads, ...saves)),
    String(failed),
  ]
  const head = ['', 'reads', 'read p50 ms', 'p95', 'save p50 ms', 'p95', 'longest', 'failed']
  printTable(`${USERS} users at work`, head, [row('alone', alone), row('beside hostile work', beside)])
  const rows = [...answers].toSorted().map(([answer, times]) => [answer, String(times)])
  printTable(`${HOSTILE} connections of hostile work for ${seconds} s`, ['answer', 'times'], rows)
  const slower = percentile(beside.reads, 0.95) / percentile(alone.reads, 0.95)
  goal('reads beside hostile work, p95 to alone', slower, { most: 5 })
  goal('saves that failed beside hostile work', beside.failed, { most: 0 })
  goal('memory under hostile work', memory.peak(), { most: 1536 }, ' MB')
  goal(`memory ${REST_S} s later, to before`, after / before, { most: 1.1 })
}

/** Counts of answers by kind of work. The hostile work has separate threads: its duration is not the users' wait. */
async function attacked(url: string, hostile: readonly Person[]): Promise<ReadonlyMap<string, number>> {
  const only = typeof values.only === 'string' ? values.only.split(',') : []
  const workerData = { url, people: hostile, until: Date.now() + seconds * 1000, only }
  const [answers] = (await once(
    new Worker(join(import.meta.dirname, 'hostile.child.ts'), { workerData }),
    'message',
  )) as [Map<string, number>]
  return answers
}

/** All users repeatedly open their text, change a cue and save it. */
async function atWork(url: string, users: readonly Person[], forSeconds: number): Promise<Times> {
  const times: Times = { reads: [], saves: [], failed: 0 }
  const until = Date.now() + forSeconds * 1000
  const timed = async <T>(list: number[], work: Promise<T>): Promise<T> => {
    const begin = performance.now()
    const result = await work
    list.push(performance.now() - begin)
    return result
  }
  const round = async (user: Person): Promise<void> => {
    await timed(times.reads, ask(url, user, 'listVersions', { folder_id: user.folderId }))
    const { data } = await timed(times.reads, ask(url, user, 'getVersion', { file_id: user.fileId }))
    const [first, ...rest] = data.subtitle_txt
    const subtitle_txt = [{ ...first!, text: randomUUID() }, ...rest]
    const save = { file_id: user.fileId, revision: data.revision, subtitle_txt }
    if ((await timed(times.saves, ask(url, user, 'editVersion', save))).code !== 0) times.failed++
  }
  await Promise.all(
    users.map(async (user, at) => {
      await wait((THINK_MS * at) / users.length)
      while (Date.now() < until) {
        await round(user).catch(() => void times.failed++)
        await wait(THINK_MS)
      }
    }),
  )
  return times
}

async function residentMb({ child }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
}

/** Samples the server's memory until it ends. */
async function watchMemory(server: ServerProcess): Promise<{ peak: () => number; end: () => void }> {
  let peak = await residentMb(server)
  const timer = setInterval(() => {
    residentMb(server).then(
      (now) => void (peak = Math.max(peak, now)),
      () => clearInterval(timer),
    )
  }, 500)
  return { peak: () => peak, end: () => clearInterval(timer) }
}
