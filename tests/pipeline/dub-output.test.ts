import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DubForm } from '#core/domain/dubbing.ts'
import { readWav } from '#core/media/wav.ts'
import { type Dubs, key, loudness, output, probe, spanish, startDubs } from '#tests/support/dubs.ts'
import { keyOf, withPermission } from '#tests/support/developer.ts'
import { finished, signUp } from '#tests/support/server.ts'

let { server, token, place, addLines } = {} as Dubs
let [folder, address, secret, fileId] = ['', '', '', '']
beforeAll(async () => {
  ;({ server, token, place, addLines } = await startDubs(20))
  folder = mkdtempSync(join(tmpdir(), 'cuelane-dub-'))
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ token } = await withPermission(server, token))
  secret = await keyOf(server, token)
  fileId = await addLines('es', spanish)
}, 120_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const path = (name: string): string => join(folder, name)

/** Runs `cuelane dub` against the server. */
function dub(...args: string[]): Promise<{ code: number; out: string; errors: string }> {
  const program = join(import.meta.dirname, '../../cli/cuelane.mjs')
  const env = { ...process.env, LC_ALL: 'C', CUELANE_KEY: secret }
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [program, '--server', address, 'dub', ...args],
      { cwd: folder, env },
      (error, out, errors) => resolve({ code: error ? Number(error.code) : 0, out, errors }),
    ),
  )
}

/** The dub in a form, saved by the command; the dub is made once. */
async function saved(name: string, ...options: string[]): Promise<string> {
  const made = await dub('mix', fileId, '--voice', 'espeak-ng/paul', '-o', name, ...options)
  expect([made.code, made.errors]).toEqual([0, expect.stringContaining(`wrote ${name}`)])
  return path(name)
}

/** The first dub in a form, by the calls that the command makes; without the command's start. */
async function fetched(name: string, form: DubForm): Promise<string> {
  const { list } = await server.ok('listTasks', {}, token)
  const order = { dub_task_id: list.at(-1)!.task_id, form, idempotency_key: key() }
  for (;;) {
    const { url } = await server.ok('runDubOutput', order, token)
    if (url === '') continue
    writeFileSync(path(name), (await server.app.inject({ url })).rawPayload)
    return path(name)
  }
}

const samplesOf = (file: string): number => Number(probe(file, '-show_entries', 'stream=duration_ts'))

function floats(file: string, ...args: string[]): Float32Array {
  const raw = ['-v', 'error', '-i', file, ...args, '-f', 'f32le', '-c:a', 'pcm_f32le', '-']
  return new Float32Array(Uint8Array.from(execFileSync('ffmpeg', raw, { maxBuffer: 1e9 })).buffer)
}

const decibels = (samples: Float32Array): number =>
  10 * Math.log10(samples.reduce((sum, value) => sum + value * value, 1e-20) / samples.length)

