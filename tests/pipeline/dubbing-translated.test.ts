/** Dubs of what is translated first, what is refused, and the list of voices. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soundMs } from '#core/media/speech-sound.ts'
import { slowedMs, slowedTime } from '#core/timing/slow-spans.ts'
import { readWav } from '#core/media/wav.ts'
import { type Dubs, key, output, probe, spanish, startDubs } from '#tests/support/dubs.ts'
import { finished, prepared, readySample, signUp, upload } from '#tests/support/server.ts'

let { server, token, place, addLines, fileOf } = {} as Dubs
beforeAll(async () => {
  ;({ server, token, place, addLines, fileOf } = await startDubs(14))
})
afterAll(() => server.close())

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
    await prepared(server, token, video_id)
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
    // As one of several tracks the dub keeps all of that.
    const order = { dub_task_id: task_id, form: 'tracks' as const, idempotency_key: key() }
    let url = ''
    while (url === '') url = (await server.ok('runDubOutput', order, token)).url
    const all = join(folder, 'all.mp4')
    writeFileSync(all, (await server.app.inject({ url })).rawPayload)
    expect(times(all)).toEqual(after)
    for (const shown of [['-select_streams', 's', '-show_entries', 'packet=pts_time,size'], ['-show_chapters']])
      expect(probe(all, ...shown)).toBe(probe(path, ...shown))
    const sounds = probe(all, '-select_streams', 'a', '-show_entries', 'stream=codec_name:stream_tags=language')
    expect(sounds.split('\n')).toEqual(['aac,spa', expect.stringMatching(/^alac/)])
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
    expect(credits).toBe(4)
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
    expect(credits).toBe(2)
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
