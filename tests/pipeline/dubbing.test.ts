import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { LoudnessReader, planLoudness } from '#core/media/plans/dub.ts'
import { soundMs, trimmedSpeech } from '#core/media/speech-sound.ts'
import { fitLimits } from '#core/speech/fit-cost.ts'
import { medianPitch } from '#core/speech/pitch.ts'
import { EngineError } from '#server/engines/engine-error.ts'
import { engineAdapters } from '#server/engines/index.ts'
import { defineEngine } from '#server/engines/ports.ts'
import { readWav } from '#server/engines/wav.ts'
import { slowedMs, slowedTime } from '#core/timing/slow-spans.ts'
import { fileTasks } from '#server/tasks/index.ts'
import { finished, readySample, signUp, startServer, type TestServer, until, upload } from '#tests/support/server.ts'

/** A voice that hums a tone as long as its text, says nothing of `hush`, fails at `fail` and stops within `half`. */
const hummer = defineEngine({
  port: 'tts',
  name: 'hummer',
  settings: z.object({}),
  probe: async () => ({ serves: { languages: ['fi'], voices: [humming] }, detail: '' }),
  open: () => ({
    version: 'hummer-1',
    voices: [humming],
    async speak({ text }) {
      if (text.includes('fail')) throw new EngineError('content', 'hummer', 'not this text')
      const rate = 16_000
      const samples = new Int16Array(Math.round((text.length * rate) / 15))
      const loudness = (at: number): number => Math.min(9000, 3 * (samples.length - at))
      if (!text.includes('hush')) samples.forEach((_, at) => (samples[at] = loudness(at) * Math.sin(at / 16)))
      return { samples: text.includes('half') ? samples.subarray(0, samples.length >> 1) : samples, rate }
    },
  }),
})
const humming = {
  id: 'hummer/one',
  name: 'One',
  engine: 'hummer',
  languages: ['fi'],
  gender: 'male',
  age: 'youth',
  style: 'calm',
  sample: 'mm',
} as const

let server: TestServer
let token: string
let place: { folder_id: string; video_id: string }
beforeAll(async () => {
  server = await startServer({}, { adapters: [...engineAdapters, hummer], tasks: fileTasks })
  token = await signUp(server)
  place = await readySample(server, token)
})
afterAll(() => server.close())

let keys = 0
const key = () => `key-${++keys}-of-a-dub`
const stamp = (ms: number) =>
  `00:00:${String(Math.floor(ms / 1000)).padStart(2, '0')},${String(ms % 1000).padStart(3, '0')}`

/** Adds a version of lines `[start, end, text]`. */
async function addLines(language: 'es' | 'en' | 'fi' | 'de', lines: readonly (readonly [number, number, string])[]) {
  const content = lines
    .map(([start, end, text], at) => `${at + 1}\n${stamp(start)} --> ${stamp(end)}\n${text}`)
    .join('\n\n')
  return (await server.ok('addVersion', { ...place, name: 'lines', language, content }, token)).file_id
}

async function fileOf(taskId: string): Promise<string> {
  const { deps } = server.services
  const row = await deps.db.selectFrom('task').select('result_blob').where('id', '=', taskId).executeTakeFirstOrThrow()
  return deps.blobs.localPath(row.result_blob!, deps.workDir)
}

const output = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1e9 })
const probe = (path: string, ...args: string[]) =>
  output('ffprobe', '-v', 'error', '-of', 'csv=p=0', ...args, path).trim()

/** A file's sound with one channel. */
function soundOf(path: string) {
  const args = [
    '-v',
    'error',
    '-i',
    path,
    '-map',
    '0:a:0',
    '-ac',
    '1',
    '-ar',
    '16000',
    '-c:a',
    'pcm_s16le',
    '-f',
    'wav',
    '-',
  ]
  return readWav(execFileSync('ffmpeg', args, { maxBuffer: 1e9 }))!
}

function loudness(path: string): number | undefined {
  const meter = new LoudnessReader()
  const { stderr } = spawnText('ffmpeg', ['-hide_banner', '-nostats', ...planLoudness(path)])
  for (const line of stderr.split('\n')) meter.take(line)
  return meter.lufs
}

