import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receivePart } from '#server/app/uploads.ts'
import { signUp, startServer, type TestServer, until, upload } from '#tests/support/server.ts'
import { sampleClip, smallVideo } from '#tests/support/small-video.ts'

const sample = sampleClip(4)
const extra = process.env['CUELANE_TEST_DATA']

let server: TestServer
let token: string
let folder_id: string
beforeAll(async () => {
  server = await startServer()
  token = await signUp(server)
  folder_id = (await server.ok('addFolder', { folder_name: 'videos' }, token)).folder_id
})
afterAll(() => server.close())

async function add(name: string, bytes: Buffer) {
  return server.call('addVideo', { upload_id: await upload(server, token, name, bytes), folder_id }, token)
}

test('a video is uploaded, checked and prepared', async () => {
  const { code, data } = await add('My video.mp4', sample)
  expect(code).toBe(0)
  expect(data).toMatchObject({ video_name: 'My video', state: 0, content_hash: '' })
  const read = () => server.ok('getVideo', { file_id: data.video_id }, token)
  await until(async () => (await read()).state === 1)
  const video = await read()
  expect(video).toMatchObject({
    progress: 1,
    video_info: { width: 640, height: 360, duration_ms: 4200, rate: [25, 1], has_audio: true },
  })
  expect((await server.ok('listTasks', {}, token)).total).toBe(0)
  expect(await server.ok('sumTasks', {}, token)).toEqual({ total: 0, processing: 0, unread: 0 })
  const get = (url: string, range?: string) => server.app.inject({ url, headers: range ? { range } : {} })
  expect((await get(video.video_cover)).headers['content-type']).toBe('image/jpeg')
  const part = await get(video.proxy_url, 'bytes=0-99')
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 100])
  const playlist = (await get(video.video_url_m3u8)).body
  const segment = /^part\d+\.ts$/m.exec(playlist)![0]
  expect((await get(video.video_url_m3u8.replace('index.m3u8', segment))).statusCode).toBe(200)
  expect((await get(video.video_url)).rawPayload.equals(sample)).toBe(true)
})

test('media addresses open nothing else and end', async () => {
  const { list } = await server.ok('listVideos', { folder_id }, token)
  const url = list[0]!.video_url
  const status = async (address: string) => (await server.app.inject({ url: address })).statusCode
  expect(await status(url.replace(/source\/[^/]+/, 'sample/harbour'))).toBe(403)
  expect(await status(url.replace(/\/media\/\d+/, '/media/9999999999999'))).toBe(403)
  expect(await status(url.replace('original.mp4', '../../../database.lock'))).toBe(404)
  expect(await status(url.replace('original.mp4', '%2e%2e/%2e%2e/secret'))).toBe(403)
  expect(await status(url.replace('original.mp4', 'other.mp4'))).toBe(404)
})

test('an upload that broke off goes on where it stopped', async () => {
  const { upload_id } = await server.ok(
    'getUploadToken',
    { file_name: 'big.mp4', class: 'video', size: 20_000_000 },
    token,
  )
  const send = async (part: number, bytes: number) => {
    const { uploadurl } = await server.ok('uploadPart', { upload_id, part_number: part }, token)
    return (await server.app.inject({ method: 'PUT', url: uploadurl, payload: Buffer.alloc(bytes) })).json<{
      code: number
    }>().code
  }
  expect(await send(2, 8_388_608)).toBe(0)
  expect(await send(1, 1000)).toBe(1001)
  expect((await server.ok('uploadPart', { upload_id }, token)).parts).toEqual([2])
  expect((await server.call('addVideo', { upload_id, folder_id }, token)).message).toContain('isn’t complete')
  const { uploadurl } = await server.ok('uploadPart', { upload_id, part_number: 1 }, token)
  const stolen = uploadurl.replace('/1?', '/3?')
  expect((await server.app.inject({ method: 'PUT', url: stolen, payload: Buffer.alloc(10) })).json()).toMatchObject({
    code: 2401,
  })
})

