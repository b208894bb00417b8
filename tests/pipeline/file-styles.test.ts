import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromWire } from '#core/subtitle/cue/wire.ts'
import { readStoredFile, writeImportedFile } from '#core/subtitle/formats/imported-file.ts'
import { karaokeFile } from '#tests/support/karaoke.ts'
import { fileTasks } from '#server/tasks/index.ts'
import { finished, readyClip, signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
let place: { folder_id: string; video_id: string }
let file_id: string
beforeAll(async () => {
  server = await startServer({}, { tasks: fileTasks })
  token = await signUp(server)
  place = await readyClip(server, token, 2.4, { width: 320, rate: 10 })
  const added = { ...place, name: 'song', language: 'en', content: karaokeFile } as const
  file_id = (await server.ok('addVersion', added, token)).file_id
})
afterAll(() => server.close())

let keys = 0
const idempotency_key = () => `key-${++keys}-of-file-styles`

/** How much of the picture is in the colour of the file's sign, at two seconds of a burned-in video. */
async function yellow(choice: object = {}): Promise<number> {
  const run = { ...place, file_id, idempotency_key: idempotency_key(), ...choice }
  const { task_id } = await server.ok('runSynthesis', run, token)
  expect((await finished(server, token, task_id)).fail_msg).toBe('')
  const { db, blobs } = server.services.deps
  const task = await db.selectFrom('task').select('result_blob').where('id', '=', task_id).executeTakeFirstOrThrow()
  const path = await blobs.localPath(task.result_blob!, server.config.dataDir)
  const frame = ['-ss', '2', '-i', path, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const pixels = execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...frame], { maxBuffer: 1e8 })
  let count = 0
  for (let at = 0; at < pixels.length; at += 3) {
    count += Number(pixels[at]! > 190 && pixels[at + 1]! > 190 && pixels[at + 2]! < 100)
  }
  return count
}

test('a version of a SubStation file is burned in as the file was made, unless another style is asked for', async () => {
  expect(await yellow()).toBeGreaterThan(125)
  expect(await yellow({ position: 'top' })).toBe(0)
  await server.ok('styleVersion', { file_id, file_styles: false }, token)
  expect(await yellow()).toBe(0)
  expect(await yellow({ file_styles: true })).toBeGreaterThan(125)
  await server.ok('styleVersion', { file_id, file_styles: true }, token)
})

test('a translation keeps the places and styles of the lines that it comes from', async () => {
  const wanted = { file_id, source_language: 'en', to_language: 'es', idempotency_key: idempotency_key() } as const
  const { task_id } = await server.ok('runTranslate', wanted, token)
  expect((await finished(server, token, task_id)).fail_msg).toBe('')
  const { list } = await server.ok('listVersions', place, token)
  const spanish = list.find(({ language }) => language === 'es')!
  expect(spanish).toMatchObject({ imported_format: 'ass', file_styles: true })
  const { subtitle_txt } = await server.ok('getVersion', { file_id: spanish.file_id }, token)
  const file = readStoredFile(await server.ok('getImportedFile', { file_id: spanish.file_id }, token))
  const { text } = writeImportedFile(fromWire(subtitle_txt) ?? [], file)
  expect(text).toContain('Style: Sign,DejaVu Serif,28')
  expect(text).toMatch(/,Sign,,0,0,0,,\{\\pos\(200,220\)\\frz12\}/)
  expect(text).toMatch(/,Song,,0,0,0,,[^\\]*\r\n/)
  expect(text).toMatch(/,Default,Ann,0,0,0,,.*[Bb]uenos días/)
  expect(text).toContain('{\\an7\\pos(20,20)\\p1}m 0 0 l 40 0 40 40 0 40')
})
