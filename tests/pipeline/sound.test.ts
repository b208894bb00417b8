/** Files of sound alone: what is taken, what is made of them, and which tasks refuse them. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileTasks } from '#server/tasks/index.ts'
import { finished, prepared, signUp, startServer, type TestServer, upload } from '#tests/support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'cuelane-sound-'))
/** A server with a user and their folder. */
interface Home {
  readonly server: TestServer
  readonly token: string
  readonly folder_id: string
}
async function homeOn(server: TestServer): Promise<Home> {
  const token = await signUp(server)
  return { server, token, folder_id: (await server.ok('addFolder', { folder_name: 'sounds' }, token)).folder_id }
}

/** It checks files, which is enough for tasks, and prepares none for the editor. */
let home: Home
let { server, token, folder_id } = {} as Home
beforeAll(async () => {
  home = await homeOn(await startServer({}, { tasks: fileTasks }))
  ;({ server, token, folder_id } = home)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function make(name: string, ...args: string[]): Buffer {
  const path = join(folder, name)
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', '-nostdin', ...args, path])
  if (status !== 0) throw new Error(stderr.toString())
  return readFileSync(path)
}

/** A tone that comes and goes, in two channels. */
const tone = (seconds: number): string[] => [
  ...[
    '-f',
    'lavfi',
    '-i',
    `aevalsrc='0.3*sin(440*2*PI*t)*lt(mod(t\\,1)\\,0.6)|0.2*sin(330*2*PI*t)':s=44100:d=${seconds}`,
  ],
]

async function add(name: string, bytes: Buffer, { server, token, folder_id } = home) {
  const upload_id = await upload(server, token, name, bytes)
  const { video_id } = await server.ok('addVideo', { upload_id, folder_id }, token)
  return prepared(server, token, video_id)
}

const content = `1
00:00:00,300 --> 00:00:01,300
Good day.

2
00:00:01,600 --> 00:00:02,700
It is red.
`

async function withLines(video_id: string): Promise<string> {
  const version = { folder_id, video_id, name: 'lines', language: 'en', content } as const
  return (await server.ok('addVersion', version, token)).file_id
}

async function blobOf(task_id: string): Promise<string> {
  const task = await finished(server, token, task_id)
  expect([task.state, task.fail_msg]).toEqual([1, ''])
  const { deps } = server.services
  const row = await deps.db.selectFrom('task').select('result_blob').where('id', '=', task_id).executeTakeFirstOrThrow()
  return deps.blobs.localPath(row.result_blob ?? '', deps.workDir)
}

function kindsOf(path: string): string[] {
  const args = ['-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', path]
  return spawnSync('ffprobe', args).stdout.toString().trim().split('\n')
}

const key = (): string => crypto.randomUUID()

describe('a file of sound', () => {
  let editing: Home
  beforeAll(async () => {
    editing = await homeOn(await startServer())
  })
  afterAll(() => editing.server.close())

  test.each([
    ['mp3', ['-c:a', 'libmp3lame']],
    ['wav', []],
    ['flac', []],
    ['m4a', ['-c:a', 'aac']],
    ['ogg', ['-c:a', 'libvorbis']],
    ['opus', ['-c:a', 'libopus']],
  ])(
    '.%s becomes a sound with a drawn cover, a copy to play and its waveform',
    async (ending, args) => {
      const sound = await add(`talk.${ending}`, make(`talk.${ending}`, ...tone(3), ...args), editing)
      expect([sound.state, sound.fail_msg]).toEqual([1, ''])
      const { duration_ms, width, has_picture, has_audio } = sound.video_info
      expect({ width, has_picture, has_audio }).toEqual({ width: 0, has_picture: false, has_audio: true })
      expect(Math.abs(duration_ms - 3000)).toBeLessThan(120)
      const { strip, shot_changes, peaks } = sound.derived
      expect({ strip, shot_changes }).toEqual({ strip: '', shot_changes: '' })
      const { video_cover, proxy_url, sound_url, video_url_m3u8 } = sound
      const made = { video_cover, proxy_url, sound_url, video_url_m3u8, peaks }
      expect(Object.entries(made).filter(([, address]) => address === '')).toEqual([])
      for (const address of Object.values(made))
        expect((await editing.server.app.inject({ method: 'GET', url: address })).statusCode).toBe(200)
    },
    60_000,
  )

  test('is known by what is in it, whatever its name says', async () => {
    const inOgg = await add('named.ogg', make('in.mp3', ...tone(2)))
    expect([inOgg.fail_msg, inOgg.video_info.has_picture]).toEqual(['', false])
    const pictures = ['-f', 'lavfi', '-i', 'testsrc2=size=128x96:rate=10:duration=2', '-pix_fmt', 'yuv420p']
    const video = await add('named.mp3', make('film.mp4', ...pictures))
    expect([video.fail_msg, video.video_info.has_picture]).toEqual(['', true])
    const noPicture = await add('named.mp4', make('sound.mp4', ...tone(2), '-c:a', 'aac'))
    expect([noPicture.fail_msg, noPicture.video_info.has_picture]).toEqual(['', false])
  }, 60_000)

  test('with a picture of its cover inside is a sound', async () => {
    make('cover.png', '-f', 'lavfi', '-i', 'testsrc2=size=200x200', '-frames:v', '1')
    const cover = ['-i', join(folder, 'cover.png'), '-map', '0:a', '-map', '1:v', '-c:v', 'png']
    const bytes = make('album.mp3', ...tone(2), ...cover, '-disposition:v', 'attached_pic')
    const sound = await add('album.mp3', bytes, editing)
    expect([sound.fail_msg, sound.video_info.has_picture]).toEqual(['', false])
  }, 60_000)

  test('with a rate that varies and no header is as long as it plays', async () => {
    const quiet = make('q.mp3', '-f', 'lavfi', '-i', 'anullsrc=d=6:r=44100', '-q:a', '9', '-write_xing', '0')
    const noise = make('n.mp3', '-f', 'lavfi', '-i', 'anoisesrc=d=6:r=44100', '-q:a', '0', '-write_xing', '0')
    const sound = await add('vbr.mp3', Buffer.concat([quiet, noise]))
    expect(sound.fail_msg).toBe('')
    expect(Math.abs(sound.video_info.duration_ms - 12_000)).toBeLessThan(300)
  }, 60_000)

  test.each([
    ['letters.mp3', () => Buffer.from('Nothing to hear in here.\n'.repeat(2000)), 'Unable to read this sound'],
    [
      'noise.mp3',
      () => Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * 7919 * (at % 31)) % 256)),
      'Unable to read this sound',
    ],
    ['short.wav', () => make('short.wav', ...tone(0.5)), 'at least 1 s'],
    ['half.flac', () => half(make('whole.flac', ...tone(6))), 'incomplete'],
    ['half.m4a', () => half(make('whole.m4a', ...tone(6), '-c:a', 'aac')), 'incomplete'],
  ])(
    '%s is refused and says why',
    async (name, bytes, said) => {
      const sound = await add(name, bytes())
      expect(sound.state).toBe(2)
      expect(sound.fail_msg).toContain(said)
    },
    60_000,
  )

  test('is refused by its name where no such file is taken', async () => {
    const begun = await server.call(
      'getUploadToken',
      { file_name: 'song.mid', class: 'video', size: 50_000, folder_id },
      token,
    )
    expect([begun.code, JSON.stringify(begun)]).toEqual([1001, expect.stringContaining('mp3, wav, flac')])
    const least = { file_name: 'word.opus', class: 'video', size: 3000, folder_id } as const
    expect(await server.ok('getUploadToken', least, token)).toMatchObject({ limits: { min_bytes: 1024 } })
  })
})