test('whoever goes away in the middle of a part is no fault of the server', async () => {
  const file = { file_name: 'big.mp4', class: 'video', size: 20_000_000 } as const
  const { upload_id } = await server.ok('getUploadToken', file, token)
  const body = Readable.from(
    (async function* () {
      yield Buffer.alloc(1000)
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    })(),
  )
  await expect(receivePart(server.services.deps, upload_id, 1, body)).rejects.toMatchObject({ key: 'part_incomplete' })
  expect((await server.ok('uploadPart', { upload_id }, token)).parts).toEqual([])
})

test('into a folder that is gone nothing more is sent', async () => {
  const { folder_id: gone } = await server.ok('addFolder', { folder_name: 'gone' }, token)
  const file = { file_name: 'big.mp4', class: 'video', size: 20_000_000, folder_id: gone } as const
  const { upload_id } = await server.ok('getUploadToken', file, token)
  const part = { upload_id, part_number: 1, folder_id: gone }
  expect((await server.call('uploadPart', part, token)).code).toBe(0)
  await server.ok('deleteFolder', { folder_id: gone }, token)
  for (const answer of [
    await server.call('uploadPart', part, token),
    await server.call('getUploadToken', file, token),
    await server.call('addVideo', { upload_id, folder_id: gone }, token),
  ])
    expect([answer.code, answer.message]).toEqual([1002, expect.stringContaining('folder is no longer there')])
})

