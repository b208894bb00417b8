import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileTasks } from '#server/tasks/index.ts'
import { addClip, captionedSize as SIZE, makeCaptionedClip } from '#tests/support/captioned-clip.ts'
import { finished, signUp, startServer, type TestServer } from '#tests/support/server.ts'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cuelane-clear-'))
  server = await startServer({}, { tasks: fileTasks })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const ffmpeg = (...args: string[]): Buffer =>
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { cwd: folder, maxBuffer: 1e8 })

/** Rows of the picture at three seconds in which two clips differ by far, from the top. */
function changedRows(path: string): { first: number; last: number } {
  const frame = (name: string): Buffer =>
    ffmpeg('-ss', '3', '-i', name, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', '-')
  const [before, after] = [frame('captioned.mp4'), frame(path)]
  const rows = Array.from({ length: SIZE.height }, (_, y) => {
    let far = 0
    for (let x = 0; x < SIZE.width; x++) {
      const at = y * SIZE.width + x
      if (Math.abs(before[at]! - after[at]!) > 90) far++
    }
    return far
  })
  return { first: rows.findIndex((far) => far > 2), last: rows.findLastIndex((far) => far > 2) }
}

test('new rows stand above captions that the picture has, unless they are asked to stand on them', async () => {
  await makeCaptionedClip(folder, ['Every morning the boats', 'come in with the tide'])
  const token = await signUp(server)
  const { folder_id, video_id } = await addClip(server, token, join(folder, 'captioned.mp4'))
  const content = '1\n00:00:00,500 --> 00:00:03,700\nCada mañana llegan los barcos\n'
  const version = { folder_id, video_id, name: 'es', language: 'es', content } as const
  const { file_id } = await server.ok('addVersion', version, token)
  const burned = async (choice: object, key: string): Promise<{ first: number; last: number }> => {
    const run = { folder_id, video_id, file_id, idempotency_key: `${key}-of-clear-of-text`, ...choice }
    const { task_id } = await server.ok('runSynthesis', run, token)
    expect((await finished(server, token, task_id)).fail_msg).toBe('')
    const { db, blobs } = server.services.deps
    const task = await db.selectFrom('task').select('result_blob').where('id', '=', task_id).executeTakeFirstOrThrow()
    return changedRows(await blobs.localPath(task.result_blob!, server.config.dataDir))
  }
  const [clear, over] = [await burned({}, 'clear'), await burned({ clear_of_text: false }, 'over')]
  // The old row stands from about 302 to 340.
  expect([clear.first > 200, clear.last < 310]).toEqual([true, true])
  expect(over.last).toBeGreaterThan(315)
})