function spawnText(program: string, args: readonly string[]) {
  return { stderr: output('sh', '-c', '"$0" "$@" 2>&1 >/dev/null', program, ...args) }
}

const spanish = [
  [1000, 3200, 'Buenos días y bienvenidos al puerto.'],
  [3400, 6000, 'Hoy hablamos de los barcos que llegan por la mañana.'],
  [6200, 8000, '[música]'],
  [9000, 11_500, 'Cada uno trae pescado de muy lejos.'],
  [11_600, 13_000, 'Y después, bueno, vuelven a salir al mar abierto.'],
] as const

describe('a version that is spoken', () => {
  test('begins where its lines begin, is as long as it was spoken, and stands exactly to the picture', async () => {
    const file_id = await addLines('es', spanish)
    const run = { ...place, file_id, voice: 'espeak-ng/paul', keep_background: false, idempotency_key: key() }
    const quoted = await server.ok('quote', { task_type: 'video_dubbing_only', ...run }, token)
    const { task_id, credits } = await server.ok('runDubbingOnly', run, token)
    expect(quoted).toMatchObject({ available: true, credits })
    expect(credits).toBe(8)
    const done = await finished(server, token, task_id)
    expect(done).toMatchObject({ state: 1, fail_msg: '', flagged: 0, language: 'es' })
    const { lines } = done.task_info
    expect(lines).toHaveLength(4)
    const spoken = spanish.filter(([, , text]) => text !== '[música]')
    const path = await fileOf(task_id)
    const { samples, rate } = soundOf(path)
    for (const [index, line] of lines.entries()) {
      expect(Math.abs(line.start - spoken[index]![0])).toBeLessThanOrEqual(200)
      if (index > 0) expect(line.start).toBeGreaterThanOrEqual(lines[index - 1]!.end + fitLimits.guardMs)
      const from = Math.round(((line.start - 40) * rate) / 1000)
      const heard = { rate, samples: samples.slice(from, Math.round(((line.end + 40) * rate) / 1000)) }
      const first = heard.samples.findIndex((sample) => Math.abs(sample) > 1000)
      expect(Math.abs((first / rate) * 1000 - 40 - 15)).toBeLessThanOrEqual(60)
      // It ends in its place: what follows is silence.
      expect(Math.abs(soundMs(trimmedSpeech(heard)!) - (line.end - line.start))).toBeLessThanOrEqual(80)
    }
    const gap = samples.slice(Math.round(((lines[1]!.end + 60) * rate) / 1000), Math.round((8900 * rate) / 1000))
    expect(gap.every((sample) => Math.abs(sample) < 300)).toBe(true)
    expect(Math.abs(loudness(path)! + 16)).toBeLessThanOrEqual(1)
  }, 120_000)

  test('keeps pictures, their times, and the sound of the video under it', async () => {
    const file_id = await addLines('es', spanish)
    const run = { ...place, file_id, voice: 'espeak-ng/clara', idempotency_key: key() }
    const { task_id } = await server.ok('runDubbingOnly', run, token)
    expect(await finished(server, token, task_id)).toMatchObject({ state: 1, fail_msg: '' })
    const path = await fileOf(task_id)
    const { blob_key } = await server.services.deps.db
      .selectFrom('video')
      .select('blob_key')
      .where('id', '=', place.video_id)
      .executeTakeFirstOrThrow()
    const source = await server.services.deps.blobs.localPath(blob_key, '')
    const pictures = ['-select_streams', 'v:0', '-show_entries', 'packet=pts_time,size']
    expect(probe(path, ...pictures)).toBe(probe(source, ...pictures))
    const seconds = (file: string) => Number(probe(file, '-show_entries', 'format=duration'))
    expect(Math.abs(seconds(path) - seconds(source))).toBeLessThanOrEqual(0.05)
    const begins = (stream: string) =>
      Number(probe(path, '-select_streams', stream, '-show_entries', 'stream=start_time'))
    expect(Math.abs(begins('v:0') - begins('a:0'))).toBeLessThan(0.02)
    expect(Math.abs(loudness(path)! + 16)).toBeLessThanOrEqual(1)
    // After the last line the video's own sound is there.
    const { samples, rate } = soundOf(path)
    expect(samples.slice(20 * rate).some((sample) => Math.abs(sample) > 500)).toBe(true)
  }, 120_000)

  test('as sound alone', async () => {
    const file_id = await addLines('es', spanish.slice(0, 2))
    const run = { ...place, file_id, voice: 'espeak-ng/paul', video_type: 'sound' as const, idempotency_key: key() }
    const { task_id } = await server.ok('runDubbingOnly', run, token)
    const done = await finished(server, token, task_id)
    expect(done.task_video_url).toContain('.m4a')
    expect(probe(await fileOf(task_id), '-show_entries', 'stream=codec_type')).toBe('audio')
  }, 120_000)
})

