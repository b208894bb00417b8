/**
 * `cuelane task KIND IN -o OUT`: runs one task on files with this machine's engines, without a server. It uses the
 * product with a temporary database: the same checks, recipes and refusals.
 */
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { bcp47, type LanguageCode } from '#core/domain/languages.ts'
import { isFlaggedVerdict, remarksOf, type TaskReport, TaskState } from '#core/domain/task.ts'
import { toBase64 } from '#core/subtitle/formats/base64.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { WordTimes } from '#core/subtitle/formats/cue-words.ts'
import { isStl } from '#core/subtitle/formats/stl/file.ts'
import { decodeBytes } from '#core/subtitle/formats/encoding/encoding.ts'
import { fileBytes } from '#core/subtitle/formats/file.ts'
import { formatOfName } from '#core/subtitle/formats/format.ts'
import { readStoredFile, writeVersion } from '#core/subtitle/formats/imported-file.ts'
import { formatTimecode } from '#core/subtitle/text/timecode.ts'
import { remainingMs } from '#core/tasks/remaining.ts'
import { slowedRanges } from '#core/timing/slow-spans.ts'
import { addFolder } from './app/folders.ts'
import { failureMessage, lossText, translateMessage } from './app/messages.ts'
import { Refusal } from './app/refusal.ts'
import { addVersion } from './app/subtitles/add.ts'
import { getImportedFile } from './app/subtitles/imported.ts'
import { findVersion } from './app/subtitles/read.ts'
import { cuesOf, languageOf } from './app/subtitles/rows.ts'
import { wordTimesOf } from './app/subtitles/word-times.ts'
import { runTask } from './app/tasks/start.ts'
import { insertVideo } from './app/videos/write.ts'
import { readConfig } from './config.ts'
import { engineAdapters } from './engines/index.ts'
import type { EngineAdapter } from './engines/ports.ts'
import { startWorker } from './jobs/worker.ts'
import { createServices, type Services } from './services.ts'
import type { Store } from './store/db.ts'
import { EventHub } from './store/events.ts'
import { newId } from './store/id.ts'
import { newTaskAccount, openTaskDatabase } from './task-database.ts'
import { trackFile, wayOfLines } from './task-lines.ts'
import { readCommand, STANDARD, type Wanted, WrongCommand } from './task-wanted.ts'
import { fileTasks } from './tasks/index.ts'

const root = join(import.meta.dirname, '..')
/** Upper bound of noticing a task's end, even if its events are lost. */
const LOOK_EVERY_MS = 2000
const EXIT_REFUSED = 1
const EXIT_USAGE = 3

