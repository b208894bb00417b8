import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BlobMissing, ShortPart, type UploadTarget } from '#server/store/blobs.ts'
import { DiskBlobs } from '#server/store/disk-blobs.ts'
import { newId } from '#server/store/id.ts'
import { signUp, startServer, type TestServer, until, upload } from '#tests/support/server.ts'
import { smallVideo } from '#tests/support/small-video.ts'

const clip = smallVideo()

describe('an upload on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-sealed-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const blobs = new DiskBlobs(folder)

  async function begin(size: number, partSize: number): Promise<UploadTarget> {
    const uploadId = newId()
    const target = { uploadId, key: `source/${uploadId}/original.mp4`, size, partSize }
    return { ...target, storageId: await blobs.beginUpload(target) }
  }

  const bytes = (text: string): Readable => Readable.from([Buffer.from(text)])
  const content = async (target: UploadTarget): Promise<string> =>
    readFileSync(await blobs.localPath(target.key), 'utf8')

  test('is not changed by a part that was being sent when it was finished', async () => {
    const target = await begin(10, 5)
    await blobs.writePart(target, 1, bytes('first'))
    await blobs.writePart(target, 2, bytes('other'))
    const late = new PassThrough()
    const writing = blobs.writePart(target, 1, late)
    late.write('fo')
    await sleep(50)
    await blobs.completeUpload(target)
    expect(await content(target)).toBe('firstother')
    late.end('rge')
    await expect(writing).rejects.toThrow(BlobMissing)
    expect(await content(target)).toBe('firstother')
    expect(existsSync(join(folder, 'upload', target.uploadId))).toBe(false)
  })

  test('keeps a whole part that a broken one was to replace', async () => {
    const target = await begin(8, 5)
    await blobs.writePart(target, 1, bytes('whole'))
    await expect(blobs.writePart(target, 1, bytes('bad'))).rejects.toThrow(ShortPart)
    await expect(blobs.writePart(target, 1, bytes('too long'))).rejects.toThrow(ShortPart)
    await expect(blobs.completeUpload(target)).rejects.toThrow(ShortPart)
    expect(await blobs.listParts(target)).toEqual([1])
    await blobs.writePart(target, 2, bytes('end'))
    await blobs.completeUpload(target)
    expect(await content(target)).toBe('wholeend')
  })

  test('is finished once, however often and by however many at once', async () => {
    const target = await begin(5, 5)
    await blobs.writePart(target, 1, bytes('bytes'))
    await Promise.all(Array.from({ length: 8 }, () => new DiskBlobs(folder).completeUpload(target)))
    await blobs.completeUpload(target)
    expect(await content(target)).toBe('bytes')
  })
})

describe('an account', () => {
  let server: TestServer
  let token: string
  let folder_id: string
  beforeAll(async () => {
    server = await startServer()
    token = await signUp(server)
    folder_id = (await server.ok('addFolder', { folder_name: 'videos' }, token)).folder_id
  })
  afterAll(() => server.close())

  test('that adds one upload many times at once has one video, and one answer for all', async () => {
    const upload_id = await upload(server, token, 'one.mp4', clip)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.call('addVideo', { upload_id, folder_id }, token)),
    )
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
    expect(new Set(answers.map(({ data }) => data.video_id)).size).toBe(1)
    const noise = await upload(server, token, 'noise.mp4', Buffer.alloc(20_000, 'noise'))
    const refused = await Promise.all(
      Array.from({ length: 8 }, () => server.call('addVideo', { upload_id: noise, folder_id }, token)),
    )
    expect(refused.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
    // Faults of its bytes are found when it is prepared: by one video, not eight.
    const ids = new Set(refused.map(({ data }) => data.video_id))
    expect(ids.size).toBe(1)
    for (const file_id of ids) {
      await until(async () => (await server.ok('getVideo', { file_id }, token)).state === 2)
      expect((await server.ok('getVideo', { file_id }, token)).fail_msg).toContain('valid video')
    }
  })

  test('can add an upload whose finishing was cut off by a kill', async () => {
    const upload_id = await upload(server, token, 'cut.mp4', clip)
    const { blobs, db } = server.services.deps
    const row = await db.selectFrom('upload').selectAll().where('id', '=', upload_id).executeTakeFirstOrThrow()
    const { blob_key: key, storage_id: storageId, size, part_size: partSize } = row
    await blobs.completeUpload({ uploadId: upload_id, key, storageId, size, partSize })
    expect(row.state).toBe('open')
    expect(await server.call('addVideo', { upload_id, folder_id }, token)).toMatchObject({ code: 0 })
  })

  test('has so many bytes under way and no more, also when it asks at once; what rests makes room', async () => {
    const person = await signUp(server)
    const begin = () =>
      server.call('getUploadToken', { file_name: 'a.mp4', class: 'video', size: 4 * 1024 ** 3 }, person)
    const answers = await Promise.all(Array.from({ length: 60 }, begin))
    const refused = answers.filter(({ code }) => code !== 0)
    expect([answers.length - refused.length, refused[0]?.code]).toEqual([10, 1001])
    expect(refused[0]?.message).toContain('must not exceed 40 GB in total')
    const [oldest] = answers.filter(({ code }) => code === 0)
    const upload_id = oldest?.data.upload_id ?? ''
    const { db } = server.services.deps
    const longAgo = new Date(Date.now() - 2 * 3600 * 1000)
    await db.updateTable('upload').set({ touched_at: longAgo }).where('id', '=', upload_id).execute()
    expect((await begin()).code).toBe(0)
    expect((await begin()).code).toBe(1001)
    expect((await server.call('uploadPart', { upload_id }, person)).code).toBe(1002)
    expect(existsSync(join(server.config.dataDir, 'blobs/upload', upload_id))).toBe(false)
  })

  test('has so many uploads under way and no more', async () => {
    const person = await signUp(server)
    const begin = () => server.call('getUploadToken', { file_name: 'a.mp4', class: 'video', size: 20_000 }, person)
    const answers = await Promise.all(Array.from({ length: 110 }, begin))
    expect(answers.filter(({ code }) => code === 0).length).toBe(100)
    expect(answers.find(({ code }) => code !== 0)?.message).toContain('100 unfinished uploads')
  })
})