/** How much of each reference is in a stretch of a sound, by least squares of both together. */
function sharesIn(
  sound: Int16Array,
  references: readonly Int16Array[],
  [from, to]: readonly [number, number],
): number[] {
  const dot = (a: Int16Array, b: Int16Array): number => {
    let sum = 0
    for (let at = from * 16; at < to * 16; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
    return sum
  }
  const [voice, bed] = [references[0]!, references[1]!]
  // A stretch without the voice has none of it.
  const [vv, vb, bb, vs, bs] = [
    dot(voice, voice) + 1,
    dot(voice, bed),
    dot(bed, bed),
    dot(voice, sound),
    dot(bed, sound),
  ]
  const whole = vv * bb - vb * vb
  return [(vs * bb - bs * vb) / whole, (bs * vv - vs * vb) / whole]
}

test('the original voice is out under and between lines, and music without speech stays as loud as it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-mix-'))
  const file = (name: string): string => join(folder, name)
  const said = 'The boats come home in the evening, and the whole town waits for them at the quay.'
  output('espeak-ng', '-v', 'en-us+m3', '-w', file('said.wav'), said)
  const sounds = ['-ac', '1', '-ar', '16000', '-t', '16']
  const twice = '[0:a]asplit[a][b];[a]adelay=1000[c];[b]adelay=7500[d];[c][d]amix=inputs=2:normalize=0,apad[v]'
  const voiceArgs = ['-i', file('said.wav'), '-filter_complex', twice, '-map', '[v]', ...sounds, file('voice.wav')]
  output('ffmpeg', '-v', 'error', ...voiceArgs)
  const chord = 'aevalsrc=0.04*(sin(2*PI*220*t)+sin(2*PI*277*t)+sin(2*PI*330*t)+sin(2*PI*1760*t)):s=16000:d=16'
  output('ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', chord, ...sounds, file('bed.wav'))
  const both = ['-i', file('voice.wav'), '-i', file('bed.wav'), '-f', 'lavfi', '-i', 'color=s=320x180:d=16']
  const mixed = ['-filter_complex', '[0:a][1:a]amix=inputs=2:normalize=0[m]', '-map', '2:v', '-map', '[m]']
  output('ffmpeg', '-v', 'error', ...both, ...mixed, '-c:v', 'libx264', '-c:a', 'aac', '-t', '16', file('clip.mp4'))
  const upload_id = await upload(server, token, 'mix.mp4', readFileSync(file('clip.mp4')))
  const { video_id } = await server.ok('addVideo', { upload_id, folder_id: place.folder_id }, token)
  await until(async () => (await server.ok('getVideo', { file_id: video_id }, token)).state === 1)
  // The second time it is said there is no line for it.
  const content = '1\n00:00:01,000 --> 00:00:03,000\nhyvää huomenta\n'
  const version = { folder_id: place.folder_id, video_id, name: 'one', language: 'fi' as const, content }
  const { file_id } = await server.ok('addVersion', version, token)
  const run = { video_id, file_id, voice: 'hummer/one', idempotency_key: key() }
  const { task_id } = await server.ok('runDubbingOnly', run, token)
  expect(await finished(server, token, task_id)).toMatchObject({ state: 1, fail_msg: '' })
  // The limiter looks 5 ms ahead, and what comes out of it is so much later.
  const samples = soundOf(await fileOf(task_id)).samples.subarray(5 * 16)
  const references = ['voice.wav', 'bed.wav'].map((name) => soundOf(file(name)).samples)
  const level = (gain: number, of: number): number => 20 * Math.log10(Math.abs(gain) / of)
  const [, music] = sharesIn(samples, references, [14_000, 15_800])
  const [, between] = sharesIn(samples, references, [6500, 7000])
  expect(Math.abs(level(between!, music!))).toBeLessThan(1)
  for (const range of [
    [1000, 3000],
    [3000, 5000],
    [7600, 11_500],
  ] as const) {
    const [voice] = sharesIn(samples, references, range)
    expect(level(voice!, music!)).toBeLessThan(-28)
  }
  rmSync(folder, { recursive: true })
}, 120_000)