async function main(all: readonly Wanted[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuelane-task-'))
  // The installation's database and bucket are not used.
  const env = { ...process.env, DATABASE_URL: undefined, S3_BUCKET: undefined }
  const config = readConfig({ ...env, CUELANE_DATA: dataDir, CUELANE_ROLE: 'all' }, root)
  let services: Services | undefined
  try {
    const openStore = (): Promise<Store> => openTaskDatabase(root)
    const adapters = adaptersFor(all)
    services = await createServices(config, { env, adapters, tasks: fileTasks, openStore, onError: () => undefined })
    const { deps, tasks, store } = services
    // Only one task runs at a time.
    const queues = config.queues.map(({ resources }) => ({ resources, concurrency: 1 }))
    await startWorker(deps, pino({ level: 'silent' }), { queues, tasks, retryPauses: [] })
    const hub = new EventHub()
    await hub.start(store)
    const accountId = await newTaskAccount(deps)
    const folderId = await addFolder(deps.db, accountId, 'task')
    for (const wanted of all) await work({ ...deps, hub }, { accountId, folderId }, wanted)
  } finally {
    await services?.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Engines to look for: text needs none for sound and picture, whose programs take seconds to answer. */
function adaptersFor(all: readonly Wanted[]): readonly EngineAdapter[] {
  const ofVideos = fileTasks.filter(({ kind }) => kind.subjects.includes('video')).map(({ kind }) => kind.type)
  const isText = all.every(({ type }) => !ofVideos.includes(type))
  return isText ? engineAdapters.filter(({ port }) => port === 'translate') : engineAdapters
}

async function work(deps: Following, place: { accountId: string; folderId: string }, wanted: Wanted): Promise<void> {
  const { type, language } = wanted
  const { accountId, folderId: folder_id } = place
  const subjects = deps.tasks.find(({ kind }) => kind.type === type)?.kind.subjects ?? []
  const video_id = subjects.includes('video') ? await addVideo(deps, accountId, folder_id, wanted) : undefined
  const file_id = subjects.includes('subtitle')
    ? await linesOf(deps, accountId, { folder_id, video_id }, wanted)
    : undefined
  const input = { source_language: language, ...wanted.config, video_id, file_id, idempotency_key: newId() }
  const { task_id, credits } = await runTask(deps, { accountId }, type, input)
  if (wanted.linesFrom !== undefined) process.stderr.write(`2 of 2: ${type}, ${creditsOf(credits)}\n`)
  const task = await ended(deps, accountId, task_id)
  await deliver(deps, accountId, wanted, task)
  const flagged = (task.report?.lines ?? []).filter(({ verdict }) => isFlaggedVerdict(verdict))
  for (const line of flagged) {
    const remarks = remarksOf(line).map(({ verdict, note }) => `${verdict} ${note}`.trim())
    process.stderr.write(`${basename(wanted.output)} ${formatTimecode(line.start)} ${remarks.join('; ')}\n`)
  }
  const doubts = flagged.length === 0 ? '' : `, ${flagged.length} ${flagged.length === 1 ? 'line' : 'lines'} to look at`
  if (wanted.output !== STANDARD) process.stdout.write(`wrote ${wanted.output}${doubts}\n`)
}

/** Inputs that a server requires; here tasks are free. */
const creditsOf = (credits: number): string => `${credits} ${credits === 1 ? 'credit' : 'credits'} on a server`

interface Place {
  readonly folder_id: string
  readonly video_id: string | undefined
}

/** A task's version: from a file, or from the video itself. */
async function linesOf(deps: Following, accountId: string, place: Place, wanted: Wanted): Promise<string> {
  const { input, subtitles, linesFrom, language } = wanted
  if (linesFrom === undefined || place.video_id === undefined)
    return addLines(deps, accountId, { ...place, path: subtitles ?? input, language })
  const { info } = await deps.db
    .selectFrom('video')
    .select('info')
    .where('id', '=', place.video_id)
    .executeTakeFirstOrThrow()
  const way = info && wayOfLines(linesFrom, info, language)
  if (!info || !way)
    throw new WrongCommand(`${input} has no subtitle track of text: use --lines-from speech, text or both`)
  if ('stream' in way) {
    process.stderr.write(`1 of 2: lines of the video's own track (stream ${way.stream}), no credits\n`)
    const { ffmpeg: program } = deps.engines.need('ffmpeg', {})
    const path = await trackFile(input, info, way.stream, { folder: deps.workDir, program })
    return addLines(deps, accountId, { ...place, path, language })
  }
  const { sound_track } = wanted.config
  const config = { source_language: language, subtitle_extract_mode: way.mode }
  const asked = {
    ...config,
    ...(sound_track !== undefined && { sound_track }),
    video_id: place.video_id,
    idempotency_key: newId(),
  }
  const { task_id, credits } = await runTask(deps, { accountId }, 'video_extract', asked)
  process.stderr.write(`1 of 2: video_extract (${way.mode}), ${creditsOf(credits)}\n`)
  const { result_subtitle_id } = await ended(deps, accountId, task_id)
  if (result_subtitle_id === null) throw new Error(`No lines were found in ${input}`)
  return result_subtitle_id
}

type Deps = Services['deps']
type Following = Deps & { readonly hub: EventHub }

/** A copy of the file as a video, checked like an upload. */
async function addVideo(deps: Following, account_id: string, folder_id: string, wanted: Wanted): Promise<string> {
  const { input, language } = wanted
  const { size } = await stat(input)
  const blob_key = `source/${newId()}/video${extname(input).toLowerCase()}`
  const copy = join(deps.workDir, basename(blob_key))
  await copyFile(input, copy)
  await deps.blobs.put(blob_key, copy)
  const name = basename(input, extname(input))
  const video = { account_id, folder_id, upload_id: null, sample_id: null, name, language, blob_key, size }
  const id = await deps.db.transaction().execute((tx) => insertVideo(deps, tx, video))
  const { ingest_task_id } = await deps.db
    .selectFrom('video')
    .select('ingest_task_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await ended(deps, account_id, ingest_task_id)
  return id
}

interface Lines {
  readonly folder_id: string
  readonly video_id: string | undefined
  readonly path: string
  readonly language: LanguageCode
}

async function addLines(deps: Deps, accountId: string, { path, ...place }: Lines): Promise<string> {
  const bytes = await readFile(resolve(path))
  // The text of EBU STL is its bytes in Base64.
  const content = isStl(bytes) ? toBase64(bytes) : (await decodeBytes(bytes)).text
  const name = basename(path, extname(path))
  const input = { ...place, name, content, file_name: basename(path), unroll: false, activate: true }
  return (await addVersion(deps, accountId, input)).file_id
}

/** The row of the succeeded task; progress goes to standard error. Throws its failure. */
async function ended({ db, hub }: Following, accountId: string, taskId: string) {
  let wake = (): void => undefined
  let [type, line] = ['', '']
  const begun = Date.now()
  const leftOf = (progress: number): string => {
    const left = remainingMs({ progress, beganAt: 0, elapsedMs: Date.now() - begun, usualMs: undefined })
    return left === undefined ? '' : ` · ${formatTimecode(left).slice(0, 8)} left`
  }
  const stop = hub.subscribe(accountId, (event) => {
    if (event.kind !== 'task' || event.task_id !== taskId) return
    if (event.state !== TaskState.running) wake()
    else
      line = showProgress(line, `${type} ${Math.floor(event.progress * 100)} % ${event.step}${leftOf(event.progress)}`)
  })
  try {
    for (;;) {
      const news = new Promise<void>((resolve) => (wake = resolve))
      const task = await db.selectFrom('task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow()
      if (task.state === TaskState.failed) throw new Error(failureMessage('en', task.fail_msg))
      if (task.state === TaskState.succeeded) return task
      type = task.type
      await Promise.race([news, setTimeout(LOOK_EVERY_MS)])
    }
  } finally {
    stop()
    showProgress(line, '')
  }
}

/** Overwrites the previous line on a terminal; returns the line. */
function showProgress(before: string, line: string): string {
  if (line !== before && process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`)
  return line
}

interface Done {
  readonly result_blob: string | null
  readonly result_subtitle_id: string | null
  readonly report: TaskReport | null
}

async function deliver(deps: Deps, accountId: string, wanted: Wanted, task: Done): Promise<void> {
  const { result_blob, result_subtitle_id } = task
  const linesPath = result_blob ? wanted.linesOut : wanted.output
  if (result_subtitle_id && linesPath !== undefined) {
    const version = await findVersion(deps.db, accountId, result_subtitle_id)
    const cues = slowedRanges(task.report?.slowed ?? [], cuesOf(version))
    const file = version.imported_file_id && readStoredFile(await getImportedFile(deps.db, accountId, version.id))
    const format = formatOfName(linesPath) ?? 'srt'
    const said = wanted.config['script'] === undefined ? {} : await saidIn(deps, version, cues)
    const options = { language: bcp47(languageOf(version)), ...said }
    const { text, losses } = writeVersion(cues, file || undefined, format, options)
    for (const loss of losses) process.stderr.write(`${basename(linesPath)}: dropped: ${lossText('en', loss)}\n`)
    if (linesPath === STANDARD) process.stdout.write(fileBytes(text, format))
    else await writeFile(resolve(linesPath), fileBytes(text, format))
  }
  if (result_blob) await copyFile(await deps.blobs.localPath(result_blob, deps.workDir), wanted.output)
}

/** The script's speaker of each cue, and the word times. */
async function saidIn({ db }: Deps, version: { id: string; folder_id: string }, cues: readonly Cue[]) {
  const rows = await db.selectFrom('role').select(['id', 'name']).where('folder_id', '=', version.folder_id).execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const times = new WordTimes(await wordTimesOf(db, version.id))
  const speakers = new Map(
    cues.flatMap(({ id, roles: [role = ''] }) => (names.has(role) ? [[id, names.get(role) ?? ''] as const] : [])),
  )
  return { speakers, words: (cue: Cue) => times.of(cue) }
}

try {
  const wanted = await readCommand(process.argv.slice(2))
  if (typeof wanted === 'string') process.stdout.write(wanted)
  else await main(wanted)
  process.exit(0)
} catch (error) {
  const isUsage = error instanceof WrongCommand || (error instanceof TypeError && 'code' in error)
  const text =
    error instanceof Refusal
      ? translateMessage('en', error.key, error.params)
      : error instanceof Error
        ? error.message
        : String(error)
  process.stderr.write(`${isUsage ? '' : 'cuelane: '}${text}\n`)
  process.exit(isUsage ? EXIT_USAGE : EXIT_REFUSED)
}
