// Also on the embedded database: its folder is on the disk that is full.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProgramFailed } from '#server/engines/program.ts'
import { isStorageFull, StorageFull } from '#server/store/storage-full.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

test('no room is known wherever it is told', () => {
  const coded = (code: string): Error => Object.assign(new Error('x'), { code })
  const full = [
    new StorageFull('x'),
    coded('ENOSPC'),
    coded('EDQUOT'),
    coded('53100'),
    new Error('outer', { cause: coded('53100') }),
    new ProgramFailed('ffmpeg', 'ended with 1', 'av_interleaved_write_frame(): No space left on device'),
  ]
  expect(full.map(isStorageFull)).toEqual(full.map(() => true))
  expect([coded('ENOENT'), coded('23505'), 'ENOSPC', undefined].map(isStorageFull)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

const disk = join(tmpdir(), `cuelane-full-disk-${process.pid}`)
mkdirSync(disk, { recursive: true })
const isOwn = process.env['DATABASE_URL'] === undefined
const mounted =
  isOwn &&
  process.getuid?.() === 0 &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]).status === 0
afterAll(() => {
  if (mounted) spawnSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
})

describe.skipIf(!mounted)(
  'a server whose disk is full (needs the right to mount one, and the embedded database)',
  () => {
    let server: TestServer
    let token: string
    let place: { folder_id: string; video_id: string }
    beforeAll(async () => {
      server = await startServer({ CUELANE_DATA: disk }, { worker: false })
      token = await signUp(server)
      place = await server.ok('openSample', { sample_id: 'harbour' }, token)
      const { bavail, bsize } = statfsSync(disk)
      writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 64 * 1024))
    })
    afterAll(() => server.close())

    /** Goes on until something is refused, and says how. */
    async function untilRefused(act: (round: number) => Promise<{ code: number; message: string }>): Promise<string> {
      for (let round = 0; round < 90; round++) {
        const { code, message } = await act(round)
        if (code !== 0) return `${code} ${message}`
      }
      return 'never'
    }

    test('says so for a version, an upload and a task, and goes on when there is room', async () => {
      const content = (round: number): string =>
        Array.from({ length: 4000 }, (_, at) => {
          const time = (ms: number): string => new Date(ms).toISOString().slice(11, 23).replace('.', ',')
          return `${at + 1}\n${time(at * 9)} --> ${time(at * 9 + 5)}\n${round} ${Math.random()} ${Math.random()}`
        }).join('\n\n')
      const version = { ...place, name: 'n', language: 'en' as const }
      const words = /^1001 .*storage is full/
      expect(
        await untilRefused((round) => server.call('addVersion', { ...version, content: content(round) }, token)),
      ).toMatch(words)
      const long = 'a'.repeat(200)
      const upload = { file_name: `${long}.mp4`, class: 'video' as const, size: 20_000 }
      const run = { ...place, source_language: 'en' as const }
      const outcomes = [
        await untilRefused(() => server.call('getUploadToken', upload, token)),
        await untilRefused((round) => server.call('runExtract', { ...run, idempotency_key: `full-${round}` }, token)),
      ]
      for (const outcome of outcomes) expect(outcome).toMatch(/^1001 /)
      rmSync(join(disk, 'filler'))
      expect(await server.call('addVersion', { ...version, content: content(0) }, token)).toMatchObject({ code: 0 })
    })
  },
)