describe('one voice for each speaker', () => {
  test('matched ones differ, lines of one speaker never overlap, and both may speak at once', async () => {
    const names = ['Ana', 'Luis']
    const roles = await Promise.all(
      names.map((role_name) => server.ok('addRole', { folder_id: place.folder_id, role_name }, token)),
    )
    const file_id = await addLines('es', [
      [1000, 3000, 'Yo hablo primero de los barcos.'],
      [2200, 4200, 'Y yo hablo al mismo tiempo.'],
      [4300, 5300, 'Esta frase es demasiado larga para un segundo, pero se oye entera.'],
      [5400, 8400, 'Ahora sí.'],
    ])
    const version = await server.ok('getVersion', { file_id }, token)
    const subtitle_txt = version.subtitle_txt.map((cue, at) => ({
      ...cue,
      folder_role_id: [roles[at === 1 ? 1 : 0]!.folder_role_id],
    }))
    await server.ok('editVersion', { file_id, subtitle_txt, revision: version.revision }, token)
    const run = { ...place, file_id, dubbing_type: 'multi' as const, voice: 'matched', idempotency_key: key() }
    const { task_id } = await server.ok('runDubbingOnly', run, token)
    const done = await finished(server, token, task_id)
    expect(done).toMatchObject({ state: 1, fail_msg: '' })
    const { lines } = done.task_info
    const own = lines.filter((_, at) => at !== 1)
    for (const [at, line] of own.entries())
      if (at > 0 && line.end > line.start)
        expect(line.start).toBeGreaterThanOrEqual(own[at - 1]!.end + fitLimits.guardMs)
    expect(lines[1]!.start).toBeLessThan(lines[0]!.end)
  }, 120_000)
})

describe('names that stand before what is said', () => {
  test('are not spoken, nor are sounds: such lines are as long as without them', async () => {
    const texts = ['Okay.', '(sighs) Okay.', '[sighs] Okay.', 'MAN 1 (ON PHONE): Okay.', '>> Okay.']
    const dogs = ['I have three dogs.', 'MARY: I have three dogs.']
    const file_id = await addLines(
      'de',
      [...dogs, ...texts].map((text, at) => [1000 + at * 2500, 3000 + at * 2500, text] as const),
    )
    const run = { ...place, file_id, voice: 'espeak-ng/paul', keep_background: false, idempotency_key: key() }
    const { task_id } = await server.ok('runDubbingOnly', run, token)
    const { lines } = (await finished(server, token, task_id)).task_info
    const lengths = lines.map(({ start, end }) => end - start)
    expect(lengths).toEqual([lengths[0], lengths[0], ...texts.map(() => lengths[2])])
  }, 120_000)

  test('say who speaks: men and women get voices of their own sex, and two men two of them', async () => {
    const said = 'La mañana es clara y los barcos vuelven al puerto.'
    const names = ['WOMAN', 'MAN 1', 'MAN 2', 'MAN 1']
    const file_id = await addLines(
      'es',
      names.map((name, at) => [1000 + at * 5000, 5500 + at * 5000, `${name}: ${said}`] as const),
    )
    const run = { ...place, file_id, dubbing_type: 'multi' as const, keep_background: false, idempotency_key: key() }
    const { task_id } = await server.ok('runDubbingOnly', run, token)
    const done = await finished(server, token, task_id)
    expect(done).toMatchObject({ state: 1, fail_msg: '' })
    const { samples, rate } = soundOf(await fileOf(task_id))
    const pitches = done.task_info.lines.map(({ start, end }) => {
      const range = [start, end].map((ms) => Math.round((ms * rate) / 1000)) as [number, number]
      return medianPitch({ samples: samples.slice(...range), rate }) ?? 0
    })
    const [woman, one, two, again] = pitches as [number, number, number, number]
    expect(woman).toBeGreaterThan(Math.max(one, two))
    const semitones = (a: number, b: number): number => Math.abs(12 * Math.log2(a / b))
    expect(semitones(one, again)).toBeLessThan(1)
    expect(semitones(one, two)).toBeGreaterThan(1)
  }, 120_000)
})

