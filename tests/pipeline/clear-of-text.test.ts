import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planBurn } from '#core/media/plans/burn.ts'
import { writeBurnAss } from '#core/subtitle/burn.ts'
import { usualBurnStyle } from '#core/subtitle/burn-style.ts'
import { makeCue } from '#core/subtitle/cue.ts'
import { burnFontsFolder } from '#server/engines/burn-fonts.ts'
import { fileTasks } from '#server/tasks/index.ts'
import { finished, signUp, startServer, type TestServer, until, upload } from '#tests/support/server.ts'

const sample = join(import.meta.dirname, '../../assets/sample/harbour.mp4')
const SIZE = { width: 640, height: 360 }
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

/** A clip with captions that are burned in already. */
async function captioned(): Promise<void> {
  ffmpeg('-ss', '2', '-t', '8', '-i', sample, '-vf', 'scale=640:360', '-c:v', 'libx264', '-an', 'clean.mp4')
  const texts = ['Every morning the boats', 'come in with the tide', 'and the harbour wakes', 'to the sound of gulls']
  const cues = texts.map((text, at) => makeCue(`${at}`, at * 2000 + 100, at * 2000 + 1900, text))
  const look = { ...SIZE, style: usualBurnStyle, language: 'en' }
  writeFileSync(join(folder, 'cues.ass'), writeBurnAss(cues, look))
  const fontsFolder = await burnFontsFolder(folder)
  ffmpeg(...planBurn({ source: 'clean.mp4', output: 'captioned.mp4', ass: 'cues.ass', fontsFolder, streams: [] }))
}

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
  await captioned()
  const token = await signUp(server)
  const { folder_id } = await server.ok('addFolder', { folder_name: 'captions' }, token)
  const upload_id = await upload(server, token, 'captioned.mp4', readFileSync(join(folder, 'captioned.mp4')))
  const { video_id } = await server.ok('addVideo', { upload_id, folder_id }, token)
  await until(async () => (await server.ok('getVideo', { file_id: video_id }, token)).state === 1)
  const content = '1\n00:00:00,500 --> 00:00:07,500\nCada mañana llegan los barcos\n'
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