describe('tasks on a sound', () => {
  let video_id: string
  let file_id: string
  beforeAll(async () => {
    ;({ video_id } = await add('spoken.mp3', make('spoken.mp3', ...tone(4))))
    file_id = await withLines(video_id)
  }, 60_000)

  test('that read or erase text refuse it, and so does a dub that shows lines', async () => {
    const detail = async (input: Parameters<typeof server.ok<'quote'>>[1]): Promise<string> => {
      const offer = await server.ok('quote', input, token)
      expect(offer.available).toBe(false)
      return offer.detail
    }
    for (const subtitle_extract_mode of ['text', 'both'] as const) {
      const extract = { task_type: 'video_extract', video_id, source_language: 'en', subtitle_extract_mode } as const
      expect(await detail(extract)).toContain('no picture to read text in')
    }
    expect(await detail({ task_type: 'video_erase', video_id })).toContain('no picture to erase text from')
    const dub = { video_id, file_id, source_language: 'en', to_language: 'es', synthesis_type: 'burn' } as const
    expect(await detail({ task_type: 'video_dubbing', ...dub })).toContain('its dub shows no subtitles')
  })

  test('cost what they cost for a video of that length', async () => {
    const extract = { task_type: 'video_extract', video_id, source_language: 'en' } as const
    expect(await server.ok('quote', extract, token)).toMatchObject({ available: true, credits: 1 })
  })

  test('say what brings a language that nothing here hears, before anything is paid', async () => {
    const extract = { task_type: 'video_extract', video_id, source_language: 'fr' } as const
    const { available, detail } = await server.ok('quote', extract, token)
    expect(available).toBe(false)
    expect(detail).toContain('Speech recognition for French')
    expect(detail).toContain('npm run models -- fetch whisper-base')
    expect(detail).toContain('about 1 min on this machine')
    const added = /which adds ([^:]+):/.exec(detail)?.[1] ?? ''
    expect([added.includes('French'), added.includes('English')]).toEqual([true, false])
  })

  test('dub it as sound, which can be kept as a file of its own', async () => {
    const run = { video_id, file_id, voice: 'espeak-ng/paul', idempotency_key: key() }
    const { task_id } = await server.ok('runDubbingOnly', run, token)
    const path = await blobOf(task_id)
    expect([path.endsWith('.m4a'), kindsOf(path)]).toEqual([true, ['audio']])
    const kept = await server.ok('keepDub', { task_id }, token)
    const { video_info } = await prepared(server, token, kept.video_id)
    expect(video_info).toMatchObject({ has_picture: false, has_audio: true })
  }, 120_000)

  test.each(['burn', 'soft'] as const)(
    'show lines on a plain picture: %s',
    async (synthesis_type) => {
      const run = { video_id, file_id, synthesis_type, idempotency_key: key() }
      const { task_id } = await server.ok('runSynthesis', run, token)
      const path = await blobOf(task_id)
      expect(kindsOf(path)).toEqual(['video', 'audio', ...(synthesis_type === 'soft' ? ['subtitle'] : [])])
      const args = ['-v', 'error', '-ss', '0.8', '-i', path, '-frames:v', '1', '-vf', 'crop=iw:ih/3:0:ih*2/3']
      const { stdout } = spawnSync('ffmpeg', [...args, '-f', 'rawvideo', '-pix_fmt', 'gray', '-'])
      const bright = stdout.filter((grey) => grey > 200).length
      expect(bright > 500).toBe(synthesis_type === 'burn')
    },
    120_000,
  )
})

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