test('lines of one sentence are spoken in one go, cut at their times, and every one of them is heard', async () => {
  const file_id = await addLines('de', [
    [1000, 3000, 'When the boats come home in the evening,'],
    [3050, 5000, 'the whole town waits for them'],
    [5050, 6500, 'at the quay.'],
    [8000, 10_000, 'Then it is quiet again.'],
  ])
  const before = await steps('sentence')
  const run = { ...place, file_id, voice: 'espeak-ng/paul', keep_background: false, idempotency_key: key() }
  const { task_id } = await server.ok('runDubbingOnly', run, token)
  const done = await finished(server, token, task_id)
  expect(done).toMatchObject({ state: 1, fail_msg: '', flagged: 0 })
  expect((await steps('sentence')) - before).toBe(1)
  const { lines } = done.task_info
  expect(lines).toHaveLength(4)
  const { samples, rate } = soundOf(await fileOf(task_id))
  for (const [index, { start, end }] of lines.entries()) {
    expect(Math.abs(start - [1000, 3050, 5050, 8000][index]!)).toBeLessThanOrEqual(200)
    const part = samples.slice(Math.round((start * rate) / 1000), Math.round((end * rate) / 1000))
    const spoken = trimmedSpeech({ samples: part, rate })
    expect(soundMs(spoken!)).toBeGreaterThan(0.7 * (end - start))
  }
}, 120_000)

/** How many steps of a name were really done. */
async function steps(step: string): Promise<number> {
  const { db } = server.services.deps
  return (await db.selectFrom('step_run').select('key').where('step', '=', step).execute()).length
}

describe('a line that no voice can speak', () => {
  test('is flagged, and the others are spoken', async () => {
    const file_id = await addLines('fi', [
      [1000, 3000, 'hyvää huomenta'],
      [4000, 5000, 'this will fail'],
      [6000, 7000, 'hush'],
      [8000, 8100, 'this one is much too long for a tenth of a second, however fast it is said by anybody'],
      [8400, 8500, 'and so is this one, which comes right after it and would have to be spoken as fast'],
      [16_000, 19_000, 'half of this one'],
    ])
    const run = { ...place, file_id, voice: 'hummer/one', idempotency_key: key() }
    const { task_id } = await server.ok('runDubbingOnly', run, token)
    const done = await finished(server, token, task_id)
    expect(done).toMatchObject({ state: 1, fail_msg: '' })
    expect(done.task_info.lines.map(({ verdict }) => verdict)).toEqual([
      'fits',
      'failed',
      'failed',
      'does_not_fit',
      'sped',
      'broken_off',
    ])
    expect(done.flagged).toBe(4)
    expect(done.task_info.lines[1]!.note).toContain('not this text')
    const { flags } = await server.ok('getVersion', { file_id }, token)
    expect(flags.map(({ verdict, cue }) => [verdict, cue])).toEqual([
      ['failed', { start: 4000, end: 5000, text: 'this will fail' }],
      ['failed', { start: 6000, end: 7000, text: 'hush' }],
      ['does_not_fit', expect.objectContaining({ start: 8000, end: 8100 })],
      ['broken_off', { start: 16_000, end: 19_000, text: 'half of this one' }],
    ])
  }, 120_000)

  test('where it is every line, the task fails, says why, and gives its credits back', async () => {
    const before = (await server.ok('getInfo', {}, token)).credits
    const file_id = await addLines('fi', [[1000, 3000, 'fail fail']])
    const run = { ...place, file_id, voice: 'hummer/one', idempotency_key: key() }
    const { task_id } = await server.ok('runDubbingOnly', run, token)
    const done = await finished(server, token, task_id)
    expect(done.state).toBe(2)
    expect(done.fail_msg).toContain('not this text')
    expect((await server.ok('getInfo', {}, token)).credits).toBe(before)
  }, 120_000)
})

