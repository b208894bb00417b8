import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/store/id.ts'
import { fileTasks } from '#server/tasks/index.ts'
import { finished, readyClip, signUp, startServer, type TestServer } from '#tests/support/server.ts'

let folder: string
let server: TestServer
let token: string
let sample: { folder_id: string; video_id: string }
let file_id: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cuelane-used-'))
  server = await startServer({}, { tasks: fileTasks })
  token = await signUp(server)
  sample = await readyClip(server, token, 4)
  const content = '1\n00:00:01,000 --> 00:00:03,000\nGood morning.\n'
  const version = { ...sample, name: 'lines', language: 'en', content } as const
  file_id = (await server.ok('addVersion', version, token)).file_id
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const said = (program: string, ...args: string[]): string =>
  execFileSync(program, ['-v', 'error', ...args], { encoding: 'utf8', cwd: folder })

/** A task that succeeded with a file made by ffmpeg. */
async function made(
  type: string,
  name: string,
  make: readonly string[],
  report: object | null = null,
): Promise<string> {
  said('ffmpeg', '-nostdin', '-y', ...make, name)
  const { db, blobs } = server.services.deps
  const { account_id } = await db.selectFrom('video').select('account_id').executeTakeFirstOrThrow()
  const id = newId()
  const result_blob = `derived/${id}/result.${name.split('.').pop()}`
  await blobs.put(result_blob, join(folder, name))
  const row = { id, account_id, folder_id: sample.folder_id, name, type, config: '{}', language: 'en' }
  await db
    .insertInto('task')
    .values({
      ...row,
      ...{ previous_language: 'en', credits: 0, idempotency_key: id, is_internal: false, turn: 0, work: 0 },
      ...{ state: 1, result_blob, report: report && JSON.stringify(report) },
    })
    .execute()
  await db.insertInto('task_subject').values({ task_id: id, kind: 'video', id: sample.video_id }).execute()
  return id
}

const black = ['-f', 'lavfi', '-t', '4', '-i', 'color=black:size=640x360:rate=25']
const tone = ['-f', 'lavfi', '-t', '4', '-i', 'sine=frequency=3000', '-c:a', 'aac']

/** Mean luma of a picture, and how loud the file is above 2 kHz. */
function facts(path: string): { luma: number; high: number } {
  const stats = said(
    'ffprobe',
    '-f',
    'lavfi',
    '-i',
    `movie=${path},signalstats,trim=end_frame=2`,
    '-show_entries',
    'frame_tags=lavfi.signalstats.YAVG',
    '-of',
    'csv=p=0',
  )
  const wave = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-af', 'highpass=f=2500,highpass=f=2500', '-f', 's16le', '-ac', '1', '-'],
    { maxBuffer: 1e8 },
  )
  const samples = new Int16Array(wave.buffer, wave.byteOffset, wave.length >> 1)
  return {
    luma: Number.parseFloat(stats),
    high: Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length),
  }
}

async function synthesis(): Promise<{ luma: number; high: number }> {
  const run = { ...sample, file_id, synthesis_type: 'soft' as const, idempotency_key: newId() }
  const { task_id } = await server.ok('runSynthesis', run, token)
  const { state, fail_msg } = await finished(server, token, task_id)
  expect([state, fail_msg]).toEqual([1, ''])
  const { deps } = server.services
  const { result_blob } = await deps.db
    .selectFrom('task')
    .select('result_blob')
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()
  return facts(await deps.blobs.localPath(result_blob!, deps.workDir))
}

test('the picture and the sound that were chosen for a video are in what is made of it', async () => {
  const quote = { task_type: 'video_synthesis', ...sample, file_id }
  expect((await server.ok('quote', quote, token)).uses).toEqual({ picture: false, sound: false })
  const own = await synthesis()
  const erased = await made('video_erase', 'erased.mp4', [...black])
  const dubbed = await made('video_dubbing_only', 'dubbed.m4a', [...tone])
  await server.ok('useErased', { ...sample, video_erase_id: erased }, token)
  await server.ok('useDubbed', { ...sample, video_dub_only_id: dubbed }, token)
  expect((await server.ok('quote', quote, token)).uses).toEqual({ picture: true, sound: true })
  const used = await synthesis()
  expect(own.luma).toBeGreaterThan(30)
  expect(used.luma).toBeLessThan(20)
  expect(used.high).toBeGreaterThan(5 * own.high)
})

test('a dub with slowed parts has its own picture, and no other one', async () => {
  const spans = { flagged: 0, lines: [], slowed: [{ start: 1000, end: 3000, factor: 1.2 }] }
  const slow = await made('video_dubbing', 'slow.mp4', [...black, ...tone], spans)
  await server.ok('useDubbed', { ...sample, video_dub_only_id: slow }, token)
  const quote = { task_type: 'video_synthesis', ...sample, file_id }
  expect(await server.ok('quote', quote, token)).toMatchObject({
    available: false,
    detail: expect.stringContaining('slowed parts') as string,
  })
  await server.ok('useErased', { ...sample, video_erase_id: '' }, token)
  expect((await server.ok('quote', quote, token)).uses).toEqual({ picture: false, sound: true })
})
