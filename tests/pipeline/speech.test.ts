import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue.ts'
import { readSrt } from '#core/subtitle/srt.ts'
import { fromWire } from '#core/subtitle/wire.ts'
import { engineAdapters } from '#server/engines/index.ts'
import { fileTasks } from '#server/tasks/index.ts'
import { finished, readySample, signUp, startServer, type TestServer } from '#tests/support/server.ts'

const FIRST_LINE = new URL('../../assets/sample/harbour.en.srt', import.meta.url)

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startServer({}, { adapters: engineAdapters, tasks: fileTasks })
  token = await signUp(server)
})
afterAll(() => server.close())

test('speech becomes lines with marks and capitals where they are said, with the names that the folder knows', async () => {
  const place = await readySample(server, token)
  await server.ok('addRole', { folder_id: place.folder_id, role_name: 'Gud Morning' }, token)
  const { task_id } = await server.ok(
    'runExtract',
    {
      ...{ video_id: place.video_id, source_language: 'en', subtitle_extract_mode: 'audio' },
      idempotency_key: crypto.randomUUID(),
    },
    token,
  )
  const done = await finished(server, token, task_id)
  expect(done).toMatchObject({ state: 1, fail_msg: '', language: 'en' })
  const { list } = await server.ok('listVersions', place, token)
  const { file_id } = list.find(({ from }) => from === 'extract')!
  const { subtitle_txt } = await server.ok('getVersion', { file_id }, token)
  const text = subtitle_txt.map((line) => line.text.replaceAll('\n', ' ')).join(' ')
  expect(text).toMatch(/^Gud Morning and welcome to the harbou?r\. /)
  expect(text).toContain('The weather is free, but the fish is not.')
  const said = readSrt(readFileSync(FIRST_LINE, 'utf8'), sequentialIds('c')).cues[0]!
  expect(Math.abs(fromWire(subtitle_txt)![0]!.start - said.start)).toBeLessThan(300)
}, 120_000)