test('dubbed again, only changed lines are spoken and paid', async () => {
  // Of this language nothing was dubbed before in this way.
  const lines = spanish.map(([start, end, text]) => [start, end, `${text} Otra vez.`] as const)
  const file_id = await addLines('en', lines)
  const input = { ...place, file_id, voice: 'espeak-ng/leo' }
  const first = await server.ok('runDubbingOnly', { ...input, idempotency_key: key() }, token)
  expect(first.credits).toBe(8)
  expect(await finished(server, token, first.task_id)).toMatchObject({ state: 1 })
  const before = await steps('speak')
  const version = await server.ok('getVersion', { file_id }, token)
  const subtitle_txt = version.subtitle_txt.map((cue, at) => (at === 1 ? { ...cue, text: 'Something else.' } : cue))
  await server.ok('editVersion', { file_id, subtitle_txt, revision: version.revision }, token)
  const again = await server.ok('runDubbingOnly', { ...input, idempotency_key: key() }, token)
  expect(again.credits).toBe(4)
  expect(await finished(server, token, again.task_id)).toMatchObject({ state: 1 })
  const after = await steps('speak')
  // The line, and where it has another tempo, that too.
  expect(after - before).toBeGreaterThanOrEqual(1)
  expect(after - before).toBeLessThanOrEqual(3)
  const left = (await server.ok('getInfo', {}, token)).credits
  const same = await server.ok('runDubbingOnly', { ...input, idempotency_key: key() }, token)
  expect(same.credits).toBe(0)
  expect(await finished(server, token, same.task_id)).toMatchObject({ state: 1, fail_msg: '' })
  expect(await steps('speak')).toBe(after)
  expect((await server.ok('getInfo', {}, token)).credits).toBe(left)
  const other = await server.ok('quote', { task_type: 'video_dubbing_only', ...input, voice: 'espeak-ng/mona' }, token)
  expect(other.credits).toBe(4)
}, 120_000)

