import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { fromWire } from '#core/subtitle/cue/wire.ts'
import { fileTasks } from '#server/tasks/index.ts'
import { finished, readySample, signUp, startServer, type TestServer } from '#tests/support/server.ts'

const FIRST_LINE = new URL('../../assets/sample/harbour.en.srt', import.meta.url)

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startServer({}, { tasks: fileTasks })
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
  // Two people speak: each line has its speaker, and is flagged by the confidence.
  const { voices, flags } = await server.ok('getVersion', { file_id }, token)
  expect(voices).toMatchObject({ count: 2, maybe: null })
  expect(voices!.sure).toBeGreaterThanOrEqual(0.5)
  expect(voices!.lines.map(({ cue_id, role_id }) => [cue_id, role_id])).toEqual(
    subtitle_txt.map(({ cue_id, folder_role_id: [role] }) => [cue_id, role]),
  )
  for (const { cue_id, role_id, sure } of voices!.lines) {
    const flag = flags.find((one) => one.cue_id === cue_id)
    const remarks = flag ? [flag, ...(flag.also ?? [])] : []
    expect(remarks.some(({ verdict }) => verdict === 'speaker_unsure')).toBe(sure < 0.75)
    if (sure < 0.75) expect(flag?.cue?.roles).toEqual([role_id])
  }
}, 120_000)

test('lines keep to the profile that is chosen, else to the one of the folder, and come in with the shots', async () => {
  const place = await readySample(server, token)
  const input = { video_id: place.video_id, source_language: 'en', subtitle_extract_mode: 'audio' } as const
  const linesBy = async (more: object) => {
    const { task_id } = await server.ok(
      'runExtract',
      { ...input, ...more, idempotency_key: crypto.randomUUID() },
      token,
    )
    const { file_id, task_config } = await finished(server, token, task_id)
    const { subtitle_txt } = await server.ok('getVersion', { file_id }, token)
    return { profile: task_config['profile'], lines: fromWire(subtitle_txt)! }
  }
  const { folder_id } = place
  const { revision } = await server.ok('getProFolder', { folder_id }, token)
  await server.ok('setFolderSettings', { folder_id, revision, settings: { profile: 'vertical' } }, token)
  const narrow = await linesBy({})
  expect(narrow.profile).toBe('vertical')
  const rows = narrow.lines.flatMap(({ text }) => text.split('\n'))
  expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(24)
  const wide = await linesBy({ profile: 'bbc' })
  expect(wide.profile).toBe('bbc')
  expect(wide.lines.length).toBeLessThan(narrow.lines.length)
  const wordsOf = ({ lines }: typeof wide) => lines.map(({ text }) => text.replaceAll('\n', ' ')).join(' ')
  expect(wordsOf(narrow)).toBe(wordsOf(wide))
  // A shot begins just before what the second line says.
  const second = wide.lines[1]!
  const shot = Math.round(second.start / 40) * 40 - 200
  const { video_id: file_id } = place
  const { revision: known } = await server.ok('getShotChanges', { file_id }, token)
  await server.ok('setShotChanges', { file_id, revision: known, times: [shot] }, token)
  const cut = await linesBy({ profile: 'netflix' })
  expect(cut.lines.map(({ start }) => start)).toContain(shot)
}, 240_000)

const SCRIPT = `INT. HARBOUR - DAY

ANNA: Good morning and welcome to the harbour. [gulls] The first boats leave before the sun comes up.
How long have you been working on the water?

MARTIN: My father taught me when I was seven years old.

ANNA: What do people ask you about most often? Nobody has ever told the mayor about this.

MARTIN: They want to know about the weather and the price of fish.

ANNA: And what do you tell them every time?

MARTIN: The weather is free, but the fish is not.

ANNA: Come back in the winter and bring a warm coat.
`

test('a script stands where it is spoken, with its speakers, word times and what differs', async () => {
  const place = await readySample(server, token)
  const { folder_role_id } = await server.ok('addRole', { folder_id: place.folder_id, role_name: 'Anna' }, token)
  const input = { video_id: place.video_id, source_language: 'en', script: SCRIPT, profile: 'netflix' } as const
  const { task_id } = await server.ok('runExtract', { ...input, idempotency_key: crypto.randomUUID() }, token)
  const { file_id, ...done } = await finished(server, token, task_id)
  expect(done).toMatchObject({ state: 1, fail_msg: '' })
  expect(done.task_config['script']).toBe(`${SCRIPT.slice(0, 200)}…`)
  const { subtitle_txt } = await server.ok('getVersion', { file_id }, token)
  const lines = fromWire(subtitle_txt)!
  const said = readSrt(readFileSync(FIRST_LINE, 'utf8'), sequentialIds('c')).cues
  // The sample's last line but one is not in the script.
  const truth = said.filter((_, at) => at !== 8)
  expect(lines).toHaveLength(truth.length)
  for (const [at, { start, text }] of lines.entries()) {
    expect(text.replaceAll('\n', ' ').replace('harbour', 'harbor')).toBe(truth[at]!.text.replaceAll('\n', ' '))
    expect(Math.abs(start - truth[at]!.start)).toBeLessThan(300)
  }
  const roles = await server.ok('listRoles', { folder_id: place.folder_id }, token)
  // The other test's speaker is of the same folder.
  const names = roles.list.map(({ role_name }) => role_name)
  expect(names.filter((name) => /anna|martin/i.test(name)).toSorted()).toEqual(['Anna', 'MARTIN'])
  expect(lines[0]!.roles).toEqual([folder_role_id])
  const { list: words } = await server.ok('getWordTimes', { file_id }, token)
  expect(words.map((cue) => cue.words.length)).toEqual(truth.map(({ text }) => text.split(/\s+/).length))
  const { task_info } = await server.ok('getTask', { task_id }, token)
  expect(task_info.lines.map(({ verdict, note }) => [verdict, note])).toEqual([
    ['not_spoken', 'Nobody has ever told the mayor about this.'],
    ['not_in_script', expect.stringMatching(/^Thank you for taking us along/)],
  ])
}, 120_000)

test('a script that is no words, or goes with the picture, is refused before it starts', async () => {
  const { video_id } = await readySample(server, token)
  const input = { video_id, source_language: 'en', idempotency_key: crypto.randomUUID() } as const
  const refused = async (more: object) => (await server.call('runExtract', { ...input, ...more }, token)).message
  expect(await refused({ script: ' – \n' })).toMatch(/has no words/)
  expect(await refused({ script: SCRIPT, subtitle_extract_mode: 'text' })).toMatch(/goes with the speech/)
})