describe('cuelane dub against a server', () => {
  test('speaks lines as takes by their ids, and says which line it does not know', async () => {
    const { subtitle_txt } = await server.ok('getVersion', { file_id: fileId }, token)
    const { cue_id } = subtitle_txt[0]!
    const made = await dub('speak', fileId, '--voice', 'espeak-ng/paul', '--lines', cue_id)
    expect(made.code).toBe(0)
    expect(JSON.parse(made.out)).toMatchObject([{ line: cue_id, credits: 4, breaks_off: false }])
    const wrong = await dub('speak', fileId, '--voice', 'espeak-ng/paul', '--lines', 'none')
    expect([wrong.code, wrong.errors]).toEqual([3, expect.stringContaining('no line none')])
    const form = await dub('mix', fileId, '--voice', 'espeak-ng/paul', '-o', 'a.wav', '--form', 'tape')
    expect([form.code, form.errors]).toEqual([3, expect.stringContaining('Forms: video, wav')])
  }, 60_000)

  test('saves the sound alone, exactly as long as the video and at its loudness', async () => {
    const { db } = server.services.deps
    const row = await db
      .selectFrom('video')
      .select('duration_ms')
      .where('id', '=', place.video_id)
      .executeTakeFirstOrThrow()
    const wanted = Math.round(row.duration_ms! * 48)
    const wav = await saved('dub.wav')
    const flac = await fetched('dub.flac', 'flac')
    const aac = await fetched('dub.m4a', 'aac')
    expect([samplesOf(wav), samplesOf(flac), samplesOf(aac)]).toEqual([wanted, wanted, wanted])
    expect(probe(wav, '-show_entries', 'stream=codec_name,sample_rate,channels')).toBe('pcm_s24le,48000,2')
    expect(floats(flac)).toEqual(floats(wav))
    expect(Math.abs(loudness(wav)! + 16)).toBeLessThan(0.5)
  }, 120_000)

  test('saves stems that add up to the mix, with the voices in one of them', async () => {
    output('unzip', '-q', await fetched('stems.zip', 'stems'), '-d', path('stems'))
    const [mix, dialogue, background] = ['mix', 'dialogue', 'background'].map((stem) =>
      floats(path(`stems/${stem}.wav`)),
    )
    const off = mix!.map((value, at) => value - dialogue![at]! - background![at]!)
    expect(decibels(off)).toBeLessThan(-120)
    // After the last line there is the video's own sound alone.
    const after = 2 * 48_000 * 18
    expect(decibels(dialogue!.subarray(after))).toBeLessThan(-150)
    expect(decibels(background!.subarray(after))).toBeGreaterThan(-60)
    expect(decibels(dialogue!.subarray(2 * 48_000 * 1, 2 * 48_000 * 3))).toBeGreaterThan(-40)
  }, 120_000)

  test('saves takes as named files that a list of events puts where the mix has them', async () => {
    output('unzip', '-q', await saved('takes.zip', '--form', 'takes'), '-d', path('takes'))
    const events = readFileSync(path('takes/takes.edl'), 'utf8').split('\r\n')
    const names = events.flatMap((row) => /^\* FROM CLIP NAME: (.*)$/.exec(row)?.[1] ?? [])
    expect(names).toEqual(['0001_line_es.wav', '0002_line_es.wav', '0004_line_es.wav', '0005_line_es.wav'])
    const [num, den] = probe(
      await fetched('dub.mp4', 'video'),
      '-select_streams',
      'v',
      '-show_entries',
      'stream=r_frame_rate',
    ).split('/')
    const dialogue = floats(path('stems/dialogue.wav'), '-ac', '1')
    const rows = events.filter((row) => /^\d/.test(row))
    for (const [at, name] of names.entries()) {
      const clip = readWav(readFileSync(path(`takes/${name}`)))!
      const [, from] = rows[at]!.split(/ +/).slice(-3)
      const [hours, minutes, seconds, frames] = from!.split(':').map(Number)
      const start = Math.round(
        ((((((hours! * 60 + minutes!) * 60 + seconds!) * Number(num)) / Number(den) + frames!) * Number(den)) /
          Number(num)) *
          48_000,
      )
      // The clip at its place is the stem of the voices but for one factor.
      let [both, own, other] = [0, 0, 0]
      for (const [index, sample] of clip.samples.entries()) {
        const heard = dialogue[start + index] ?? 0
        both += sample * heard
        own += sample * sample
        other += heard * heard
      }
      expect(both / Math.sqrt(own * other)).toBeGreaterThan(0.98)
    }
    const sheet = readFileSync(await fetched('cues.csv', 'cues'), 'utf8')
    expect(sheet).toBe(readFileSync(path('takes/cues.csv'), 'utf8'))
    expect(sheet.split('\r\n')[1]).toMatch(/^\S+,1,00:00:01:\d\d,00:00:0\d:\d\d,,Buenos días.*,0001_line_es\.wav,/)
  }, 120_000)

  test('saves the video with the dubs of all its languages as tracks, its own sound behind them', async () => {
    const english = await addLines('en', [[1000, 4000, 'Good morning at the harbour.']])
    const run = { ...place, file_id: english, voice: 'espeak-ng/paul', idempotency_key: key() }
    const { task_id } = await server.ok('runDubbingOnly', run, token)
    expect(await finished(server, token, task_id)).toMatchObject({ state: 1, fail_msg: '' })
    const file = await fetched('all.mp4', 'tracks')
    const tracks = [
      '-select_streams',
      'a',
      '-show_entries',
      'stream=codec_name:stream_tags=language:stream_disposition=default',
    ]
    const found = probe(file, ...tracks).split('\n')
    expect(found.slice(0, 2)).toEqual(['aac,1,spa', 'aac,0,eng'])
    expect(found).toHaveLength(3)
    const pictures = ['-select_streams', 'v:0', '-show_entries', 'packet=pts_time,size']
    expect(probe(file, ...pictures)).toBe(probe(path('dub.mp4'), ...pictures))
    expect(floats(file, '-map', '0:a:0')).toEqual(floats(path('dub.mp4'), '-map', '0:a:0'))
  }, 120_000)
})

test('another account gets no form of a dub, and another task has none', async () => {
  const { list } = await server.ok('listTasks', {}, token)
  const order = { dub_task_id: list[0]!.task_id, form: 'wav' as const, idempotency_key: key() }
  const first = await server.ok('runDubOutput', order, token)
  expect((await server.ok('runDubOutput', order, token)).task_id).toBe(first.task_id)
  const stranger = await signUp(server)
  expect(await server.call('runDubOutput', { ...order, idempotency_key: key() }, stranger)).toMatchObject({
    code: 1002,
  })
  const own = { ...order, dub_task_id: first.task_id, idempotency_key: key() }
  expect(await server.call('runDubOutput', own, token)).toMatchObject({ code: 1002 })
}, 60_000)
