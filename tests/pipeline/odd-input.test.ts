/** What tasks make of videos that are not as they should be: a right result, or a message and the credits back. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileTasks } from '#server/tasks/index.ts'
import { childrenOf } from '#tests/support/process.ts'
import { finished, prepared, signUp, startServer, type TestServer, until, upload } from '#tests/support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'cuelane-odd-'))
let server: TestServer
let token: string
let folder_id: string
beforeAll(async () => {
  server = await startServer({}, { tasks: fileTasks })
  token = await signUp(server)
  folder_id = (await server.ok('addFolder', { folder_name: 'odd' }, token)).folder_id
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const SECONDS = 2
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10', '-pix_fmt', 'yuv420p']
/** Moving pictures, with a plain ground where a part is erased: letters there would be read, which is not of interest. */
const ground = 'drawbox=y=0.6*ih:h=0.4*ih:color=gray:t=fill'
const pictures = (size: string, rate = 10): string[] => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=${SECONDS},${ground}`],
]
const sound = (graph: string): string[] => ['-f', 'lavfi', '-t', `${SECONDS}`, '-i', graph, '-c:a', 'aac']
/** Three notes that swell and fade by turns. */
const chord = [220, 277, 330].map((hz, at) => `0.2*sin(${hz}*2*PI*t)*abs(sin(${at + 1}*t))`).join('+')
const music = sound(`aevalsrc='${chord}':s=44100`)

function make(name: string, ...args: string[]): string {
  const path = join(folder, name)
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', '-nostdin', ...args, path])
  if (status !== 0) throw new Error(stderr.toString())
  return path
}

/** A file with some of its middle overwritten. */
function damaged(path: string): Buffer {
  const bytes = readFileSync(path)
  for (let at = Math.floor(bytes.length * 0.5); at < bytes.length * 0.55; at++) bytes[at] = (at * 7919) % 251
  return bytes
}

const content = `1
00:00:00,300 --> 00:00:01,000
Good day.

