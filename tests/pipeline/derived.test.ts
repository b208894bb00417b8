import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Video } from '#core/contract/video.ts'
import { Peaks } from '#core/media/peaks.ts'
import { readPeaks, writePeaks } from '#core/media/peaks-file.ts'
import { isShotCandidates } from '#core/media/shot-changes.ts'
import { speechIntervals } from '#core/media/speech.ts'
import { prepared, signUp, startServer, type TestServer, upload } from '#tests/support/server.ts'
import { sampleClip } from '#tests/support/small-video.ts'

/** Three sentences, and silence after the last one, which ends at 10.6 s. */
const sample = sampleClip(11.3)

let server: TestServer
let token: string
let video: Video
beforeAll(async () => {
  server = await startServer()
  token = await signUp(server)
  video = await addSample(token)
})
afterAll(() => server.close())

async function addSample(owner: string, to = server): Promise<Video> {
  const { folder_id } = await to.ok('addFolder', { folder_name: 'videos' }, owner)
  const upload_id = await upload(to, owner, 'video.mp4', sample)
  const { video_id } = await to.ok('addVideo', { upload_id, folder_id }, owner)
  return prepared(to, owner, video_id)
}

async function fetchBytes(url: string): Promise<Buffer> {
  const response = await server.app.inject({ url })
  expect(response.statusCode).toBe(200)
  return response.rawPayload
}

/** Takes away what the server computed, as for a video from before it did. */
async function forget({ content_hash }: Video): Promise<void> {
  await server.services.deps.db
    .deleteFrom('asset')
    .where('content_hash', '=', content_hash)
    .where('kind', 'in', ['peaks', 'strip', 'shot_changes'])
    .execute()
}

test('waveform, filmstrip and shot changes of an uploaded video are computed once and served', async () => {
  const peaks = readPeaks(new Uint8Array(await fetchBytes(video.derived.peaks)).buffer)
  expect(Math.abs(peaks.durationMs - video.video_info.duration_ms)).toBeLessThan(2)
  const speech = speechIntervals(peaks)
  expect(speech.length).toBeGreaterThan(2)
  expect(speech.at(-1)!.end).toBeLessThan(11_100)
  const strip = await fetchBytes(video.derived.strip)
  expect([strip.readUInt16BE(0), strip.length > 5000]).toEqual([0xffd8, true])
  const shots: unknown = JSON.parse((await fetchBytes(video.derived.shot_changes)).toString())
  expect(isShotCandidates(shots, video.video_info.duration_ms)).toBe(true)
})

test('the same video of somebody else is not computed again', async () => {
  const count = async (): Promise<number> =>
    (await server.services.deps.db.selectFrom('step_run').selectAll().where('step', '=', 'shot_changes').execute())
      .length
  const before = await count()
  const other = await addSample(await signUp(server))
  expect(await count()).toBe(before)
  expect(other.derived.shot_changes.split('/').slice(-2)).toEqual(video.derived.shot_changes.split('/').slice(-2))
})

test('a video of the caller is found by the hash of a file', async () => {
  const { content_hash } = video
  const { list } = await server.ok('findVideos', { content_hash }, token)
  expect(list.map(({ video_id }) => video_id)).toEqual([video.video_id])
  expect((await server.ok('findVideos', { content_hash }, await signUp(server))).list).toEqual([])
  expect((await server.call('findVideos', { content_hash: 'x' }, token)).code).toBe(1001)
})

test('what a browser computed is kept where the server has nothing, for all own copies, and checked first', async () => {
  const twin = await addSample(token)
  await forget(video)
  const file_id = video.video_id
  const keep = (kind: 'peaks' | 'strip' | 'shot_changes', bytes: Uint8Array, owner = token) =>
    server.call('keepDerived', { file_id, kind, content: Buffer.from(bytes).toString('base64') }, owner)
  const text = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

  expect((await keep('peaks', Buffer.from('junk'))).message).toContain('damaged')
  expect((await keep('peaks', new Uint8Array(writePeaks(new Peaks(90_000))))).code).toBe(1001)
  expect((await keep('strip', Buffer.from('<script>'))).code).toBe(1001)
  expect((await keep('strip', Buffer.from([1]))).code).toBe(1001)
  expect((await keep('shot_changes', text([{ ms: 5, score: 'x' }]))).code).toBe(1001)
  expect((await keep('shot_changes', text([{ ms: 9e9, score: 9 }]))).code).toBe(1001)
  expect((await keep('shot_changes', text([]), await signUp(server))).code).toBe(1002)

  const peaks = new Peaks(video.video_info.duration_ms)
  peaks.fill(10, Int16Array.from([-5, 6, 3]))
  expect((await keep('peaks', new Uint8Array(writePeaks(peaks)))).code).toBe(0)
  expect((await keep('shot_changes', text([{ ms: 5000, score: 20 }]))).code).toBe(0)
  const seen = await server.ok('getVideo', { file_id: twin.video_id }, token)
  expect(readPeaks(new Uint8Array(await fetchBytes(seen.derived.peaks)).buffer).levels).toEqual(peaks.levels)
  expect(seen.derived.strip).toBe('')

  // A second one changes nothing.
  expect((await keep('shot_changes', text([]))).code).toBe(0)
  expect(JSON.parse((await fetchBytes(seen.derived.shot_changes)).toString())).toEqual([{ ms: 5000, score: 20 }])
})

test('a video whose shot changes can not be found is prepared all the same, and nothing is kept as their result', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-ffmpeg-'))
  const program = join(folder, 'ffmpeg')
  writeFileSync(program, '#!/bin/sh\ncase "$*" in *scdet*) exit 1;; esac\nexec ffmpeg "$@"\n')
  chmodSync(program, 0o755)
  const lame = await startServer({ FFMPEG_PATH: program })
  try {
    const video = await addSample(await signUp(lame), lame)
    expect([video.derived.shot_changes, video.derived.peaks !== '', video.derived.strip !== '']).toEqual([
      '',
      true,
      true,
    ])
    expect(
      await lame.services.deps.db.selectFrom('artifact').select('key').where('step', '=', 'shot_changes').execute(),
    ).toEqual([])
  } finally {
    await lame.close()
    rmSync(folder, { recursive: true })
  }
})

test('shot changes that were edited are kept with the video, revision by revision, and for its owner alone', async () => {
  const file_id = video.video_id
  const set = (revision: number, times: number[], owner = token) =>
    server.call('setShotChanges', { file_id, revision, times }, owner)
  const get = () => server.ok('getShotChanges', { file_id }, token)
  expect(await get()).toEqual({ revision: 0, times: null })
  expect((await set(0, [1000, 2000])).data).toEqual({ revision: 1, times: [1000, 2000] })
  // A lost answer: the same again is success.
  expect(await set(0, [1000, 2000])).toMatchObject({ code: 0, data: { revision: 1 } })
  const stale = await set(0, [500])
  expect([stale.code === 0, stale.data]).toEqual([false, { revision: 1, times: [1000, 2000] }])
  expect((await set(1, [])).data).toEqual({ revision: 2, times: [] })
  expect(await get()).toEqual({ revision: 2, times: [] })
  // Not in order, beyond the video, another user’s.
  expect((await set(2, [2000, 1000])).code).toBe(1001)
  expect((await set(2, [9_000_000])).code).toBe(1001)
  const stranger = await signUp(server)
  expect((await set(2, [700], stranger)).code).toBe(1002)
  expect((await server.call('getShotChanges', { file_id }, stranger)).code).toBe(1002)
})
