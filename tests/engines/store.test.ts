import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BlobMissing } from '#server/store/blobs.ts'
import { Listening } from '#server/store/listen.ts'
import { LockedError, takeLock } from '#server/store/lock.ts'
import { privateFolder } from '#server/store/private-folder.ts'
import { S3Blobs } from '#server/store/s3-blobs.ts'
import { startFakePostgres } from '#tests/support/fake-postgres.ts'
import { s3Keys, startS3 } from '#tests/support/s3.ts'
import { until } from '#tests/support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'cuelane-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the event channel has one connection, however often it is lost, and every event comes once', async () => {
  const postgres = await startFakePostgres()
  const heard: string[] = []
  const listening = new Listening(postgres.url)
  const stop = await listening.listen('events', (payload) => heard.push(payload))
  const stopJobs = await listening.listen('jobs', (payload) => heard.push(payload))
  for (let loss = 0; loss < 5; loss++) {
    await until(async () => postgres.listening() > 0, 10)
    postgres.terminate()
    await until(async () => postgres.listening() === 0, 10)
  }
  await until(async () => postgres.listening() > 0, 10)
  await sleep(1500)
  expect(postgres.listening()).toBe(1)
  postgres.notify('events', 'hello')
  await until(async () => heard.length > 0, 10)
  expect(heard).toEqual(['hello'])
  await stop()
  postgres.notify('events', 'too late')
  postgres.notify('jobs', 'more')
  await until(async () => heard.length > 1, 10)
  expect(heard).toEqual(['hello', 'more'])
  await stopJobs()
  await until(async () => postgres.listening() === 0, 10)
  await sleep(600)
  expect(postgres.listening()).toBe(0)
  await postgres.close()
})

test('a connection for events that falls silent is replaced, and says so', async () => {
  const postgres = await startFakePostgres()
  let connected = 0
  const heard: string[] = []
  const onConnect = () => void connected++
  const listening = new Listening(postgres.url, { proofMs: 50, limitMs: 100 })
  const stop = await listening.listen('events', (payload) => heard.push(payload), onConnect)
  expect(connected).toBe(1)
  postgres.fallSilent()
  await until(async () => connected === 2, 10)
  expect(postgres.listening()).toBe(1)
  postgres.notify('events', 'hello')
  await until(async () => heard.length > 0, 10)
  expect(heard).toEqual(['hello'])
  await stop()
  await postgres.close()
})

test.skipIf(process.platform === 'win32')(
  'a data folder is closed to other users, with what lay open in it',
  async () => {
    const data = join(folder, 'data')
    mkdirSync(join(data, 'database'), { recursive: true })
    writeFileSync(join(data, 'database', 'page'), '')
    for (const [path, mode] of [
      ['database/page', 0o666],
      ['database', 0o755],
      ['', 0o755],
    ] as const)
      chmodSync(join(data, path), mode)
    const modes = () => ['', 'database', 'database/page'].map((path) => statSync(join(data, path)).mode & 0o777)
    expect(await privateFolder(data)).toBe(true)
    expect(modes()).toEqual([0o700, 0o700, 0o600])
    await privateFolder(join(folder, 'new', 'data'))
    expect(statSync(join(folder, 'new', 'data')).mode & 0o777).toBe(0o700)
  },
)