describe('translated first', () => {
  test('where lines have no time the picture is slower, and sound, tracks and chapters go with it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cuelane-slow-'))
    const clip = join(folder, 'clip.mp4')
    const facts = join(folder, 'facts.txt')
    writeFileSync(
      facts,
      ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=5000\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=5000\nEND=9000\ntitle=Two\n',
    )
    const sample = join(import.meta.dirname, '../../assets/sample/harbour.mp4')
    const encode = ['-vf', 'scale=320:-2', '-c:v', 'libx264', '-preset', 'veryfast', '-c:a', 'aac']
    output('ffmpeg', ...['-v', 'error', '-t', '9', '-i', sample, '-i', facts, '-map_chapters', '1', ...encode, clip])
    const upload_id = await upload(server, token, 'clip.mp4', readFileSync(clip))
    const { video_id } = await server.ok('addVideo', { upload_id, folder_id: place.folder_id }, token)
    await until(async () => (await server.ok('getVideo', { file_id: video_id }, token)).state === 1)
    const content =
      '1\n00:00:01,000 --> 00:00:02,700\nThe first boats leave before the sun comes up.\n\n' +
      '2\n00:00:02,700 --> 00:00:04,500\nGood morning.\n\n3\n00:00:06,000 --> 00:00:08,000\nGood morning.'
    const version = { folder_id: place.folder_id, video_id, name: 'fast', language: 'en' as const, content }
    const { file_id } = await server.ok('addVersion', version, token)
    const pair = { source_language: 'en', to_language: 'es', shorten: false, slow_down: true } as const
    const run = { video_id, file_id, ...pair, voice: 'espeak-ng/clara', synthesis_type: 'soft' as const }
    const { task_id } = await server.ok('runDubbing', { ...run, idempotency_key: key() }, token)
    const done = await finished(server, token, task_id)
    expect(done).toMatchObject({ state: 1, fail_msg: '' })
    const { slowed } = done.task_info
    expect(slowed).toHaveLength(1)
    expect(slowed[0]!.factor).toBeLessThanOrEqual(1.25)
    const path = await fileOf(task_id)
    // Every picture stands where the plan puts it.
    const times = (file: string) =>
      probe(file, '-select_streams', 'v:0', '-show_entries', 'packet=pts_time')
        .split('\n')
        .map((line) => Number.parseFloat(line) * 1000)
        .sort((a, b) => a - b)
    const [before, after] = [times(clip), times(path)]
    expect(after.length).toBe(before.length)
    const late = before.map((ms, at) => Math.abs(after[at]! - slowedTime(slowed, ms)))
    expect(Math.max(...late)).toBeLessThan(2)
    const cues = [1000, 2700, 6000].map((ms) => slowedMs(slowed, ms) / 1000)
    const track = probe(path, '-select_streams', 's', '-show_entries', 'packet=pts_time,size').split('\n')
    const shown = track.map((line) => line.split(',').map(Number)).filter(([, size]) => size! > 2)
    expect(shown.map(([at]) => at)).toEqual(cues)
    const chapters = JSON.parse(output('ffprobe', '-v', 'error', '-show_chapters', '-of', 'json', path)) as {
      chapters: { start_time: string; tags: { title: string } }[]
    }
    expect(chapters.chapters.map(({ start_time, tags }) => [Number(start_time), tags.title])).toEqual([
      [0, 'One'],
      [slowedMs(slowed, 5000) / 1000, 'Two'],
    ])
    // The version stays with the video, whose times are its own.
    const made = await server.ok('getVersion', { file_id: done.file_id }, token)
    expect(made.subtitle_txt.map(({ time }) => time.slice(0, 12))).toEqual([
      '00:00:01,000',
      '00:00:02,700',
      '00:00:06,000',
    ])
    rmSync(folder, { recursive: true })
  }, 120_000)

  test('a dub comes with its lines as a version and, where that is wanted, as a track', async () => {
    const file_id = await addLines('en', [
      [1000, 3500, 'Good morning and welcome.'],
      [4000, 6500, 'The boats are in the harbour.'],
    ])
    const pair = { source_language: 'en', to_language: 'es' } as const
    const run = { ...place, file_id, ...pair, voice: 'espeak-ng/clara', synthesis_type: 'soft' as const }
    const { task_id, credits } = await server.ok('runDubbing', { ...run, idempotency_key: key() }, token)
    expect(credits).toBe(8)
    const done = await finished(server, token, task_id)
    expect(done).toMatchObject({ state: 1, fail_msg: '', language: 'es', previous_language: 'en' })
    const made = await server.ok('getVersion', { file_id: done.file_id }, token)
    expect(made).toMatchObject({ language: 'es', from: 'translate' })
    expect(made.subtitle_txt[0]!.text.toLowerCase()).toContain('buenos días')
    const path = await fileOf(task_id)
    expect(probe(path, '-show_entries', 'stream=codec_type').split('\n')).toEqual(['video', 'audio', 'subtitle'])
    const [first] = probe(path, '-select_streams', 's', '-show_entries', 'packet=pts_time,duration_time').split('\n')
    expect(Number(first!.split(',')[0])).toBeLessThanOrEqual(1)
  }, 120_000)

  test('a video with its new lines keeps its sound', async () => {
    const file_id = await addLines('en', [[1000, 3500, 'Good morning and welcome.']])
    const pair = { source_language: 'en', to_language: 'es' } as const
    const run = { ...place, file_id, ...pair, synthesis_type: 'soft' as const, idempotency_key: key() }
    const { task_id, credits } = await server.ok('runVideoTranslate', run, token)
    expect(credits).toBe(4)
    const done = await finished(server, token, task_id)
    expect(done).toMatchObject({ state: 1, fail_msg: '' })
    const path = await fileOf(task_id)
    expect(probe(path, '-show_entries', 'stream=codec_type').split('\n')).toEqual(['video', 'audio', 'subtitle'])
    expect(output('ffmpeg', '-v', 'error', '-i', path, '-map', '0:s', '-f', 'srt', '-').toLowerCase()).toContain(
      'buenos',
    )
  }, 120_000)
})

