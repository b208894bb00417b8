import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planBurn } from '#core/media/plans/burn.ts'
import { writeBurnAss } from '#core/subtitle/burn/burn.ts'
import { usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { burnFontsFolder } from '#server/engines/burn-fonts.ts'
import { fileTasks } from '#server/tasks/index.ts'
import { childrenOf } from '#tests/support/process.ts'
import { finished, prepared, signUp, startServer, type TestServer, until, upload } from '#tests/support/server.ts'

const sample = join(import.meta.dirname, '../../assets/sample/harbour.mp4')
let folder: string
let server: TestServer
let token: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cuelane-erase-'))
  await makeClips()
  server = await startServer({}, { tasks: fileTasks })
  token = await signUp(server)
}, 240_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const ffmpeg = (...args: string[]): void => {
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { cwd: folder })
}
const said = (program: string, ...args: string[]): string =>
  execFileSync(program, ['-v', 'error', ...args], { encoding: 'utf8', cwd: folder })

/** Some seconds of the sample in which frames are missing, with sound, without and with a line in the picture. */
async function makeClips(): Promise<void> {
  const uneven = String.raw`scale=640:-2,select=not(eq(mod(n\,7)\,3))`
  const exact = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-fps_mode', 'passthrough']
  const chapter = '[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=2000\ntitle=First'
  writeFileSync(join(folder, 'facts.txt'), `;FFMETADATA1\ntitle=The harbour\n${chapter}\n`)
  const facts = ['-i', 'facts.txt', '-map', '0', '-map_metadata', '1', '-map_chapters', '1']
  ffmpeg('-ss', '2', '-t', '4.4', '-i', sample, ...facts, '-vf', uneven, ...exact, '-c:a', 'aac', 'clean.mp4')
  const cue = makeCue('1', 1000, 3200, 'Every morning the boats come in')
  const look = { width: 640, height: 360, style: usualBurnStyle, language: 'en' }
  writeFileSync(join(folder, 'cues.ass'), writeBurnAss([cue], look))
  const fontsFolder = await burnFontsFolder(folder)
  const streams = [
    { kind: 'video', codec: 'h264' },
    { kind: 'audio', codec: 'aac' },
  ]
  ffmpeg(...planBurn({ source: 'clean.mp4', output: 'burned.mp4', ass: 'cues.ass', fontsFolder, streams }))
}

async function add(name: string): Promise<{ folder_id: string; video_id: string }> {
  const { folder_id } = await server.ok('addFolder', { folder_name: name }, token)
  const upload_id = await upload(server, token, name, readFileSync(join(folder, name)))
  const { video_id } = await server.ok('addVideo', { upload_id, folder_id }, token)
  await prepared(server, token, video_id)
  return { folder_id, video_id }
}

const creditsNow = async (): Promise<number> => (await server.ok('getInfo', {}, token)).credits

/** Title and chapters. */
function factsOf(name: string): string[] {
  const { format, chapters } = JSON.parse(said('ffprobe', '-show_chapters', '-show_format', '-of', 'json', name)) as {
    format: { tags: { title: string } }
    chapters: { tags: { title: string } }[]
  }
  return [format, ...chapters].map(({ tags }) => tags.title)
}

async function resultOf(task_id: string, name: string): Promise<void> {
  const { deps } = server.services
  const row = await deps.db.selectFrom('task').select('result_blob').where('id', '=', task_id).executeTakeFirstOrThrow()
  writeFileSync(join(folder, name), readFileSync(await deps.blobs.localPath(row.result_blob!, deps.workDir)))
}

/** Signal over noise of the line's place, of luma in decibels, while it stands. */
function psnr(name: string, { top = 302, height = 40, end = 3.1 } = {}): number {
  const place = `crop=480:${height}:80:${top}:exact=1,select=between(t\\,1.05\\,${end})`
  const graph = `[0:v]${place}[a];[1:v]${place}[b];[a][b]psnr`
  const args = ['-hide_banner', '-i', name, '-i', 'clean.mp4', '-lavfi', graph, '-f', 'null', '-']
  return Number(/PSNR y:([\d.]+)/.exec(spawnSync('ffmpeg', args, { cwd: folder, encoding: 'utf8' }).stderr)?.[1])
}

