import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Video } from '#core/contract/video.ts'
import { realData } from '#tests/support/real-files.ts'
import { recordedWebm } from '#tests/support/recorded-webm.ts'
import { prepared, signUp, startServer, type TestServer, upload } from '#tests/support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'cuelane-exotic-'))
let server: TestServer
let token: string
let folder_id: string
beforeAll(async () => {
  server = await startServer()
  token = await signUp(server)
  folder_id = (await server.ok('addFolder', { folder_name: 'odd' }, token)).folder_id
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const SECONDS = 4
const shown = ['-f', 'lavfi', '-i', `testsrc2=size=256x144:rate=25:duration=${SECONDS}`]
const heard = (seconds = SECONDS): string[] => ['-f', 'lavfi', '-i', `sine=duration=${seconds}`]
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '25', '-sc_threshold', '0', '-c:a', 'aac']

function make(name: string, args: string[]): Buffer {
  const path = join(folder, name)
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', '-nostdin', ...args, path])
  if (status !== 0) throw new Error(stderr.toString())
  return readFileSync(path)
}

/** The file with a share of its bytes, from 0 to 1, overwritten. */
function damage(bytes: Buffer, from: number, to: number): Buffer {
  const copy = Buffer.from(bytes)
  for (let at = Math.floor(copy.length * from); at < copy.length * to; at++) copy[at] = (at * 7919) % 251
  return copy
}

function lateLines(): string {
  const path = join(folder, 'late.srt')
  writeFileSync(path, '1\n00:00:01,000 --> 00:00:02,000\nNow\n\n2\n00:00:40,000 --> 00:00:42,000\nLate\n')
  return path
}

/** The video when it is prepared or refused. */
async function prepare(name: string, bytes: Buffer): Promise<Video> {
  const upload_id = await upload(server, token, name, bytes)
  const { video_id } = await server.ok('addVideo', { upload_id, folder_id }, token)
  return prepared(server, token, video_id)
}

/** What the copy that editors play is like. */
async function proxyOf(video: Video): Promise<{ seconds: number; pictures: number; width: number; height: number }> {
  const { rawPayload } = await server.app.inject({ url: video.proxy_url })
  const path = join(folder, `${video.video_id}.mp4`)
  writeFileSync(path, rawPayload)
  const entries = 'format=duration:stream=width,height,nb_frames'
  const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', entries, '-of', 'json', path]
  const { format, streams } = JSON.parse(spawnSync('ffprobe', args).stdout.toString()) as {
    format: { duration: string }
    streams: { width: number; height: number; nb_frames: string }[]
  }
  const [{ width, height, nb_frames }] = streams as [{ width: number; height: number; nb_frames: string }]
  return { seconds: Number(format.duration), pictures: Number(nb_frames), width, height }
}

/** Of which colour a picture, or the first one of a video, mostly is. */
async function colourOf(url: string): Promise<string> {
  const { rawPayload } = await server.app.inject({ url })
  const raw = ['-i', 'pipe:0', '-frames:v', '1', '-vf', 'scale=1:1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1']
  const { stdout } = spawnSync('ffmpeg', ['-v', 'error', ...raw], { input: rawPayload })
  return stdout[1]! > stdout[0]! ? 'lime' : 'red'
}

const seconds = ({ video_info }: Video): number => Math.round(video_info.duration_ms / 1000)

test('what a browser recorded, without a length in its header', async () => {
  const video = await prepare('recorded.webm', recordedWebm())
  expect([video.state, video.fail_msg, Math.abs(video.video_info.duration_ms - 5500) < 60]).toEqual([1, '', true])
  expect(Math.abs((await proxyOf(video)).seconds - 5.5)).toBeLessThan(0.1)
})

test.each(['mp4', 'mkv'])('subtitles in %s that outlast the picture are no broken-off upload', async (container) => {
  const codec = container === 'mp4' ? 'mov_text' : 'srt'
  const maps = ['-map', '0', '-map', '1', '-map', '2', '-c:s', codec]
  const bytes = make(`outlasts.${container}`, [...shown, ...heard(), '-i', lateLines(), ...maps, ...h264])
  const video = await prepare(`outlasts.${container}`, bytes)
  expect([video.state, video.fail_msg, seconds(video)]).toEqual([1, '', SECONDS])
})

test('sound that goes on after the last picture is kept', async () => {
  const video = await prepare('music.mp4', make('music.mp4', [...shown, ...heard(9), ...h264]))
  expect([video.state, seconds(video), video.derived.strip !== '']).toEqual([1, 9, true])
  expect(Math.round((await proxyOf(video)).seconds)).toBe(9)
})

test('a broadcast that was joined without a key picture is shown from the next one, and says so', async () => {
  const bytes = make('whole.ts', [...shown, ...heard(), ...h264])
  const video = await prepare('joined.ts', bytes.subarray(Math.floor((bytes.length * 0.1) / 188) * 188))
  expect([video.state, video.fail_msg]).toEqual([1, ''])
  const [lost] = video.video_info.damaged
  expect([video.video_info.damaged.length, lost?.start, lost!.end > 300 && lost!.end < 1200]).toEqual([1, 0, true])
  expect((await proxyOf(video)).pictures).toBeGreaterThan(65)
})

test('of a video that is damaged in the middle the rest is shown, and it says from where to where not', async () => {
  const whole = make('whole.mp4', [...shown, ...heard(), ...h264])
  const video = await prepare('damaged.mp4', damage(whole, 0.45, 0.55))
  expect([video.state, video.fail_msg, seconds(video)]).toEqual([1, '', SECONDS])
  const { damaged } = video.video_info
  expect(damaged.length).toBeGreaterThan(0)
  expect(damaged[0]!.start).toBeGreaterThan(1000)
  expect(damaged.at(-1)!.end).toBeLessThan(3500)
  // Segments are made of the copy, which plays through.
  expect((await server.app.inject({ url: video.video_url_m3u8 })).payload).toContain('#EXT-X-ENDLIST')
  expect((await prepare('whole.mp4', whole)).video_info.damaged).toEqual([])
})

test('an upload that broke off is refused all the same', async () => {
  const whole = make('broken.mkv', [...shown, ...heard(), ...h264])
  const video = await prepare('broken.mkv', whole.subarray(0, whole.length / 2))
  expect([video.state, video.fail_msg]).toEqual([2, 'The file is incomplete. Upload the whole file again'])
})

test('HEVC in a transport stream, turned, of a variable rate, and far wider than high', async () => {
  const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-c:a', 'aac']
  const broadcast = await prepare('hevc.ts', make('hevc.ts', [...shown, ...heard(), ...hevc]))
  expect([broadcast.state, seconds(broadcast), (await proxyOf(broadcast)).pictures]).toEqual([1, SECONDS, 100])

  make('upright.mp4', [...shown, ...h264])
  const turn = ['-i', join(folder, 'upright.mp4'), '-c', 'copy', '-metadata:s:v:0', 'rotate=90']
  const turned = await proxyOf(await prepare('turned.mov', make('turned.mov', turn)))
  expect([turned.width, turned.height]).toEqual([144, 256])

  const thin = ['-vf', String.raw`select=not(mod(n\,5))+lt(t\,2)`, '-fps_mode', 'vfr']
  const variable = await prepare('variable.mp4', make('variable.mp4', [...shown, ...thin, ...h264]))
  const copy = await proxyOf(variable)
  expect([variable.state, copy.pictures, Math.abs(copy.seconds * 1000 - variable.video_info.duration_ms) < 50]).toEqual(
    [1, 60, true],
  )

  const wall = ['-f', 'lavfi', '-i', 'testsrc2=size=16000x160:rate=2:duration=2', '-c:v', 'libx264']
  const wide = await prepare('wide.mp4', make('wide.mp4', [...wall, '-preset', 'ultrafast']))
  expect([wide.state, wide.fail_msg, wide.video_info.width, wide.derived.strip !== '']).toEqual([1, '', 16_000, true])
})

test('of two pictures the larger one is shown', async () => {
  const second = ['-f', 'lavfi', '-i', `color=lime:size=256x144:rate=25:duration=${SECONDS}`]
  const small = ['-f', 'lavfi', '-i', `color=red:size=160x90:rate=25:duration=${SECONDS}`]
  const maps = ['-map', '0', '-map', '1', '-map', '2']
  const video = await prepare('two.mp4', make('two.mp4', [...small, ...second, ...heard(), ...maps, ...h264]))
  expect([video.state, video.video_info.width, video.video_info.height]).toEqual([1, 256, 144])
  const { pictures, width } = await proxyOf(video)
  expect([pictures, width]).toEqual([100, 256])
  const segment = video.video_url_m3u8.replace(/index\.m3u8$/, 'part0000.ts')
  const shows = await Promise.all([video.video_cover, video.derived.strip, segment].map(colourOf))
  expect(shows).toEqual(['lime', 'lime', 'lime'])
})

test('more than three hours and pictures of 6,400 pixels squared are refused with the limit', async () => {
  make('minute.mp4', ['-f', 'lavfi', '-i', 'testsrc2=size=256x144:rate=1:duration=60', '-c:v', 'libx264'])
  const looped = ['-stream_loop', '199', '-i', join(folder, 'minute.mp4'), '-c', 'copy']
  const long = await prepare('long.mp4', make('long.mp4', looped))
  expect([long.state, long.fail_msg]).toEqual([2, 'The file must not be longer than 180 minutes'])
  const square = ['-f', 'lavfi', '-i', 'color=gray:size=6400x6400:rate=1:duration=1', '-pix_fmt', 'yuv420p']
  const large = await prepare('large.mkv', make('large.mkv', [...square, '-c:v', 'mjpeg']))
  expect([large.state, large.fail_msg]).toEqual([2, 'Video resolution too high: at most 40 megapixels'])
})

test.skipIf(!realData)('real videos of many kinds (needs CUELANE_TEST_DATA)', async () => {
  const names = [
    'de-speech-17s.webm',
    'earth-30s.avi',
    'pancake-10s.mkv',
    'vp9-noaudio-3s.webm',
    'hevc-1080p-10s.mp4',
    'rot90-51audio-2s.mp4',
  ]
  const videos = await Promise.all(
    names.map((name) => prepare(name, readFileSync(join(realData ?? '', 'video', name)))),
  )
  expect(videos.map(({ state, fail_msg }, at) => [names[at], state, fail_msg])).toEqual(
    names.map((name) => [name, 1, '']),
  )
  const turned = videos.at(-1)?.video_info
  expect([turned?.width, turned?.height]).toEqual([1080, 1920])
})
