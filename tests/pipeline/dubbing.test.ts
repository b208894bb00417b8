import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soundMs, trimmedSpeech } from '#core/media/speech-sound.ts'
import { fitLimits } from '#core/speech/fit-cost.ts'
import { medianPitch } from '#core/speech/pitch.ts'
import { type Dubs, key, loudness, output, probe, soundOf, spanish, startDubs } from '#tests/support/dubs.ts'
import { finished, prepared, upload } from '#tests/support/server.ts'

let { server, token, place, addLines, fileOf, steps } = {} as Dubs
beforeAll(async () => {
  ;({ server, token, place, addLines, fileOf, steps } = await startDubs(31))
})
afterAll(() => server.close())

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

  test('as sound alone, at levels and a loudness of the user', async () => {
    const file_id = await addLines('es', spanish.slice(0, 2))
    const levels = { background_db: -40, speaker_levels: [{ speaker: '', db: -3 }], loudness: -23 as const }
    const usual = { ...place, file_id, voice: 'espeak-ng/paul', video_type: 'sound' as const }
    const run = { ...usual, ...levels, idempotency_key: key() }
    const { task_id } = await server.ok('runDubbingOnly', run, token)
    const done = await finished(server, token, task_id)
    expect(done.task_video_url).toContain('.m4a')
    const path = await fileOf(task_id)
    expect(probe(path, '-show_entries', 'stream=codec_type')).toBe('audio')
    expect(Math.abs(loudness(path)! + 23)).toBeLessThanOrEqual(1)
    // Nothing of the video's own sound is left after the last line.
    const { samples, rate } = soundOf(path)
    expect(samples.slice(20 * rate).every((sample) => Math.abs(sample) < 10)).toBe(true)
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
  await prepared(server, token, video_id)
  // The second time it is said there is no line for it.
  const content = '1\n00:00:01,000 --> 00:00:03,000\nhyvää huomenta\n'
  const version = { folder_id: place.folder_id, video_id, name: 'one', language: 'fi' as const, content }
  const { file_id } = await server.ok('addVersion', version, token)
  const run = { video_id, file_id, voice: 'hummer/one', idempotency_key: key() }
  const { task_id } = await server.ok('runDubbingOnly', run, token)
  expect(await finished(server, token, task_id)).toMatchObject({ state: 1, fail_msg: '' })
  const { samples } = soundOf(await fileOf(task_id))
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
  const pieces = await steps('mix_piece')
  const version = await server.ok('getVersion', { file_id }, token)
  const subtitle_txt = version.subtitle_txt.map((cue, at) => (at === 1 ? { ...cue, text: 'Something else.' } : cue))
  await server.ok('editVersion', { file_id, subtitle_txt, revision: version.revision }, token)
  const again = await server.ok('runDubbingOnly', { ...input, idempotency_key: key() }, token)
  expect(again.credits).toBe(4)
  expect(await finished(server, token, again.task_id)).toMatchObject({ state: 1 })
  const after = await steps('speak')
  // Of the sound only the first ten seconds are made again; what follows is the same to the sample.
  expect((await steps('mix_piece')) - pieces).toBe(1)
  const [was, now] = await Promise.all([first, again].map(async ({ task_id }) => soundOf(await fileOf(task_id))))
  const later = 10 * now!.rate
  expect(now!.samples.slice(later)).toEqual(was!.samples.slice(later))
  expect(now!.samples.slice(0, later)).not.toEqual(was!.samples.slice(0, later))
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