describe('sound tracks and channels', () => {
  const harbour = new URL('../../assets/sample/harbour.mp4', import.meta.url).pathname

  /** Lines of an extraction, with the name of who says each. */
  async function linesOf(video_id: string, choices: object) {
    const run = { video_id, source_language: 'en', ...choices, idempotency_key: key() } as const
    const { task_id } = await server.ok('runExtract', run, token)
    const done = await finished(server, token, task_id)
    expect([done.state, done.fail_msg]).toEqual([1, ''])
    const version = await server.ok('getVersion', { file_id: done.file_id }, token)
    const { list } = await server.ok('listRoles', { folder_id }, token)
    const names = new Map(list.map((role) => [role.folder_role_id, role.role_name]))
    return version.subtitle_txt.map(({ text, folder_role_id: roles }) => ({
      text: text.replaceAll('\n', ' '),
      who: roles.map((id) => names.get(id)?.slice(0, 1)).join(),
    }))
  }

  test('of two tracks the chosen one is heard and dubbed over; one that is not there is refused', async () => {
    const second = ['-map', '0:v', '-map', '1:a', '-map', '0:a', '-metadata:s:a:0', 'language=fra', '-t', '8']
    const titled = ['-metadata:s:a:1', 'language=eng', '-metadata:s:a:1', 'title=Speech', '-c:v', 'copy']
    const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=mono']
    const video = await add('tracks.mkv', make('tracks.mkv', '-i', harbour, ...silence, ...second, ...titled))
    const tracks = video.video_info.streams.filter(({ kind }) => kind === 'audio')
    expect(tracks.map(({ language, title, channels }) => [language, title, channels])).toEqual([
      ['fra', '', 1],
      ['eng', 'Speech', expect.any(Number)],
    ])
    const { video_id } = video
    const extract = { task_type: 'video_extract', video_id, source_language: 'en' } as const
    const refused = await server.ok('quote', { ...extract, sound_track: 2 }, token)
    expect([refused.available, refused.detail]).toEqual([false, 'This file has 2 sound tracks. Choose one of them'])
    const lines = await linesOf(video_id, { sound_track: 1 })
    expect(lines.map(({ text }) => text).join(' ')).toContain('morning')
    const file_id = await withLines(video_id)
    const dub = { video_id, file_id, voice: 'espeak-ng/paul', sound_track: 1, idempotency_key: key() }
    const path = await blobOf((await server.ok('runDubbingOnly', dub, token)).task_id)
    // What lies under the dub after its last line is the harbour and not the silence.
    const { stderr } = spawnSync('ffmpeg', [
      '-ss',
      '4',
      '-t',
      '4',
      '-i',
      path,
      '-af',
      'volumedetect',
      '-f',
      'null',
      '-',
    ])
    const peak = Number(/max_volume: (-?[\d.]+) dB/.exec(stderr.toString())?.[1])
    expect(peak).toBeGreaterThan(-40)
  }, 240_000)

  test('talkers on two channels are heard one by one, and lines say who', async () => {
    // The first sentence on the left, the second on the right.
    const turns =
      "[0:a]atrim=0:8,asetpts=PTS-STARTPTS,aformat=channel_layouts=mono,asplit[a][b];[a]volume=0:enable='gte(t,3.5)*lt(t,7.8)'[l];[b]volume=0:enable='lt(t,3.5)+gte(t,7.8)'[r];[l][r]join=inputs=2:channel_layout=stereo[out]"
    const bytes = make('interview.wav', '-i', harbour, '-filter_complex', turns, '-map', '[out]')
    const { video_id } = await add('interview.wav', bytes)
    const lines = await linesOf(video_id, {})
    const [left, right] = ['L', 'R'].map((name) =>
      lines
        .filter(({ who }) => who === name)
        .map(({ text }) => text)
        .join(' '),
    )
    expect(left).toMatch(/morning/i)
    expect(right).toMatch(/boat/i)
    expect(right).not.toMatch(/morning/i)
  }, 240_000)
})
