/** Each kind of task on a clip, and what it made looked at: read, listened to, and compared cue by cue. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DataOf } from '#core/contract/index.ts'
import { align, likeness } from '#core/subtitle/text/align.ts'
import { type Cue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { fromWire } from '#core/subtitle/cue/wire.ts'
import { readSubtitleBytes } from '#core/subtitle/formats/file.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { fileTasks } from '#server/tasks/index.ts'
import { realData } from '#tests/support/real-files.ts'
import { finished, prepared, signUp, startServer, type TestServer, upload } from '#tests/support/server.ts'

const root = join(import.meta.dirname, '../..')
const LONGEST_MS = 400_000
/** How far a time may be off that was seen in the picture: three frames. */
const SEEN_MS = 121

let folder: string
let server: TestServer
let token: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cuelane-kinds-'))
  server = await startServer({}, { tasks: fileTasks })
  token = await signUp(server)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Runs `cuelane task`; what it wrote to standard error. */
function task(type: string, input: string, output: string, ...args: string[]): { status: number | null; said: string } {
  const command = [join(root, 'cli/cuelane.mjs'), 'task', type, input, '-o', output, ...args]
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  return { status, said: stderr }
}

const set = (...fields: string[]): string[] => fields.flatMap((field) => ['--set', field])

function probe(path: string, ...args: string[]): string[] {
  const { stdout } = spawnSync('ffprobe', ['-v', 'error', '-of', 'csv=p=0', ...args, path], { encoding: 'utf8' })
  return stdout.trim().split('\n').filter(Boolean)
}

const kindsOf = (path: string): string[] => probe(path, '-show_entries', 'stream=codec_type')
/** Pictures that are shown: an edit list may leave some out. */
const framesOf = (path: string): string[] =>
  probe(path, '-count_frames', '-select_streams', 'v:0', '-show_entries', 'stream=nb_read_frames')
const secondsOf = (path: string): number => Number(probe(path, '-show_entries', 'format=duration')[0])

/** MD5 of a file's sound as it is stored. */
function soundHash(path: string): string {
  const args = ['-v', 'error', '-i', path, '-map', '0:a:0', '-c', 'copy', '-f', 'md5', '-']
  return spawnSync('ffmpeg', args, { encoding: 'utf8' }).stdout
}

async function cuesOf(path: string): Promise<readonly Cue[]> {
  return (await readSubtitleBytes(readFileSync(path), sequentialIds('read-'))).cues
}

const inOneRow = ({ text }: Cue): string => text.replaceAll('\n', ' ')

interface Place {
  readonly folder_id: string
  readonly video_id: string
}

/** A checked video. */
async function add(path: string): Promise<Place> {
  const { folder_id } = await server.ok('addFolder', { folder_name: basename(path) }, token)
  const upload_id = await upload(server, token, basename(path), readFileSync(path))
  const { video_id } = await server.ok('addVideo', { upload_id, folder_id }, token)
  expect((await prepared(server, token, video_id)).fail_msg).toBe('')
  return { folder_id, video_id }
}

async function addLines(place: Place, path: string, language: 'en' | 'es'): Promise<string> {
  const content = readFileSync(path, 'utf8')
  return (await server.ok('addVersion', { ...place, name: language, language, content }, token)).file_id
}

const key = (): { idempotency_key: string } => ({ idempotency_key: crypto.randomUUID() })

/** The finished task. */
async function done(started: Promise<{ task_id: string }>): Promise<DataOf<'getTask'>> {
  const task = await finished(server, token, (await started).task_id)
  expect([task.state, task.fail_msg]).toEqual([1, ''])
  return task
}

/** The file that a task made, under another name. */
async function fileOf(name: string, started: Promise<{ task_id: string }>): Promise<string> {
  const { task_id } = await done(started)
  const { db, blobs, workDir } = server.services.deps
  const row = await db.selectFrom('task').select('result_blob').where('id', '=', task_id).executeTakeFirstOrThrow()
  const path = join(folder, name)
  copyFileSync(await blobs.localPath(row.result_blob ?? '', workDir), path)
  return path
}

/** Lines of a video, as another task reads them in picture or speech. */
async function extracted(video: string, mode: 'text' | 'audio'): Promise<readonly Cue[]> {
  const { video_id } = await add(video)
  const run = { video_id, source_language: 'en', subtitle_extract_mode: mode, ...key() } as const
  const { source_subtitle_txt } = await done(server.ok('runExtract', run, token))
  return readSrt(source_subtitle_txt, sequentialIds('extracted-')).cues
}