describe('a bucket', () => {
  async function bucket(options?: { wantsMd5: boolean }) {
    const s3 = await startS3(options)
    const { accessKeyId, secretAccessKey, region } = s3Keys
    const config = {
      endpoint: s3.endpoint,
      region,
      bucket: 'films',
      accessKeyId,
      secretAccessKey,
      forcePathStyle: true,
    }
    return { s3, blobs: new S3Blobs(config) }
  }

  test('hands one file to all who ask for it at once, and leaves nothing beside it', async () => {
    const { s3, blobs } = await bucket()
    s3.objects.set('derived/sound.wav', Buffer.alloc(3_000_000, 7))
    const home = mkdtempSync(join(folder, 'reader-'))
    const paths = await Promise.all(Array.from({ length: 20 }, () => blobs.localPath('derived/sound.wav', home)))
    expect(new Set(paths).size).toBe(1)
    expect(readFileSync(paths[0]!).equals(s3.objects.get('derived/sound.wav')!)).toBe(true)
    await expect(blobs.localPath('derived/none.wav', home)).rejects.toThrow(BlobMissing)
    expect(readdirSync(join(home, 'blobs', 'derived'))).toEqual(['sound.wav'])
    await s3.close()
  })

  test.each([
    ['before it answers', ''],
    ['within its answer', 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf'],
  ])('that hangs %s is given up, and nothing of it stays', async (_, answer) => {
    const hanging = createServer((socket) =>
      socket.on('error', () => undefined).once('data', () => socket.write(answer)),
    )
    hanging.listen(0, '127.0.0.1')
    await once(hanging, 'listening')
    const endpoint = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`
    const config = { ...s3Keys, endpoint, bucket: 'films', forcePathStyle: true }
    const blobs = new S3Blobs(config, { silenceMs: 100 })
    const home = mkdtempSync(join(folder, 'hanging-'))
    await expect(blobs.localPath('derived/sound.wav', home)).rejects.toThrow(/timed out/)
    expect(readdirSync(join(home, 'blobs', 'derived'))).toEqual([])
    hanging.close()
  })

  test.each([false, true])('deletes a scope where several at once are refused: %s', async (wantsMd5) => {
    const { s3, blobs } = await bucket({ wantsMd5 })
    for (const name of ['source/a/1', 'source/a/2', 'source/b/1']) s3.objects.set(name, Buffer.from('film'))
    await blobs.remove('source/a')
    expect([...s3.objects.keys()]).toEqual(['source/b/1'])
    await blobs.remove('source/b')
    expect(s3.objects.size).toBe(0)
    await s3.close()
  })
})

/** A process that takes each lock it is sent, says how that went, and gives it back when it is sent none. */
const contender = `
import(process.argv[2]).then(({ takeLock }) => {
  let release
  process.on('message', async (path) => {
    if (path === '') {
      release?.()
      release = undefined
      return process.send('free')
    }
    release = await takeLock(path).catch(() => undefined)
    process.send(release ? 'held' : 'refused')
  })
  process.send('ready')
})`

const lockModule = join(import.meta.dirname, '../../server/store/lock.ts')
const script = join(folder, 'contender.mjs')
writeFileSync(script, contender)

/** Processes that all reach for one lock at the same moment, round after round. */
class Contenders {
  private readonly children: readonly ChildProcess[]
  constructor(count: number) {
    this.children = Array.from({ length: count }, () => fork(script, [lockModule]))
  }

  ready(): Promise<unknown[]> {
    return this.heard()
  }

  /** How each fared. */
  async contend(path: string): Promise<unknown[]> {
    const outcome = await this.sent(path)
    await this.sent('')
    return outcome
  }

  end(): void {
    for (const child of this.children) child.kill()
  }

  private sent(path: string): Promise<unknown[]> {
    const answers = this.heard()
    for (const child of this.children) child.send(path)
    return answers
  }

  private heard(): Promise<unknown[]> {
    return Promise.all(this.children.map((child) => new Promise((resolve) => void child.once('message', resolve))))
  }
}

describe('the lock of the embedded database', () => {
  const dead = JSON.stringify({
    pid: 9_999_999,
    boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
    started: '1',
  })
  const cases: [string, (path: string) => void][] = [
    ['no lock', () => undefined],
    ['a stale lock', (path) => writeFileSync(path, dead)],
    ['a stale claim', (path) => writeFileSync(`${path}.claim-AAAA`, dead)],
  ]

  let contenders: Contenders
  beforeAll(async () => {
    contenders = new Contenders(8)
    await contenders.ready()
  })
  afterAll(() => contenders.end())

  test.each(cases)('has one holder of eight that start together: %s', async (name, prepare) => {
    for (let round = 0; round < 5; round++) {
      const path = join(folder, `${name.replaceAll(' ', '-')}-${round}`, 'database.lock')
      mkdirSync(join(path, '..'))
      prepare(path)
      const outcome = await contenders.contend(path)
      expect(outcome.filter((word) => word === 'held')).toHaveLength(1)
      expect(readdirSync(join(path, '..'))).toEqual([])
    }
  })

  test('is refused while it is held and free again afterwards', async () => {
    const path = join(folder, 'held', 'database.lock')
    const release = await takeLock(path)
    await expect(takeLock(path)).rejects.toThrow(LockedError)
    release()
    const again = await takeLock(path)
    again()
  })

  test('of another machine or container holds while that one shows that it lives', async () => {
    const path = join(folder, 'far', 'database.lock')
    mkdirSync(join(path, '..'))
    const far = JSON.stringify({ pid: process.pid, boot: 'another', started: '1', space: 'pid:[1]' })
    writeFileSync(path, far)
    const beat = setInterval(() => writeFileSync(path, far), 500)
    await expect(takeLock(path)).rejects.toThrow(LockedError)
    clearInterval(beat)
    const release = await takeLock(path)
    release()
  })

  test('that is still being written by an older version is not taken for a dead one', async () => {
    const path = join(folder, 'empty', 'database.lock')
    mkdirSync(join(path, '..'))
    writeFileSync(path, '')
    await expect(takeLock(path)).rejects.toThrow(LockedError)
  })
})
