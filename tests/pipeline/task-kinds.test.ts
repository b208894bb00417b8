/** Each kind of task by its command on a clip, and what it made looked at: read, listened to, and compared cue by cue. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { align, likeness } from '#core/subtitle/text/align.ts'
import { type Cue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitleBytes } from '#core/subtitle/formats/file.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { fileTasks } from '#server/tasks/index.ts'
import { realData } from '#tests/support/real-files.ts'
import { finished, signUp, startServer, type TestServer, until, upload } from '#tests/support/server.ts'

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

/** What a picture says, as another task reads it. */
async function readBack(video: string, language: string): Promise<readonly Cue[]> {
  const output = join(folder, 'seen.srt')
  const read = task('video_extract', video, output, '--language', language, ...set('subtitle_extract_mode=text'))
  expect([read.status, read.said.replaceAll(/^seen\.srt \S+ doubtful .*\n/gm, '')]).toEqual([0, ''])
  return cuesOf(output)
}

/** Lines of a video by the same task on a running server: each command starts the product. */
async function extracted(video: string, source_language: 'en' | 'es', mode: 'text' | 'audio'): Promise<readonly Cue[]> {
  const { folder_id } = await server.ok('addFolder', { folder_name: basename(video) }, token)
  const upload_id = await upload(server, token, basename(video), readFileSync(video))
  const { video_id } = await server.ok('addVideo', { upload_id, folder_id }, token)
  await until(async () => (await server.ok('getVideo', { file_id: video_id }, token)).state === 1)
  const fields = { source_language, subtitle_extract_mode: mode, idempotency_key: `extract-${video_id}` }
  const { task_id } = await server.ok('runExtract', { video_id, ...fields }, token)
  const { state, fail_msg, source_subtitle_txt } = await finished(server, token, task_id)
  expect([state, fail_msg]).toEqual([1, ''])
  return readSrt(source_subtitle_txt, sequentialIds('extracted-')).cues
}

