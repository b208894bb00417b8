import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { runFfmpeg, runFfprobe } from '#server/engines/ffmpeg.ts'
import { checkDecodes, ProbeFailed, probeMedia } from '#server/engines/probe.ts'
import { ProgramFailed, ProgramMissing, runProgram } from '#server/engines/program.ts'
import { makeCover } from '#server/tasks/video-ingest/cover.ts'
import { planSilence, SilenceReader } from '#core/media/plans/silence.ts'
import { videoLimits } from '#core/domain/limits.ts'
import { recordedWebm } from '#tests/support/recorded-webm.ts'
import { videoIndexOf } from '#core/media/media-info.ts'
import { breakLongLines, planSoftTrack, softTrackExtension } from '#core/media/plans/soft-track.ts'

const root = join(import.meta.dirname, '../..')
const sample = join(root, 'assets/sample/harbour.mp4')
const folder = mkdtempSync(join(tmpdir(), 'cuelane-programs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string): string => join(folder, name)

function file(name: string, content: string | Buffer): string {
  writeFileSync(at(name), content)
  return at(name)
}

function script(name: string, text: string): string {
  const path = file(name, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
  return path
}

/** A file of test pictures and a tone, as ffmpeg makes it. */
function make(name: string, args: string[]): string {
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args, at(name)])
  if (status !== 0) throw new Error(stderr.toString())
  return at(name)
}

const pictures = (seconds: number): string[] => [
  ...['-f', 'lavfi', '-i', `testsrc=size=176x144:rate=5:duration=${seconds}`],
  ...['-f', 'lavfi', '-i', `sine=duration=${seconds}`, '-c:v', 'mpeg4', '-c:a', 'aac'],
]

/** Programs with a word in their command line that still run. */
function running(word: string): number {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return ids.filter((id) => {
    try {
      return (
        readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(word) &&
        !/\) [ZX] /.test(readFileSync(`/proc/${id}/stat`, 'utf8'))
      )
    } catch {
      return false
    }
  }).length
}