describe('what is refused', () => {
  test.each([
    [{ voice: 'espeak-ng/nobody' }, 'isn’t available for this language'],
    [{ voice: 'hummer/one' }, 'isn’t available for this language'],
    [{ voice: 'cloned' }, 'Cloned voices aren’t available'],
    [
      { dubbing_type: 'multi' as const, role_voices: [{ folder_role_id: 'x', voice: 'espeak-ng/nobody' }] },
      'isn’t available for this language',
    ],
  ])('%j', async (part, message) => {
    const before = (await server.ok('getInfo', {}, token)).credits
    const file_id = await addLines('es', spanish)
    const refused = await server.call('runDubbingOnly', { ...place, file_id, ...part, idempotency_key: key() }, token)
    expect([refused.code, refused.message.includes(message)]).toEqual([1001, true])
    expect((await server.ok('getInfo', {}, token)).credits).toBe(before)
  })

  test('a version with nothing to say, the same language twice, and a pair that nothing translates', async () => {
    const silent = await addLines('es', [[1000, 2000, '[música]']])
    const start = { ...place, file_id: silent, idempotency_key: key() }
    expect((await server.call('runDubbingOnly', start, token)).message).toContain('nothing to say')
    const file_id = await addLines('en', [[1000, 2000, 'Hello']])
    const same = { ...place, file_id, source_language: 'en', to_language: 'en', idempotency_key: key() } as const
    expect((await server.call('runDubbing', same, token)).message).toContain('language are the same')
    expect((await server.call('runVideoTranslate', same, token)).message).toContain('language are the same')
    const far = { ...same, to_language: 'th' } as const
    expect((await server.call('runDubbing', far, token)).message).toContain('Translation from English to Thai')
  })

  test("another person's video and version", async () => {
    const file_id = await addLines('es', spanish)
    const stranger = await signUp(server)
    const pair = { source_language: 'es', to_language: 'en' } as const
    const input = { ...place, file_id, idempotency_key: key() }
    expect((await server.call('runDubbingOnly', input, stranger)).code).toBe(1002)
    expect((await server.call('runDubbing', { ...input, ...pair }, stranger)).code).toBe(1002)
    expect((await server.call('runVideoTranslate', { ...input, ...pair }, stranger)).code).toBe(1002)
    const theirs = await readySample(server, stranger)
    const mixed = { ...input, video_id: theirs.video_id }
    expect((await server.call('runDubbingOnly', mixed, stranger)).code).toBe(1002)
    expect((await server.call('runDubbingOnly', { ...input, video_id: theirs.video_id }, token)).code).toBe(1002)
  }, 120_000)
})

describe('voices', () => {
  test('are listed with what they are like, and heard: a sentence is made once', async () => {
    const { list, total, can_clone } = await server.ok('listVoices', { language: 'es' }, token)
    expect(total).toBe(list.length)
    expect(list.length).toBeGreaterThanOrEqual(10)
    expect(can_clone).toBe(false)
    expect(new Set(list.map(({ gender }) => gender)).size).toBe(2)
    expect(list.every(({ style, age, languages }) => style && age && languages.includes('es'))).toBe(true)
    const [{ voice_id }] = list as [(typeof list)[number]]
    const heard = await server.ok('hearVoice', { voice_id, language: 'es' }, token)
    const answer = await server.app.inject({ url: heard.sample_url })
    expect([answer.statusCode, soundMs(readWav(answer.rawPayload)!) > 1000]).toEqual([200, true])
    const after = await server.ok('listVoices', { language: 'es' }, token)
    expect(after.list[0]!.sample_url).toBe(heard.sample_url)
    expect((await server.call('hearVoice', { voice_id: 'hummer/one', language: 'es' }, token)).code).toBe(1001)
    const languages = await server.ok('getLanguages', {}, token)
    expect(languages.target_dubbing.length).toBe(24)
    const translated = new Set(Object.values(languages.translate_pairs).flat())
    expect(new Set(languages.target_translate.map(({ code }) => code))).toEqual(translated)
    expect(languages.upload.length).toBe(24)
    // What is heard, and what is read in the picture.
    expect(languages.extract.map(({ code }) => code)).toEqual(expect.arrayContaining(['en', 'zh_cn', 'ja', 'ar']))
  })
})