/** What the speech of a video says, in lower case. */
async function heardIn(video: string): Promise<string[]> {
  return (await extracted(video, 'en', 'audio')).flatMap((cue) => wordsOf(inOneRow(cue)))
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

const SECONDS = 7
/** Generated speech with its own lines. */
const sample = { name: 'the sample', path: join(root, 'assets/sample/harbour.mp4'), encode: ['-c', 'copy'] }
/** People recorded outdoors, of the sample's size. */
const clip = {
  name: 'a film of a man outdoors',
  path: join(realData ?? '', 'video/outdoor-man-14s.mp4'),
  encode: ['-vf', 'scale=640:-2', '-c:v', 'libx264', '-preset', 'veryfast', '-c:a', 'copy'],
}

const lines = `1
00:00:01,000 --> 00:00:03,500
Good morning and welcome.

2
00:00:03,700 --> 00:00:06,800
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

// Each command starts the product: on the one clip that is harder.
test.each([realData ? clip : sample])(
  'with $name: video_synthesis burns lines in, video_extract reads them, video_erase takes them out again',
  async (source) => {
    const { clip, subtitles, cues } = await clipOf(source)
    const burned = join(folder, 'burned.mp4')
    expect(task('video_synthesis', clip, burned, '--subtitles', subtitles)).toEqual({ status: 0, said: '' })
    expect([kindsOf(burned), framesOf(burned)]).toEqual([['video', 'audio'], framesOf(clip)])
    expect(Math.abs(secondsOf(burned) - secondsOf(clip))).toBeLessThan(0.1)
    expectSeen(await readBack(burned, 'en'), cues)

    const erased = join(folder, 'erased.mp4')
    expect(task('video_erase', burned, erased)).toEqual({ status: 0, said: '' })
    expect([kindsOf(erased), framesOf(erased)]).toEqual([['video', 'audio'], framesOf(burned)])
    expect(soundHash(erased)).toBe(soundHash(burned))
    const none = task('video_extract', erased, join(folder, 'none.srt'), ...set('subtitle_extract_mode=text'))
    expect([none.status, none.said]).toEqual([1, expect.stringContaining('No text')])
    expect(existsSync(join(folder, 'none.srt'))).toBe(false)
  },
  LONGEST_MS,
)

describe('with the sample', () => {
  let clip: string
  let subtitles: string
  let cues: readonly Cue[]
  beforeAll(async () => {
    ;({ clip, subtitles, cues } = await clipOf(sample))
  })

  test(
    'video_synthesis adds lines as a track whose times are exact',
    async () => {
      const soft = join(folder, 'soft.mp4')
      const made = task('video_synthesis', clip, soft, '--subtitles', subtitles, ...set('synthesis_type=soft'))
      expect(made).toEqual({ status: 0, said: '' })
      expect(kindsOf(soft)).toEqual(['video', 'audio', 'subtitle'])
      const taken = join(folder, 'taken.srt')
      spawnSync('ffmpeg', ['-v', 'error', '-y', '-i', soft, '-map', '0:s:0', taken])
      const facts = ({ start, end, text }: Cue) => ({ start, end, text })
      expect((await cuesOf(taken)).map(facts)).toEqual(cues.map(facts))
    },
    LONGEST_MS,
  )

  test(
    'subtitle_translate keeps every time, and video_translate shows what it says',
    async () => {
      const spanish = join(folder, 'clip.es.srt')
      const translated = task('subtitle_translate', subtitles, spanish, ...set('to_language=es'))
      expect(translated).toEqual({ status: 0, said: '' })
      const wanted = await cuesOf(spanish)
      expect(wanted.map(({ start, end }) => [start, end])).toEqual(cues.map(({ start, end }) => [start, end]))
      expect(wanted.every(({ text }, at) => text !== '' && text !== cues[at]?.text)).toBe(true)
      const shown = join(folder, 'translated.mp4')
      const linesOut = join(folder, 'shown.srt')
      const fields = set('to_language=es')
      const made = task('video_translate', clip, shown, '--subtitles', subtitles, '--lines-out', linesOut, ...fields)
      expect(made).toEqual({ status: 0, said: '' })
      expect([kindsOf(shown), framesOf(shown)]).toEqual([['video', 'audio'], framesOf(clip)])
      expect((await cuesOf(linesOut)).map(({ text }) => text)).toEqual(wanted.map(({ text }) => text))
      expectSeen(await extracted(shown, 'es', 'text'), wanted)
    },
    LONGEST_MS,
  )

  test(
    'video_dubbing_only speaks lines that are heard, and video_dubbing those that it translates',
    async () => {
      const voice = ['keep_background=false', 'voice=flite/rms']
      const dubbed = join(folder, 'dubbed.mp4')
      const made = task('video_dubbing_only', clip, dubbed, '--subtitles', subtitles, ...set(...voice))
      expect(made).toEqual({ status: 0, said: '' })
      expect([kindsOf(dubbed), framesOf(dubbed)]).toEqual([['video', 'audio'], framesOf(clip)])
      expect(Math.abs(secondsOf(dubbed) - secondsOf(clip))).toBeLessThan(0.1)
      const said = cues.flatMap((cue) => wordsOf(inOneRow(cue)))
      expect(heardShare(said, await heardIn(dubbed))).toBeGreaterThan(0.6)

      const spanish = join(folder, 'to-dub.es.srt')
      copyFileSync(join(folder, 'clip.es.srt'), spanish)
      const both = join(folder, 'dubbing.mp4')
      const linesOut = join(folder, 'dubbing.vtt')
      const args = ['--subtitles', spanish, '--language', 'es', '--lines-out', linesOut]
      const again = task('video_dubbing', clip, both, ...args, ...set(...voice, 'to_language=en'))
      expect(again.status).toBe(0)
      expect(kindsOf(both)).toEqual(['video', 'audio'])
      expect(readFileSync(linesOut, 'utf8')).toMatch(/^WEBVTT/)
      const spoken = (await cuesOf(linesOut)).flatMap((cue) => wordsOf(inOneRow(cue)))
      expect(heardShare(spoken, await heardIn(both))).toBeGreaterThan(0.5)
    },
    LONGEST_MS,
  )
})