describe('the door to ffmpeg', () => {
  test('a playlist that names the video of somebody else is no video, at no call', async () => {
    const lines = ['#EXTM3U', '#EXT-X-TARGETDURATION:40', '#EXTINF:40,', sample, '#EXT-X-ENDLIST']
    const playlist = file('a.mp4', `${lines.join('\n')}\n${'# padding\n'.repeat(2000)}`)
    // ffprobe itself, confined to files, reads it: the names of demuxers are what stops it.
    const bare = spawnSync('ffprobe', ['-v', 'error', '-protocol_whitelist', 'file', '-show_streams', playlist])
    expect(bare.stdout.toString()).toContain('codec_type=video')
    await expect(probeMedia('ffprobe', playlist)).rejects.toMatchObject({ fault: 'unreadable' })
    const output = at('stolen.mp4')
    const run = runFfmpeg(['-i', playlist, '-c', 'copy', output], { program: 'ffmpeg' })
    await expect(run).rejects.toThrow('whitelist')
  })

  test.each([
    ['list.mp4', (target: string) => `ffconcat version 1.0\nfile '${target}'\n`],
    ['dash.mp4', (target: string) => `<MPD><Period><BaseURL>${target}</BaseURL></Period></MPD>`],
    ['show.mp4', () => 'v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n'],
    ['ext.mp4', (target: string) => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nsubfile,,start,0,end,0,,:${target}\n`],
  ])('%s, which names other files, is refused', async (name, text) => {
    const path = file(name, text(sample) + '\n'.repeat(12_000))
    await expect(probeMedia('ffprobe', path)).rejects.toThrow(ProbeFailed)
  })

  test('every input of every call has its guards', async () => {
    const echo = script('echo-args', 'for arg in "$@"; do echo "$arg"; done')
    const lines: string[] = []
    const args = ['-i', sample, '-i', file('own.srt', ''), '-f', 'concat', '-i', file('own.ffconcat', ''), '-']
    await runFfmpeg(args, { program: echo, onStdoutLine: (line) => lines.push(line) })
    const said = lines.join(' ')
    const guards = [...said.matchAll(/-protocol_whitelist (\S+) -format_whitelist (\S+) (.*?)-i (\S+)/g)]
    expect(guards.map(([, protocols, demuxers]) => [protocols, demuxers?.split(',')[0]])).toEqual([
      ['file', 'mov'],
      ['file', 'srt'],
      ['file', 'concat'],
    ])
    expect(said).not.toMatch(/hls|dash|image2|sdp|applehttp/)
    expect(guards[0]?.[3]).toContain(`-max_pixels ${videoLimits.maxPixels}`)
    expect(guards[0]?.[3]).toContain('-enable_drefs 0 -use_absolute_path 0')
    const probed = await runFfprobe(['-show_format'], sample, { program: echo })
    expect(probed.stdout.replaceAll('\n', ' ')).toMatch(/-protocol_whitelist file -format_whitelist mov,.*-max_pixels/)
  })

  test('no other module runs programs', () => {
    const sources = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    const read = (name: string): string => readFileSync(join(root, 'server', name), 'utf8')
    const allowed = [
      'engines/program.ts',
      // A child process for models, asked repeatedly.
      'engines/inference/host.ts',
      // npm, for an operator who asks for a model.
      'engines/models/fetch.ts',
      // A child process for the pictures of a stretch; its ffmpeg is passed in.
      'tasks/video-erase/stretch.ts',
    ]
    expect(sources.filter((name) => read(name).includes('child_process')).sort()).toEqual(allowed.sort())
    const callers = sources.filter((name) => /runProgram\(/.test(read(name)) && name !== 'engines/program.ts')
    expect(callers.filter((name) => !name.startsWith('engines/'))).toEqual([])
    expect(callers.filter((name) => /['"]-i['"]/.test(read(name)))).toEqual(['engines/ffmpeg.ts'])
  })

  test('a picture that would fill the memory is not decoded', async () => {
    const size = ['-f', 'lavfi', '-i', 'color=size=6400x6400:rate=1:duration=1', '-pix_fmt']
    const path = make('wall.mkv', [...size, 'gray', '-c:v', 'mjpeg', '-strict', '-1'])
    const other = make('wall.mp4', [...size, 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast'])
    await expect(probeMedia('ffprobe', path)).rejects.toMatchObject({ fault: 'too_large' })
    await expect(probeMedia('ffprobe', other)).rejects.toMatchObject({ fault: 'too_large' })
    const run = runFfmpeg(['-i', path, '-frames:v', '1', '-f', 'null', '-'], { program: 'ffmpeg' })
    await expect(run).rejects.toThrow(ProgramFailed)
  })
})

describe('the length of a video', () => {
  test('is measured where the header lies', async () => {
    const bytes = readFileSync(make('true.mkv', pictures(90)))
    const place = bytes.indexOf(Buffer.from([0x44, 0x89, 0x88]))
    expect(bytes.readDoubleBE(place + 3)).toBeGreaterThan(89_000)
    bytes.writeDoubleBE(2000, place + 3)
    const info = await probeMedia('ffprobe', file('lies.mkv', bytes))
    expect(Math.round(info.durationMs / 1000)).toBe(90)
  })

  test('is measured where the header says nothing, as browsers record', async () => {
    const { stdout } = spawnSync('ffmpeg', ['-v', 'error', ...pictures(7), '-f', 'matroska', 'pipe:1'])
    const bytes = Buffer.from(stdout)
    const path = file('recorded.webm', bytes)
    const info = await probeMedia('ffprobe', path)
    expect(Math.round(info.durationMs / 1000)).toBe(7)
    await checkDecodes('ffmpeg', path, info)
  })

  test('is measured of what a browser recorded, and so is the rate, of which the file tells only its clock', async () => {
    const path = file('spoken.webm', recordedWebm())
    const info = await probeMedia('ffprobe', path)
    expect(Math.abs(info.durationMs - 5500)).toBeLessThan(60)
    expect(Math.abs(info.rate[0] / info.rate[1] - 25)).toBeLessThan(0.2)
    await checkDecodes('ffmpeg', path, info)
  })

  test('is that of all pieces where the clock of a broadcast jumps', async () => {
    const first = readFileSync(make('first.ts', pictures(6)))
    const second = readFileSync(make('second.ts', [...pictures(5), '-output_ts_offset', '5000']))
    const info = await probeMedia('ffprobe', file('joined.ts', Buffer.concat([first, second])))
    expect(Math.round(info.durationMs / 1000)).toBe(11)
  })

  test('is the one of the header where that is true', async () => {
    expect((await probeMedia('ffprobe', sample)).durationMs).toBe(40_000)
  })
})

test('lines of text tracks are counted, without the empty texts between them in MP4', async () => {
  const lines = file('lines.srt', '1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n00:00:04,000 --> 00:00:05,000\nyou\n')
  const tracks = (codec: string) => ['-i', lines, ...pictures(6), '-map', '0', '-map', '1', '-map', '2', '-c:s', codec]
  for (const path of [make('lines.mp4', tracks('mov_text')), make('lines.mkv', tracks('subrip'))]) {
    const info = await probeMedia('ffprobe', path)
    expect(info.streams.flatMap(({ kind, lines }) => (kind === 'subtitle' ? [lines] : []))).toEqual([2])
  }
})

describe('a cover', () => {
  /** Mean difference of two pictures' bytes, 0 to 255, small as a thumbnail. */
  const difference = (a: string[], b: string[]): number => {
    const [x, y] = [a, b].map((args) => {
      const small = ['-frames:v', '1', '-vf', 'scale=64:36', '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1']
      return spawnSync('ffmpeg', ['-v', 'quiet', ...args, ...small]).stdout
    })
    expect([x!.length, y!.length]).toEqual([6912, 6912])
    return x!.reduce((sum, value, at) => sum + Math.abs(value - y![at]!), 0) / x!.length
  }
  const cover = async (source: string): Promise<string> => {
    const output = at('cover.jpg')
    rmSync(output, { force: true })
    const info = await probeMedia('ffprobe', source)
    await makeCover({ ...info, videoIndex: videoIndexOf(info), source, output }, { program: 'ffmpeg' })
    return output
  }
  const shown = ['-f', 'lavfi', '-i', 'smptebars=size=320x180:rate=5:duration=20']

  test('of a broadcast that is joined in the middle is a whole picture', async () => {
    const hevc = 'log-level=error:keyint=20:min-keyint=20:open-gop=1'
    const codec = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', hevc]
    const bytes = readFileSync(make('broadcast.ts', [...shown, ...codec]))
    const joined = file('joined-in.ts', bytes.subarray(Math.floor(bytes.length / 188 / 12) * 188))
    expect(difference(['-i', await cover(joined)], shown)).toBeLessThan(6)
  })

  test('is not one of the grey and black pictures before the first scene', async () => {
    const codec = ['-c:v', 'libx264', '-g', '5', '-preset', 'veryfast']
    const late = `drawbox=w=iw:h=ih:t=fill:c=gray:enable='lt(t,6)'`
    const path = make('late-start.mp4', [...shown, '-vf', late, ...codec])
    expect(difference(['-i', await cover(path)], shown)).toBeLessThan(6)
  })

  test('of a video with nothing but black, and of a single key picture, is there', async () => {
    const black = make('black.mp4', ['-f', 'lavfi', '-i', 'color=black:size=320x180:duration=3', '-c:v', 'libx264'])
    const one = make('one-key.mp4', [...shown, '-c:v', 'libx264', '-g', '9999', '-sc_threshold', '0'])
    expect(difference(['-i', await cover(black)], ['-i', black])).toBeLessThan(3)
    expect(difference(['-i', await cover(one)], shown)).toBeLessThan(6)
  })
})

describe('a program', () => {
  test('waits its turn: many at once start a few', async () => {
    const busy = script('busy', `echo in >> ${at('turns')}; sleep 0.1; echo out >> ${at('turns')}`)
    await Promise.all(Array.from({ length: 40 }, () => runFfprobe([], sample, { program: busy })))
    let now = 0
    let most = 0
    for (const line of readFileSync(at('turns'), 'utf8').trim().split('\n')) {
      now += line === 'in' ? 1 : -1
      most = Math.max(most, now)
    }
    expect(most).toBeLessThanOrEqual(Math.max(2, availableParallelism()))
  })

  test('that is not there is named', async () => {
    await expect(runProgram('no-such-program', [])).rejects.toThrow(ProgramMissing)
    await expect(runProgram('sh', ['-c', 'no-such-program'])).rejects.toThrow(ProgramFailed)
  })

  test('has a limit of memory and of time, and none of the settings of this process', async () => {
    const { stdout } = await runProgram('sh', ['-c', 'ulimit -v; ulimit -c'], { memoryBytes: 512 * 1024 ** 2 })
    expect(stdout).toBe('524288\n0\n')
    const large = runProgram('sh', ['-c', `head -c 2000000 /dev/zero > ${at('large')}`], { fileBytes: 1024 ** 2 })
    await expect(large).rejects.toThrow(ProgramFailed)
    expect(statSync(at('large')).size).toBe(1024 ** 2)
    const began = performance.now()
    await expect(runProgram('sleep', ['60'], { timeoutMs: 200 })).rejects.toThrow('took longer than 0.2 s')
    expect(performance.now() - began).toBeLessThan(5000)
    const settings = ['S3_SECRET_ACCESS_KEY', 'SMTP_URL', 'HTTP_TTS_HEADERS', 'DATABASE_URL', 'LD_PRELOAD']
    const before = settings.map((name) => process.env[name])
    for (const name of settings) process.env[name] = 'of-this-process'
    process.env['CUELANE_PROGRAM_ENV'] = 'OWN_MODEL, OWN_PLACE'
    process.env['OWN_PLACE'] = 'passed-on'
    const { stdout: seen } = await runProgram('env', [])
    delete process.env['OWN_PLACE']
    delete process.env['CUELANE_PROGRAM_ENV']
    for (const [at, name] of settings.entries()) {
      if (before[at] === undefined) delete process.env[name]
      else process.env[name] = before[at]
    }
    expect(seen).not.toContain('of-this-process')
    expect(seen).toContain('OWN_PLACE=passed-on')
    expect(seen).toContain(`PATH=${process.env['PATH']}`)
  })

  test('is heard to the last line, however much it says', async () => {
    let lines = 0
    const text = 'i=0; while [ $i -lt 20000 ]; do echo "line $i of many" >&2; i=$((i+1)); done'
    await runProgram('sh', ['-c', text], { onStderrLine: () => lines++ })
    expect(lines).toBe(20_000)
  })

  test('hands over all of its bytes, and ends after them, however it ends', async () => {
    const run = async (script: string): Promise<[number, string]> => {
      const hash = createHash('sha256')
      let count = 0
      const onBytes = (bytes: Buffer): void => {
        hash.update(bytes)
        count += bytes.length
      }
      const ended = await runProgram('sh', ['-c', script], { onBytes }).then(
        () => 'well',
        () => 'badly',
      )
      return [count, `${ended} ${hash.digest('hex').slice(0, 8)}`]
    }
    const text = 'yes | head -c 5000001'
    const digest = createHash('sha256')
      .update('y\n'.repeat(2_500_000) + 'y')
      .digest('hex')
      .slice(0, 8)
    expect(await run(text)).toEqual([5_000_001, `well ${digest}`])
    expect(await run(`${text}; exit 3`)).toEqual([5_000_001, `badly ${digest}`])
    expect((await run('exit 0'))[0]).toBe(0)
  })

  test('takes its children along when it ends, when it is aborted, and when this process is killed', async () => {
    const began = performance.now()
    await runProgram('sh', ['-c', 'sleep 311.1 & exit 0'])
    expect(performance.now() - began).toBeLessThan(5000)
    const control = new AbortController()
    const aborted = runProgram('sh', ['-c', 'sleep 311.2 & sleep 311.2'], { signal: control.signal })
    while (running('311.2') === 0) await sleep(10)
    control.abort()
    await expect(aborted).rejects.toThrow('aborted')
    const text = `import('${join(root, 'server/engines/program.ts')}').then((m) => m.runProgram('sleep', ['311.3']))`
    const child = spawn(process.execPath, ['-e', text], { stdio: 'ignore' })
    while (running('311.3') < 2) await sleep(10)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await sleep(200)
    expect([running('311.1'), running('311.2'), running('311.3')]).toEqual([0, 0, 0])
  })
})

test('all silences of an hour are found', async () => {
  const gated = "aevalsrc='if(lt(mod(t,2),1.2),sin(600*t),0)':sample_rate=1000:duration=3600"
  const path = make('hour.wav', ['-f', 'lavfi', '-i', gated, '-c:a', 'pcm_s16le'])
  const reader = new SilenceReader()
  await runFfmpeg(planSilence(path), { program: 'ffmpeg', onLogLine: (line) => reader.take(line) })
  expect(reader.silences.length).toBe(1800)
})

test.each(['x'.repeat(90_000), 'é'.repeat(40_000)])('a line too long for MP4 goes into a soft track', async (text) => {
  const subtitles = file('long.srt', `1\n00:00:01,000 --> 00:00:02,000\n${breakLongLines(text)}\n`)
  const extension = softTrackExtension([{ kind: 'video', codec: 'h264' }], [text])
  const output = at(`long.${extension}`)
  const tracks = [{ path: subtitles, language: 'eng' }]
  const plan = planSoftTrack({ source: sample, output, tracks, streams: [{ kind: 'video', codec: 'h264' }], extension })
  await runFfmpeg(plan, { program: 'ffmpeg' })
  const { stdout } = await runFfprobe(['-show_entries', 'stream=codec_type'], output, { program: 'ffprobe' })
  expect(stdout).toContain('codec_type=subtitle')
})