2
00:00:01,100 --> 00:00:01,900
It is red.
`

interface Place {
  readonly video_id: string
  readonly file_id: string
}

/** A checked video with a version of two lines. */
async function add(name: string, bytes: Buffer): Promise<Place> {
  const upload_id = await upload(server, token, name, bytes)
  const { video_id } = await server.ok('addVideo', { upload_id, folder_id }, token)
  expect([name, (await prepared(server, token, video_id)).fail_msg]).toEqual([name, ''])
  const version = { folder_id, video_id, name: 'lines', language: 'en', content } as const
  return { video_id, file_id: (await server.ok('addVersion', version, token)).file_id }
}

const credits = async (): Promise<number> => (await server.ok('getInfo', {}, token)).credits

/** The result's file. */
async function resultOf(started: Promise<{ task_id: string }>): Promise<string> {
  const { task_id } = await started
  const task = await finished(server, token, task_id)
  expect([task.state, task.fail_msg]).toEqual([1, ''])
  const { deps } = server.services
  const row = await deps.db.selectFrom('task').select('result_blob').where('id', '=', task_id).executeTakeFirstOrThrow()
  return deps.blobs.localPath(row.result_blob ?? '', deps.workDir)
}

interface Facts {
  readonly kinds: string[]
  readonly width: number
  readonly height: number
  readonly pictures: number
  readonly seconds: number
}

interface Stream {
  readonly codec_type: string
  readonly width: number
  readonly height: number
  readonly nb_read_frames: string
  readonly side_data_list?: readonly { rotation?: number }[]
}

/** As players show it: turned upright, without pictures that its edit list leaves out. */
function factsOf(path: string): Facts {
  const entries = 'format=duration:stream=codec_type,width,height,nb_read_frames:stream_side_data=rotation'
  const args = ['-v', 'quiet', '-count_frames', '-show_entries', entries, '-of', 'json', path]
  const { streams, format } = JSON.parse(spawnSync('ffprobe', args).stdout.toString()) as {
    streams: readonly [Stream, ...Stream[]]
    format: { duration: string }
  }
  const picture = streams.find(({ codec_type }) => codec_type === 'video') ?? streams[0]
  const isTurned = Math.abs(picture.side_data_list?.[0]?.rotation ?? 0) === 90
  const [width, height] = isTurned ? [picture.height, picture.width] : [picture.width, picture.height]
  return {
    ...{ kinds: streams.map(({ codec_type }) => codec_type), width, height },
    ...{ pictures: Number(picture.nb_read_frames), seconds: Number(format.duration) },
  }
}

/** A small copy of something else comes first. */
const twoPictures = [
  ...['-f', 'lavfi', '-i', `color=red:size=160x90:rate=10:duration=${SECONDS}`],
  ...[...pictures('256x144'), ...music, '-map', '0', '-map', '1', '-map', '2', ...h264, '-shortest'],
]

const upright = (name: string): string => make(name, ...pictures('256x144'), ...music, ...h264, '-shortest')

function turned(): string {
  const source = upright('upright.mp4')
  const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-tag:v', 'hvc1']
  const thin = ['-vf', String.raw`select=not(mod(n\,3))+lt(t\,1)`, '-fps_mode', 'vfr']
  const variable = make('variable.mp4', '-i', source, ...thin, ...hevc, '-c:a', 'copy')
  return make('turned.mp4', '-i', variable, '-c', 'copy', '-metadata:s:v:0', 'rotate=90')
}

const videos = {
  'without sound': () => readFileSync(make('mute.mp4', ...pictures('256x144'), ...h264)),
  'with silence': () =>
    readFileSync(make('quiet.mp4', ...pictures('256x144'), ...sound('anullsrc'), ...h264, '-shortest')),
  'with odd sides and music alone': () =>
    readFileSync(make('odd.mp4', ...pictures('257x145'), ...music, ...h264, '-pix_fmt', 'yuv444p', '-shortest')),
  'in HEVC of a variable rate, turned': () => readFileSync(turned()),
  'damaged in the middle': () => damaged(upright('whole.mp4')),
  'whose second picture is the larger': () => readFileSync(make('two.mp4', ...twoPictures)),
  '16,000 pixels wide': () => readFileSync(make('wide.mp4', ...pictures('16000x160', 2), ...h264)),
} as const
type VideoName = keyof typeof videos
const places = new Map<VideoName, Promise<Place>>()

/** Each is added once. */
function placeOf(name: VideoName): Promise<Place> {
  const place = places.get(name) ?? add(`${name}.mp4`, videos[name]())
  places.set(name, place)
  return place
}

test.each(Object.keys(videos) as VideoName[])(
  'a video %s is dubbed, gets subtitles and loses a part of its picture; nothing of its length is lost',
  async (name) => {
    const place = await placeOf(name)
    const { video_info } = await server.ok('getVideo', { file_id: place.video_id }, token)
    const [{ width, height }, length] = [video_info, video_info.duration_ms / 1000]
    const key = (kind: string): { idempotency_key: string } => ({ idempotency_key: `odd-${kind}-${name}` })
    const part = { x: 0.25, y: 0.7, width: 0.5, height: 0.2 }
    const mark = { erase_region_type: 'manual' as const, erase_region: part }
    const voice = { source_language: 'en', voice: 'espeak-ng/clara' } as const
    const { video_id } = place
    const files = await Promise.all([
      resultOf(server.ok('runSynthesis', { ...place, ...key('burn') }, token)),
      resultOf(server.ok('runSynthesis', { ...place, synthesis_type: 'soft', ...key('soft') }, token)),
      resultOf(server.ok('runDubbingOnly', { ...place, ...voice, ...key('dub') }, token)),
      resultOf(server.ok('runErase', { video_id, ...mark, ...key('erase') }, token)),
    ])
    const [burned, track, dubbed, erased] = files.map(factsOf) as [Facts, Facts, Facts, Facts]
    const even = (side: number): number => side - (side % 2)
    expect([burned.width, burned.height]).toEqual([even(width), even(height)])
    expect([track.kinds.at(-1), track.width, track.height]).toEqual(['subtitle', width, height])
    expect([dubbed.width, dubbed.height]).toEqual([width, height])
    expect(dubbed.kinds.slice(0, 2)).toEqual(['video', 'audio'])
    expect(erased.pictures).toBe(burned.pictures)
    for (const { seconds } of [burned, dubbed, erased]) expect(Math.abs(seconds - length)).toBeLessThan(0.15)
  },
  60_000,
)

describe('speech and text are asked for', () => {
  test.each([
    ['without sound', 'audio', /speech|sound|audio/i],
    ['with silence', 'audio', /speech/i],
    ['with odd sides and music alone', 'audio', /speech/i],
    ['16,000 pixels wide', 'audio', /speech|sound|audio/i],
  ] as const)(
    'of a video %s by its %s: nothing is charged, and it is said',
    async (name, mode, wanted) => {
      const { video_id } = await placeOf(name)
      const had = await credits()
      const run = { video_id, source_language: 'en', subtitle_extract_mode: mode } as const
      const answer = await server.call('runExtract', { ...run, idempotency_key: `${mode} ${name}` }, token)
      const said = answer.code === 0 ? (await finished(server, token, answer.data.task_id)).fail_msg : answer.message
      expect(said).toMatch(wanted)
      expect(await credits()).toBe(had)
    },
    60_000,
  )
})

test('a video that is deleted while it is erased ends the task inside, and the credits come back', async () => {
  const long = ['-f', 'lavfi', '-i', 'gradients=size=320x180:rate=25:duration=5']
  const { video_id } = await add('long.mp4', readFileSync(make('long.mp4', ...long, ...h264)))
  const had = await credits()
  const part = { x: 0, y: 0, width: 1, height: 1 }
  const mark = { erase_region_type: 'manual' as const, erase_region: part, erase_type: 'advanced' as const }
  const { task_id } = await server.ok('runErase', { video_id, ...mark, idempotency_key: 'erase-and-delete' }, token)
  await until(async () => childrenOf('erase.child.ts').length > 0, 60)
  await server.services.deps.db.deleteFrom('video').where('id', '=', video_id).execute()
  await until(async () => childrenOf('erase.child.ts').length === 0, 30)
  const task = await finished(server, token, task_id)
  expect([task.state, task.fail_msg]).toEqual([
    2,
    'The file was deleted before the task could finish. Your credits were returned',
  ])
  expect(await credits()).toBe(had)
}, 120_000)
