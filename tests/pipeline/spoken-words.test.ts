import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { type WordTemplate, wordTemplates } from '#core/subtitle/burn/word-templates.ts'
import { fileTasks } from '#server/tasks/index.ts'
import { finished, readyClip, signUp, startServer, type TestServer } from '#tests/support/server.ts'

const SPOKEN = `WEBVTT

00:00:00.500 --> 00:00:02.000
left <00:00:01.000>middle <00:00:01.500>right

00:00:02.500 --> 00:00:04.000
left middle right
`

/** Size of the clip's pictures, and how many of a second are looked at. */
const [WIDTH, HEIGHT, RATE] = [480, 270, 4]

let server: TestServer
let token: string
let place: { folder_id: string; video_id: string }
let file_id: string
beforeAll(async () => {
  server = await startServer({}, { tasks: fileTasks })
  token = await signUp(server)
  place = await readyClip(server, token, 4.5, { width: WIDTH, rate: 8 })
  const added = { ...place, name: 'spoken', language: 'en', content: SPOKEN } as const
  file_id = (await server.ok('addVersion', added, token)).file_id
})
afterAll(() => server.close())

/** A template with a word in a colour that the clip has not. */
function magenta(id: WordTemplate): BurnStyle {
  const { words, ...style } = wordTemplates[id]
  return { ...style, ...(words && { words: { ...words, color: '#ff00ff' } }) }
}

let keys = 0

/** A video with the version burned in, and what of a frame has a colour: how many pixels, and where their middle is across. */
async function burned(choice: object): Promise<(seconds: number) => { count: number; middle: number }> {
  const run = { ...place, file_id, idempotency_key: `key-${++keys}-of-spoken-words`, ...choice }
  const { task_id } = await server.ok('runSynthesis', run, token)
  expect((await finished(server, token, task_id)).fail_msg).toBe('')
  const { db, blobs } = server.services.deps
  const task = await db.selectFrom('task').select('result_blob').where('id', '=', task_id).executeTakeFirstOrThrow()
  const path = await blobs.localPath(task.result_blob!, server.config.dataDir)
  const frames = ['-i', path, '-vf', `fps=${RATE}:round=up`, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const all = execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...frames], { maxBuffer: 1e8 })
  return (seconds) => {
    const frame = WIDTH * HEIGHT * 3
    const pixels = all.subarray(seconds * RATE * frame, (seconds * RATE + 1) * frame)
    let [count, sum] = [0, 0]
    for (let at = 0; at < pixels.length; at += 3) {
      if (pixels[at]! < 180 || pixels[at + 1]! > 110 || pixels[at + 2]! < 180) continue
      count++
      sum += (at / 3) % WIDTH
    }
    return { count, middle: count === 0 ? 0 : sum / count / WIDTH }
  }
}

test('the spoken word is coloured where it stands while it is said, by known times and by spread ones', async () => {
  const at = await burned({ style: magenta('colored') })
  for (const begin of [0.5, 2.5]) {
    const words = [0.25, 0.75, 1.25].map((offset) => at(begin + offset))
    for (const { count } of words) expect(count).toBeGreaterThan(50)
    const [left = 0, middle = 0, right = 0] = words.map((word) => word.middle)
    expect(left).toBeLessThan(0.46)
    expect(Math.abs(middle - 0.5)).toBeLessThan(0.06)
    expect(right).toBeGreaterThan(0.54)
  }
  expect(at(0.25).count).toBe(0)
  expect(at(2.25).count).toBe(0)
})

test('word by word, the word alone is in the middle; a style without a mark has no such colour', async () => {
  const at = await burned({ style: magenta('single') })
  for (const seconds of [0.75, 1.25, 1.75]) {
    const { count, middle } = at(seconds)
    expect(count).toBeGreaterThan(50)
    expect(Math.abs(middle - 0.5)).toBeLessThan(0.03)
  }
  expect((await burned({}))(0.75).count).toBe(0)
})

test('the style of a version keeps how the word looks, and is what its video is made with', async () => {
  await server.ok('styleVersion', { file_id, style: magenta('large') }, token)
  const { style } = await server.ok('getVersion', { file_id }, token)
  expect(style).toEqual(magenta('large'))
  expect((await burned({}))(0.75).count).toBeGreaterThan(50)
})