/** Texts that recognition finds at the line's place in a frame. */
async function textAt(name: string, seconds: number): Promise<number> {
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const args = [
    '-v',
    'error',
    '-ss',
    String(seconds),
    '-i',
    name,
    '-frames:v',
    '1',
    '-vf',
    'crop=640:120:0:240',
    ...raw,
  ]
  const data = execFileSync('ffmpeg', args, { cwd: folder })
  const { engines } = server.services.deps
  const picture = { width: 640, height: 120, channels: 3 as const, data }
  const { signal } = new AbortController()
  const [found] = await engines.need('ocr', { language: 'en' }).detect([picture], { signal })
  return found!.length
}

test('text goes, and pictures, their times and the sound stay, though the eraser is killed; it is paid once', async () => {
  const video = await add('burned.mp4')
  const had = await creditsNow()
  const run = { video_id: video.video_id, idempotency_key: 'erase-the-text-1' }
  const { task_id, credits } = await server.ok('runErase', run, token)
  expect(credits).toBe(2)
  await until(async () => childrenOf('erase.child.ts').length > 0)
  process.kill(childrenOf('erase.child.ts')[0]!, 'SIGKILL')
  const done = await finished(server, token, task_id)
  expect(done).toMatchObject({ state: 1, fail_msg: '' })
  expect(await creditsNow()).toBe(had - credits)
  await resultOf(task_id, 'erased.mp4')
  const times = (name: string): number[] =>
    said('ffprobe', '-select_streams', 'v', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', name)
      .trim()
      .split('\n')
      .map(Number)
      .sort((a, b) => a - b)
  const [before, after] = [times('burned.mp4'), times('erased.mp4')]
  expect(after).toHaveLength(before.length)
  for (const [at, time] of after.entries()) expect(Math.abs(time - before[at]!)).toBeLessThan(0.001)
  const sound = (name: string): string =>
    said('ffmpeg', '-i', name, '-map', '0:a', '-c', 'copy', '-f', 'framehash', '-')
  expect(sound('erased.mp4')).toBe(sound('burned.mp4'))
  expect(factsOf('erased.mp4')).toEqual(['The harbour', 'First'])
  expect(await textAt('burned.mp4', 2)).toBeGreaterThan(0)
  for (const seconds of [1, 2, 3.1]) expect(await textAt('erased.mp4', seconds)).toBe(0)
  ffmpeg(
    '-i',
    'burned.mp4',
    '-vf',
    "delogo=x=80:y=302:w=480:h=40:enable='between(t,1,3.2)'",
    '-crf',
    '17',
    'delogo.mp4',
  )
  expect(psnr('erased.mp4')).toBeGreaterThan(psnr('delogo.mp4') + 3)
}, 240_000)

test('two versions go into one video, as tracks or in the picture; what the video says of itself stays', async () => {
  const place = await add('clean.mp4')
  const version = (language: 'en' | 'ar', text: string) => {
    const content = `1\n00:00:01,000 --> 00:00:02,500\n${text}\n`
    return server.ok('addVersion', { ...place, name: language, language, content }, token)
  }
  const [first, second] = [await version('en', 'Good morning'), await version('ar', 'صباح الخير')]
  const both = { video_id: place.video_id, file_id: first.file_id, second_file_id: second.file_id }
  const same = { ...both, second_file_id: first.file_id, idempotency_key: 'synthesis-same' }
  expect((await server.call('runSynthesis', same, token)).message).toContain('another version')
  const soft = { ...both, synthesis_type: 'soft' as const, idempotency_key: 'synthesis-soft' }
  const burn = { ...both, second_place: 'above' as const, idempotency_key: 'synthesis-burn' }
  for (const [run, name] of [
    [soft, 'soft.mp4'],
    [burn, 'both.mp4'],
  ] as const) {
    const { task_id } = await server.ok('runSynthesis', run, token)
    expect(await finished(server, token, task_id)).toMatchObject({ state: 1, fail_msg: '' })
    await resultOf(task_id, name)
    expect(factsOf(name)).toEqual(['The harbour', 'First'])
  }
  const tracks = ['-select_streams', 's', '-show_entries', 'stream_tags=language', '-of', 'csv=p=0']
  expect(
    said('ffprobe', ...tracks, 'soft.mp4')
      .trim()
      .split('\n'),
  ).toEqual(['eng', 'ara'])
  expect(said('ffmpeg', '-i', 'soft.mp4', '-map', '0:s:1', '-f', 'srt', '-')).toContain('00:00:01,000 --> 00:00:02,500')
  // Both lines are in the picture: the first one below, the other above it, and nothing over them.
  expect(await textAt('both.mp4', 2)).toBeGreaterThan(0)
  const [over, above, below] = [250, 296, 320].map((top) => psnr('both.mp4', { top, height: 24, end: 2.4 }))
  expect(over).toBeGreaterThan(above! + 10)
  expect(over).toBeGreaterThan(below! + 10)
}, 240_000)

/** A line that comes and goes, over a sign that stays. */
async function makeSign(): Promise<void> {
  const letters = (text: string, at: string, when: string): string =>
    `drawtext=text='${text}':fontsize=26:fontcolor=white:borderw=2:${at}:enable='${when}'`
  const board = 'drawbox=x=30:y=250:w=170:h=44:color=0x205030:t=fill'
  const sign = letters('HARBOUR 17', 'x=40:y=262', 'gte(t,0)')
  const line = letters('Nobody told us', 'x=(w-text_w)/2:y=320', 'between(t,0.6,2.2)')
  const exact = ['-an', '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0']
  ffmpeg('-t', '2.8', '-i', 'clean.mp4', '-vf', `${board},${sign}`, ...exact, 'sign-alone.mp4')
  ffmpeg('-i', 'sign-alone.mp4', '-vf', line, ...exact, 'sign.mp4')
}

/** Signal over noise of luma of a part of two clips, in decibels. */
function likeness(name: string, other: string, place: string): number {
  const graph = `[0:v]crop=${place}[a];[1:v]crop=${place}[b];[a][b]psnr`
  const args = ['-hide_banner', '-i', name, '-i', other, '-lavfi', graph, '-f', 'null', '-']
  const { stderr } = spawnSync('ffmpeg', args, { cwd: folder, encoding: 'utf8' })
  return Number(/PSNR y:([\d.]+|inf)/.exec(stderr)?.[1]?.replace('inf', '99'))
}

test('a sign in the scene stays where a caption goes; the user may keep the caption, and name a place', async () => {
  await makeSign()
  const { video_id } = await add('sign.mp4')
  const erase = async (name: string, choices: object): Promise<{ state: number; fail_msg: string }> => {
    const { task_id } = await server.ok(
      'runErase',
      { video_id, ...choices, idempotency_key: `erase-sign-${name}` },
      token,
    )
    const task = await finished(server, token, task_id)
    if (task.state === 1) await resultOf(task_id, `${name}.mp4`)
    return task
  }
  expect(await erase('auto', { erase_type: 'advanced' })).toMatchObject({ state: 1, fail_msg: '' })
  expect(likeness('auto.mp4', 'sign-alone.mp4', '180:60:25:240')).toBeGreaterThan(40)
  expect(likeness('auto.mp4', 'sign-alone.mp4', '300:44:170:312')).toBeGreaterThan(
    likeness('sign.mp4', 'sign-alone.mp4', '300:44:170:312') + 6,
  )
  const { value } = await server.services.deps.db
    .selectFrom('artifact')
    .select('value')
    .where('step', '=', 'find_text')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const off = (value as { texts: { id: string }[] }).texts.map(({ id }) => id)
  expect(await erase('kept', { mask: { off } })).toMatchObject({
    state: 2,
    fail_msg: expect.stringContaining('No text'),
  })
  const place = { region: { x: 0.04, y: 0.68, width: 0.3, height: 0.15 }, from_ms: 0, to_ms: 60_000 }
  expect(await erase('place', { mask: { off, places: [place] } })).toMatchObject({ state: 1, fail_msg: '' })
  expect(likeness('place.mp4', 'sign.mp4', '300:40:220:314')).toBeGreaterThan(40)
  expect(likeness('place.mp4', 'sign.mp4', '150:30:40:258')).toBeLessThan(25)
}, 240_000)

test('a picture without text, and a place that is not named, are refused; credits come back', async () => {
  const { video_id } = await add('clean.mp4')
  const missing = { video_id, erase_region_type: 'manual' as const, idempotency_key: 'erase-the-text-2' }
  expect((await server.call('runErase', missing, token)).message).toContain('part of the picture')
  const had = await creditsNow()
  const { task_id } = await server.ok('runErase', { video_id, idempotency_key: 'erase-the-text-3' }, token)
  expect(await finished(server, token, task_id)).toMatchObject({
    state: 2,
    fail_msg: expect.stringContaining('No text'),
  })
  expect(await creditsNow()).toBe(had)
}, 240_000)
