/**
 * `npm run proofs`: what the front page shows, made of the sample by the product itself: a clip with captions before and
 * after erasing, its sound in three languages, and the course of a batch. Into assets/proofs.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TaskState } from '#core/domain/task.ts'
import { type Client, clientOf } from '#tests/support/client.ts'
import { spawnServer } from '#tests/support/process.ts'
import { uploadVideo } from './pages/app.ts'

const root = join(import.meta.dirname, '..')
const made = join(root, 'assets', 'proofs')
const sample = join(root, 'assets', 'sample')
/** The first two lines. */
const LENGTH = '7.4'
const SMALL = ['-vf', 'scale=480:-2', '-c:v', 'libx264', '-crf', '30', '-preset', 'veryslow', '-pix_fmt', 'yuv420p']
const languages = ['es', 'fr', 'it', 'pt'] as const
const dubbed = ['es', 'it'] as const
const POLL_MS = 150

const ffmpeg = (...args: string[]): void => {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args])
}

/** The address of a finished task's result. */
async function resultOf(client: Client, task_id: string): Promise<string> {
  for (;;) {
    const task = await client.ok('getTask', { task_id })
    if (task.state === TaskState.succeeded) return task.task_video_url
    if (task.state === TaskState.failed) throw new Error(task.fail_msg)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function take(client: Client, url: string, task_id: string, path: string): Promise<void> {
  const answer = await fetch(url + (await resultOf(client, task_id)))
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
}

/** What a batch's cells are, each time that one changes. */
async function courseOf(client: Client, batch_id: string): Promise<object> {
  const { files } = await client.ok('getBatchMatrix', { batch_id, after: '' })
  const rows = files?.map(({ file_id }) => file_id) ?? []
  const steps: string[] = []
  for (;;) {
    const { cells } = await client.ok('getBatchMatrix', { batch_id, after: '' })
    const states = rows.flatMap((row) =>
      languages.map((language) => {
        const state = cells.find((cell) => cell.file_id === row && cell.language === language)?.state
        return state === TaskState.succeeded
          ? 'd'
          : state === TaskState.running
            ? 'r'
            : state === TaskState.failed
              ? 'f'
              : 'w'
      }),
    )
    const step = states.join('')
    if (step !== steps.at(-1)) steps.push(step)
    if (states.every((state) => state === 'd' || state === 'f')) break
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return { files: files?.map(({ name }) => name), languages, steps }
}

async function makeAll(client: Client, url: string, scratch: string): Promise<void> {
  const clip = join(scratch, 'Episode 1.mp4')
  const burnt = join(scratch, 'burnt.mp4')
  const lines = readFileSync(join(sample, 'harbour.en.srt'), 'utf8').split('\n\n').slice(0, 2).join('\n\n')
  writeFileSync(join(scratch, 'en.srt'), lines)
  ffmpeg('-i', join(sample, 'harbour.mp4'), '-t', LENGTH, '-c:v', 'libx264', '-crf', '18', '-c:a', 'aac', clip)
  const look = 'FontName=Inter,FontSize=20,Outline=1.2,MarginV=24'
  ffmpeg(
    '-i',
    clip,
    '-vf',
    `subtitles=${join(scratch, 'en.srt')}:force_style='${look}'`,
    '-crf',
    '18',
    '-c:a',
    'copy',
    burnt,
  )
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Season 1' })
  const video_id = await uploadVideo(client, url, { folder_id, path: burnt })
  const erased = await client.ok('runErase', {
    ...{ video_id, erase_type: 'basic', erase_region_type: 'auto', erase_marks: false },
    idempotency_key: 'proof of erasing',
  })
  await take(client, url, erased.task_id, join(scratch, 'erased.mp4'))
  for (const [name, path] of [
    ['before', burnt],
    ['after', join(scratch, 'erased.mp4')],
  ] as const)
    ffmpeg('-i', path, '-t', LENGTH, '-an', ...SMALL, '-movflags', '+faststart', join(made, `${name}.mp4`))
  const season = await client.ok('addFolder', { folder_name: 'Season 2' })
  const videos: string[] = []
  for (const episode of [1, 2, 3]) {
    const path = join(scratch, `Episode ${episode}.mp4`)
    if (episode > 1) ffmpeg('-i', clip, '-c', 'copy', '-metadata', `title=Episode ${episode}`, path)
    const id = await uploadVideo(client, url, { folder_id: season.folder_id, path })
    const text = { name: `Episode ${episode}`, language: 'en' as const, content: lines }
    await client.ok('addVersion', { folder_id: season.folder_id, video_id: id, ...text })
    videos.push(id)
  }
  const [first = ''] = videos
  const { list } = await client.ok('listVersions', { video_id: first })
  ffmpeg('-i', clip, '-vn', '-c:a', 'aac', '-b:a', '56k', '-ac', '1', join(made, 'en.m4a'))
  for (const to_language of dubbed) {
    const { task_id } = await client.ok('runDubbing', {
      ...{ video_id: first, file_id: list[0]?.file_id ?? '', source_language: 'en', to_language },
      ...{ idempotency_key: `proof of a dub into ${to_language}` },
    })
    const path = join(scratch, `${to_language}.mp4`)
    await take(client, url, task_id, path)
    ffmpeg('-i', path, '-vn', '-c:a', 'aac', '-b:a', '56k', '-ac', '1', join(made, `${to_language}.m4a`))
  }
  const batch = await client.ok('addBatch', {
    ...{ folder_id: season.folder_id, task_type: 'subtitle_translate', to_languages: [...languages], config: {} },
    idempotency_key: 'proof of a batch',
  })
  writeFileSync(join(made, 'batch.json'), `${JSON.stringify(await courseOf(client, batch.batch_id))}\n`)
}

const scratch = mkdtempSync(join(tmpdir(), 'cuelane-proofs-'))
mkdirSync(made, { recursive: true })
const server = await spawnServer({ CUELANE_DATA: join(scratch, 'data') })
try {
  const client = clientOf(server.url)
  const person = { name: 'proofs', email: 'proofs@example.org', password: 'secret-123' }
  client.signIn((await client.ok('registerAccount', person)).access_token)
  await makeAll(client, server.url, scratch)
  console.log(`The proofs are in ${made}`)
} finally {
  await server.stop()
  rmSync(scratch, { recursive: true, force: true })
}