/** What the speech of a video says, in lower case. */
async function heardIn(video: string): Promise<string[]> {
  return (await extracted(video, 'audio')).flatMap((cue) => wordsOf(inOneRow(cue)))
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? []

/** The share of words that were heard in their order. */
function heardShare(said: readonly string[], heard: readonly string[]): number {
  const pairs = align(said, heard, (a, b) => (a === b ? 0 : 2 - likeness(a, b)))
  return pairs.filter(({ a, b }) => a !== undefined && b !== undefined && said[a] === heard[b]).length / said.length
}

/** Letters of a line that recognition may take for others, beside those that it says itself it doubts. */
const ALIKE = 0.9

/** The lines stand in the picture when and as they should. */
function expectSeen(seen: readonly Cue[], wanted: readonly Cue[]): void {
  expect(seen).toHaveLength(wanted.length)
  for (const [at, cue] of wanted.entries()) {
    const read = inOneRow(seen[at] ?? cue)
    expect(likeness(read, inOneRow(cue)), `${read} | ${inOneRow(cue)}`).toBeGreaterThan(ALIKE)
  }
  for (const [at, { start, end }] of wanted.entries()) {
    expect(Math.abs((seen[at]?.start ?? -1e6) - start)).toBeLessThan(SEEN_MS)
    expect(Math.abs((seen[at]?.end ?? -1e6) - end)).toBeLessThan(SEEN_MS)
  }
}

/** What recognition reads in the lower third of a picture of the sample's size. */
async function readAt(video: string, seconds: number): Promise<string> {
  const raw = ['-frames:v', '1', '-vf', 'crop=640:120:0:240', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const { stdout: data } = spawnSync('ffmpeg', ['-v', 'error', '-ss', String(seconds), '-i', video, ...raw])
  const picture = { width: 640, height: 120, channels: 3, data } as const
  const engine = server.services.deps.engines.need('ocr', { language: 'en' })
  const how = { language: 'en', layout: 'block', signal: AbortSignal.timeout(60_000) } as const
  const [lines = []] = await engine.recognise([picture], how)
  return lines.map(({ text }) => text).join(' ')
}

const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

const SECONDS = 5
/** Generated speech with its own lines. */
const sample = { name: 'the sample', path: join(root, 'assets/sample/harbour.mp4'), encode: ['-c', 'copy'] }
/** People recorded outdoors, of the sample's size. */
const clip = {
  name: 'a film of a man outdoors',
  path: join(realData ?? '', 'video/outdoor-man-14s.mp4'),
  encode: ['-vf', 'scale=640:-2', '-c:v', 'libx264', '-preset', 'veryfast', '-c:a', 'copy'],
}

const lines = `1
00:00:00,600 --> 00:00:02,200
Good morning and welcome.

2
00:00:02,300 --> 00:00:04,900
My father was seven
when he came to the city.
`

interface Clip {
  readonly clip: string
  readonly subtitles: string
  readonly cues: readonly Cue[]
}

/** The beginning of a video, and lines for it. */
async function clipOf({ path, encode }: typeof sample): Promise<Clip> {
  const clip = join(folder, 'clip.mp4')
  const cut = ['-v', 'error', '-nostdin', '-y', '-t', String(SECONDS), '-i', path, ...encode, clip]
  expect(spawnSync('ffmpeg', cut).status).toBe(0)
  const subtitles = join(folder, 'clip.srt')
  writeFileSync(subtitles, lines)
  return { clip, subtitles, cues: await cuesOf(subtitles) }
}

// On the one clip that is harder.
test.each([realData ? clip : sample])(
  'with $name: video_synthesis burns lines in, video_extract reads them, video_erase takes them out again',
  async (source) => {
    const { clip, subtitles, cues } = await clipOf(source)
    const place = await add(clip)
    const file_id = await addLines(place, subtitles, 'en')
    const burned = await fileOf('burned.mp4', server.ok('runSynthesis', { ...place, file_id, ...key() }, token))
    expect([kindsOf(burned), framesOf(burned)]).toEqual([['video', 'audio'], framesOf(clip)])
    expect(Math.abs(secondsOf(burned) - secondsOf(clip))).toBeLessThan(0.1)
    expectSeen(await extracted(burned, 'text'), cues)

    const { video_id } = await add(burned)
    const erased = await fileOf('erased.mp4', server.ok('runErase', { video_id, ...key() }, token))
    expect([kindsOf(erased), framesOf(erased)]).toEqual([['video', 'audio'], framesOf(burned)])
    expect(soundHash(erased)).toBe(soundHash(burned))
    const read = { ...(await add(erased)), source_language: 'en', subtitle_extract_mode: 'text', ...key() } as const
    const { task_id } = await server.ok('runExtract', read, token)
    const none = await finished(server, token, task_id)
    expect([none.state, none.fail_msg]).toEqual([2, expect.stringContaining('No text')])
  },
  LONGEST_MS,
)

describe('with the sample', () => {
  let clip: string
  let subtitles: string
  let cues: readonly Cue[]
  let place: Place
  let file_id: string
  beforeAll(async () => {
    ;({ clip, subtitles, cues } = await clipOf(sample))
    place = await add(clip)
    file_id = await addLines(place, subtitles, 'en')
  })

  test(
    'video_synthesis adds lines as a track whose times are exact',
    async () => {
      const run = { ...place, file_id, synthesis_type: 'soft', ...key() } as const
      const soft = await fileOf('soft.mp4', server.ok('runSynthesis', run, token))
      expect(kindsOf(soft)).toEqual(['video', 'audio', 'subtitle'])
      const taken = join(folder, 'taken.srt')
      spawnSync('ffmpeg', ['-v', 'error', '-y', '-i', soft, '-map', '0:s:0', taken])
      const facts = ({ start, end, text }: Cue) => ({ start, end, text })
      expect((await cuesOf(taken)).map(facts)).toEqual(cues.map(facts))
    },
    LONGEST_MS,
  )

  test(
    'subtitle_translate keeps every time, and video_translate by its command shows what it says',
    async () => {
      const pair = { file_id, source_language: 'en', to_language: 'es', ...key() } as const
      const translated = await done(server.ok('runTranslate', pair, token))
      const version = await server.ok('getVersion', { file_id: translated.file_id }, token)
      const wanted = fromWire(version.subtitle_txt) ?? []
      expect(wanted.map(({ start, end }) => [start, end])).toEqual(cues.map(({ start, end }) => [start, end]))
      expect(wanted.every(({ text }, at) => text !== '' && text !== cues[at]?.text)).toBe(true)
      const shown = join(folder, 'translated.mp4')
      const linesOut = join(folder, 'shown.srt')
      const fields = set('to_language=es')
      const made = task('video_translate', clip, shown, '--subtitles', subtitles, '--lines-out', linesOut, ...fields)
      expect(made).toEqual({ status: 0, said: '' })
      expect([kindsOf(shown), framesOf(shown)]).toEqual([['video', 'audio'], framesOf(clip)])
      expect((await cuesOf(linesOut)).map(({ text }) => text)).toEqual(wanted.map(({ text }) => text))
      for (const { start, end, text } of wanted) {
        const read = await readAt(shown, (start + end) / 2000)
        expect(likeness(withoutAccents(read), withoutAccents(text)), `${read} | ${text}`).toBeGreaterThan(ALIKE)
      }
    },
    LONGEST_MS,
  )

  test(
    'video_dubbing_only speaks lines that are heard, and video_dubbing those that it translates',
    async () => {
      const voice = { keep_background: false, voice: 'flite/rms' }
      const only = { ...place, file_id, ...voice, ...key() }
      const dubbed = await fileOf('dubbed.mp4', server.ok('runDubbingOnly', only, token))
      expect([kindsOf(dubbed), framesOf(dubbed)]).toEqual([['video', 'audio'], framesOf(clip)])
      expect(Math.abs(secondsOf(dubbed) - secondsOf(clip))).toBeLessThan(0.1)
      const said = cues.flatMap((cue) => wordsOf(inOneRow(cue)))
      expect(heardShare(said, await heardIn(dubbed))).toBeGreaterThan(0.6)

      const spanish = await addLines(place, join(folder, 'shown.srt'), 'es')
      const both = { ...place, file_id: spanish, source_language: 'es', to_language: 'en', ...voice, ...key() } as const
      const started = server.ok('runDubbing', both, token)
      const dubbing = await fileOf('dubbing.mp4', started)
      expect(kindsOf(dubbing)).toEqual(['video', 'audio'])
      const { file_id: english } = await server.ok('getTask', { task_id: (await started).task_id }, token)
      const { subtitle_txt } = await server.ok('getVersion', { file_id: english }, token)
      const spoken = (fromWire(subtitle_txt) ?? []).flatMap((cue) => wordsOf(inOneRow(cue)))
      expect(spoken.length).toBeGreaterThan(8)
      expect(heardShare(spoken, await heardIn(dubbing))).toBeGreaterThan(0.5)
    },
    LONGEST_MS,
  )
})
