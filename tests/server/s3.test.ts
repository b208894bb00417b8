import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, s3Keys, startS3 } from '#tests/support/s3.ts'
import { signUp, startServer, type TestServer, until } from '#tests/support/server.ts'
import { smallVideo } from '#tests/support/small-video.ts'

const clip = smallVideo()

let s3: S3Server
let server: TestServer
beforeAll(async () => {
  s3 = await startS3()
  server = await startServer({
    S3_BUCKET: 'videos',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
  })
})
afterAll(async () => {
  await server.close()
  await s3.close()
})

describe('files in an S3-compatible bucket', () => {
  test('parts go to the bucket by signed addresses, the video is prepared and read by signed addresses with Range', async () => {
    const token = await signUp(server)
    const { folder_id } = await server.ok('addFolder', { folder_name: 'videos' }, token)
    const begun = await server.ok(
      'getUploadToken',
      { file_name: 'video.mp4', class: 'video', size: clip.length },
      token,
    )
    expect(begun.uploadurl.startsWith(s3.endpoint)).toBe(true)
    expect((await server.call('addVideo', { upload_id: begun.upload_id, folder_id }, token)).message).toContain(
      'isn’t complete',
    )
    const put = (body: Uint8Array<ArrayBuffer>, url = begun.uploadurl) => fetch(url, { method: 'PUT', body })
    expect((await put(new Uint8Array(10))).status).toBe(403)
    expect((await put(new Uint8Array(clip), begun.uploadurl.replace('partNumber=1', 'partNumber=2'))).status).toBe(403)
    expect((await put(new Uint8Array(clip))).status).toBe(200)
    expect((await server.ok('uploadPart', { upload_id: begun.upload_id }, token)).parts).toEqual([1])
    const { video_id } = await server.ok('addVideo', { upload_id: begun.upload_id, folder_id }, token)
    await until(async () => (await server.ok('getVideo', { file_id: video_id }, token)).state === 1)
    const video = await server.ok('getVideo', { file_id: video_id }, token)
    const redirect = await server.app.inject({ url: video.proxy_url })
    expect(redirect.statusCode).toBe(302)
    const address = redirect.headers.location!
    const part = await fetch(address, { headers: { range: 'bytes=0-99' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100])
    expect((await fetch(address.replace('proxy.mp4', 'other.mp4'))).status).toBe(403)
    const playlist = await server.app.inject({ url: video.video_url_m3u8 })
    expect([playlist.statusCode, playlist.body.startsWith('#EXTM3U')]).toEqual([200, true])
    const segment = video.video_url_m3u8.replace('index.m3u8', 'part0000.ts')
    expect((await server.app.inject({ url: segment })).statusCode).toBe(302)
    await server.ok('deleteVideo', { folder_id, video_id }, token)
    expect([...s3.objects.keys()].filter((key) => key.startsWith('source/'))).toEqual([])
  })
})