describe('bad files leave nothing behind', () => {
  const taken = () =>
    server.services.deps.db.selectFrom('upload').select('id').where('state', '!=', 'open').orderBy('id').execute()
  const refuse = async (name: string, bytes: Buffer, message: string) => {
    const before = { total: (await server.ok('listVideos', { folder_id }, token)).total, uploads: await taken() }
    const { code, data } = await add(name, bytes)
    expect([code, data.video_info.duration_ms]).toEqual([0, 0])
    // Waiting, or already looked into.
    expect([0, 3]).toContain(data.state)
    const { video_id } = data
    const read = () => server.ok('getVideo', { file_id: video_id }, token)
    await until(async () => (await read()).state === 2)
    const refused = await read()
    expect(refused.fail_msg).toContain(message)
    expect(refused.may_retry).toBe(false)
    expect((await server.call('retryVideo', { file_id: video_id }, token)).message).toContain('no longer here')
    expect((await server.app.inject(refused.video_url)).statusCode).toBe(404)
    await server.ok('deleteVideo', { folder_id, video_id }, token)
    const { total } = await server.ok('listVideos', { folder_id }, token)
    expect({ total, uploads: await taken() }).toEqual(before)
    const subjects = server.services.deps.db.selectFrom('task_subject').selectAll().where('id', '=', video_id)
    expect(await subjects.execute()).toEqual([])
  }

  test('bytes that are no video', () => refuse('noise.mp4', Buffer.alloc(20_000, 'noise'), 'may not be a valid video'))
  test('bytes that are no sound', () => refuse('noise.mp3', Buffer.alloc(20_000, 'noise'), 'Unable to read this sound'))
  test('a video without its index', () =>
    refuse('cut.mov', sample.subarray(100_000, 300_000), 'may not be a valid video'))
  test('a video that broke off', () => refuse('half.mp4', sample.subarray(0, 200_000), 'incomplete'))
  test('a picture with another name', async () => {
    const picture = readFileSync(join(import.meta.dirname, '../../assets/sample/harbour.jpg'))
    await refuse('picture.mp4', Buffer.concat([picture, Buffer.alloc(10_000)]), 'contains neither video nor sound')
  })
  test('a playlist that names other files', () =>
    refuse(
      'list.mp4',
      Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n/etc/passwd\n${'#\n'.repeat(10_000)}`),
      'may not be a valid video',
    ))

  test.each([
    ['empty.mp4', 0, 'must not be smaller'],
    ['huge.mp4', 5 * 1024 ** 3, 'must not exceed 4 GB'],
    ['text.exe', 20_000, 'format not supported'],
    ['noextension', 20_000, 'format not supported'],
  ])('%s of %d bytes is refused before it is sent', async (file_name, size, message) => {
    const answer = await server.call('getUploadToken', { file_name, class: 'video', size }, token)
    expect(answer.code).toBe(1001)
    expect(answer.message).toContain(message)
  })

  test.skipIf(!extra || !existsSync(extra))('real broken files (needs CUELANE_TEST_DATA)', async () => {
    const read = (name: string) => readFileSync(join(extra!, 'video-broken', name))
    await refuse('derived-truncated-1MB.mp4', read('derived-truncated-1MB.mp4'), 'incomplete')
    await refuse('derived-png-named.mp4', read('derived-png-named.mp4'), 'contains neither video nor sound')
    await refuse('fake-xml-named.ts', read('fake-xml-named.ts'), 'may not be a valid video')
  })
})

const small = join(tmpdir(), `cuelane-small-disk-${process.pid}`)
const mounted = await mkdir(small, { recursive: true }).then(
  () => process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', small]).status === 0,
)

describe.skipIf(!mounted)('a full disk (needs the right to mount one)', () => {
  afterAll(async () => {
    spawnSync('umount', [small])
    await rm(small, { recursive: true, force: true })
  })

  test('is told, and what was there stays', async () => {
    const { DiskBlobs } = await import('#server/store/disk-blobs.ts')
    const { StorageFull } = await import('#server/store/storage-full.ts')
    const blobs = new DiskBlobs(small)
    const work = await mkdtemp(join(tmpdir(), 'cuelane-full-'))
    const { writeFile } = await import('node:fs/promises')
    const put = async (key: string, bytes: number) => {
      await writeFile(join(work, 'file'), Buffer.alloc(bytes))
      await blobs.put(key, join(work, 'file'))
    }
    await put('a/b/first', 3_000_000)
    await expect(put('a/b/second', 3_000_000)).rejects.toThrow(StorageFull)
    expect([await blobs.has('a/b/first'), await blobs.has('a/b/second')]).toEqual([true, false])
    await rm(work, { recursive: true })
  })
})

test('of many requests at once to make a video of one upload, all answer with the same one', async () => {
  const upload_id = await upload(server, token, 'twice.mp4', smallVideo())
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => server.call('addVideo', { upload_id, folder_id }, token)),
  )
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0))
  expect(new Set(answers.map(({ data }) => data.video_id)).size).toBe(1)
  const { video_id } = answers[0]!.data
  await until(async () => (await server.ok('getVideo', { file_id: video_id }, token)).state === 1)
  await server.ok('deleteVideo', { folder_id, video_id }, token)
})

test('a server without ffmpeg says so instead of failing', async () => {
  const bare = await startServer({ FFMPEG_PATH: 'no-ffmpeg-here', FFPROBE_PATH: 'no-ffprobe-here' })
  try {
    const person = await signUp(bare)
    const { video_id } = await bare.ok('openSample', { sample_id: 'harbour' }, person)
    const read = () => bare.ok('getVideo', { file_id: video_id }, person)
    await until(async () => (await read()).state === 2)
    expect((await read()).fail_msg).toMatch(/no-ff(mpeg|probe)-here/)
    // What is missing may be there later: it can be tried again, by its owner, and twice at once is once.
    expect((await read()).may_retry).toBe(true)
    const stranger = await signUp(bare)
    expect((await bare.call('retryVideo', { file_id: video_id }, stranger)).code).toBe(1002)
    const again = await Promise.all([1, 2, 3].map(() => bare.ok('retryVideo', { file_id: video_id }, person)))
    expect(again.every(({ state }) => state !== 1)).toBe(true)
    await until(async () => (await read()).state === 2)
    const { db } = bare.services.deps
    expect(await db.selectFrom('task').select('attempts').execute()).toEqual([{ attempts: 1 }])
    const { engines } = await bare.ok('getLanguages', {})
    expect(engines.find(({ name }) => name === 'FFmpeg')?.available).toBe(false)
  } finally {
    await bare.close()
  }
})
