import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeAssets, unreferencedAssets } from '#server/app/assets/remove.ts'
import { expiredVideos } from '#server/app/videos/read.ts'
import { removeVideo } from '#server/app/videos/write.ts'
import { signUp, startServer, type TestServer, until, upload } from '#tests/support/server.ts'
import { smallVideo } from '#tests/support/small-video.ts'

const video = smallVideo()

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startServer()
  token = await signUp(server)
})
afterAll(() => server.close())

async function addVideo(owner: string): Promise<string> {
  const { folder_id } = await server.ok('addFolder', { folder_name: 'videos' }, owner)
  const upload_id = await upload(server, owner, 'film.mp4', video)
  const { video_id } = await server.ok('addVideo', { upload_id, folder_id }, owner)
  await until(async () => (await server.ok('getVideo', { file_id: video_id }, owner)).state === 1)
  return video_id
}

const status = async (url: string): Promise<number> => (await server.app.inject({ url })).statusCode

test('a video whose time is up goes with its file; what was computed of its content goes with the last that has it', async () => {
  const { deps } = server.services
  const { db } = deps
  const other = await signUp(server)
  const [mine, theirs] = [await addVideo(token), await addVideo(other)]
  const { video_url, content_hash } = await server.ok('getVideo', { file_id: mine }, token)
  const { proxy_url } = await server.ok('getVideo', { file_id: theirs }, other)
  expect(await expiredVideos(db, new Date(), 10)).toEqual([])
  const inAMonth = new Date(Date.now() + 31 * 86_400_000)
  expect((await expiredVideos(db, inAMonth, 10)).map(({ id }) => id)).toEqual([mine, theirs])

  await removeVideo(deps, mine)
  expect((await server.call('getVideo', { file_id: mine }, token)).code).toBe(1002)
  expect([await status(video_url), await status(proxy_url)]).toEqual([403, 200])
  expect(await unreferencedAssets(db, 10)).toEqual([])
  await removeAssets(deps, content_hash)
  expect(await status(proxy_url)).toBe(200)

  await removeVideo(deps, theirs)
  expect(await unreferencedAssets(db, 10)).toEqual([content_hash])
  await removeAssets(deps, content_hash)
  // The right that was looked at a moment ago still counts, and nothing is there.
  expect([403, 404]).toContain(await status(proxy_url))
  expect(await db.selectFrom('asset').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('task').selectAll().execute()).toEqual([])

  const again = await addVideo(token)
  expect(await status((await server.ok('getVideo', { file_id: again }, token)).proxy_url)).toBe(200)
})
