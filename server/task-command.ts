/**
 * `cuelane task KIND IN -o OUT`: does one task on files with the engines of this machine, without a server. It is the
 * product itself on a database of its own that is gone afterwards: the same checks, recipes and refusals for every kind.
 */
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { isFlaggedVerdict, type TaskReport, TaskState } from '#core/domain/task.ts'
import { readConfigField } from '#core/tasks/config-text.ts'
import { decodeBytes } from '#core/subtitle/encoding.ts'
import { writeSubtitle } from '#core/subtitle/file.ts'
import { formatOfName } from '#core/subtitle/format.ts'
import { formatTimecode } from '#core/subtitle/timecode.ts'
import { slowedRanges } from '#core/timing/slow-spans.ts'
import { readGlossary } from '#core/translate/glossary.ts'
import { fileNameIn } from '#core/translate/names.ts'
import { registerAccount } from './app/accounts.ts'
import { grantCredits } from './app/credits/grant.ts'
import { addFolder } from './app/folders.ts'
import { failureMessage, translateMessage } from './app/messages.ts'
import { Refusal } from './app/refusal.ts'
import { addVersion } from './app/subtitles/add.ts'
import { findVersion } from './app/subtitles/read.ts'
import { cuesOf } from './app/subtitles/rows.ts'
import { runTask } from './app/tasks/start.ts'
import { insertVideo } from './app/videos/write.ts'
import { readConfig } from './config.ts'
import { startWorker } from './jobs/worker.ts'
import { createServices, type Services } from './services.ts'
import type { Store } from './store/db.ts'
import { EventHub } from './store/events.ts'
import { newId } from './store/id.ts'
import { openTaskDatabase } from './task-database.ts'
import { fileTasks } from './tasks/index.ts'

const root = join(import.meta.dirname, '..')
const PLENTY = 1_000_000
/** Whatever happens to the news of a task, its end is noticed after this. */
const LOOK_EVERY_MS = 2000
const EXIT_REFUSED = 1
const EXIT_USAGE = 3

const publicKinds = fileTasks.filter(({ kind }) => !kind.isInternal).map(({ kind }) => kind.type)
const HELP = `cuelane task KIND IN … -o OUT [--subtitles FILE] [--language CODE] [--set name=value …]

Does one task on files with the engines of this machine, without a server.

  KIND         ${publicKinds.join(', ')}
  IN           a video, or for subtitle_translate a subtitle file; there may be several of those
  -o           where the result goes; a subtitle format by its extension. A folder for several files or languages
  --subtitles  the lines of the video, for kinds that work on lines
  --lines-out  where the lines go that a video was made with, in the times of that video
  --language   language of IN and of the subtitles (en)
  --glossary   a file of terms for a translation, one a line: word = translation
  --set        a field of the kind's configuration, such as to_language=es or voice=matched; to_language=es,fr for
               several files, each with its language in its name
`

interface Wanted {
  readonly type: string
  readonly input: string
  readonly output: string
  readonly subtitles: string | undefined
  readonly linesOut: string | undefined
  readonly language: LanguageCode
  readonly config: Readonly<Record<string, unknown>>
}

class WrongCommand extends Error {}

/** What is to be done, one after the other: each file into each language. */
async function readCommand(): Promise<Wanted[]> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      output: { type: 'string', short: 'o' },
      subtitles: { type: 'string' },
      'lines-out': { type: 'string' },
      language: { type: 'string', default: 'en' },
      glossary: { type: 'string' },
      set: { type: 'string', multiple: true, default: [] },
    },
  })
  const [type = '', ...inputs] = positionals
  const { output, language, subtitles, glossary, 'lines-out': linesOut } = values
  const kind = fileTasks.find((task) => task.kind.type === type)?.kind
  if (!kind || kind.isInternal || inputs.length === 0 || output === undefined) throw new WrongCommand(HELP)
  if (!isLanguageCode(language)) throw new WrongCommand(`No language ${language}`)
  const needsFile = kind.subjects.includes('video') && kind.subjects.includes('subtitle')
  if (needsFile && subtitles === undefined)
    throw new WrongCommand(`${type} works on lines: name a file with --subtitles`)
  const terms = glossary === undefined ? {} : { glossary: readGlossary(await readFile(glossary, 'utf8')) }
  const config: Wanted['config'] = { ...Object.fromEntries(values.set.map(readField)), ...terms }
  const common = { type, subtitles, linesOut, language }
  const languages = String(config['to_language'] ?? '').split(',')
  const isOne = inputs.length === 1 && languages.length === 1
  if (isOne) return [{ ...common, input: resolve(inputs[0] ?? ''), output: resolve(output), config }]
  if (kind.subjects.includes('video')) throw new WrongCommand(`${type} takes one video and one language`)
  await mkdir(output, { recursive: true })
  return inputs.flatMap((input) =>
    languages.map((to) => {
      if (!isLanguageCode(to)) throw new WrongCommand(`No language ${to}`)
      const file = resolve(output, fileNameIn(basename(input), language, to))
      return { ...common, input: resolve(input), output: file, config: { ...config, to_language: to } }
    }),
  )
}

function readField(text: string): readonly [string, unknown] {
  const field = readConfigField(text)
  if (!field) throw new WrongCommand(`--set ${text}: name=value is wanted`)
  return field
}

async function main(all: readonly Wanted[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuelane-task-'))
  // Neither the installation's database nor its bucket is touched.
  const env = { ...process.env, DATABASE_URL: undefined, S3_BUCKET: undefined }
  const config = readConfig({ ...env, CUELANE_DATA: dataDir, CUELANE_ROLE: 'all' }, root)
  let services: Services | undefined
  try {
    const openStore = (): Promise<Store> => openTaskDatabase(root)
    services = await createServices(config, { env, tasks: fileTasks, openStore, onError: () => undefined })
    const { deps, tasks, store } = services
    // One task at a time is all that there is.
    const queues = config.queues.map(({ resources }) => ({ resources, concurrency: 1 }))
    await startWorker(deps, pino({ level: 'silent' }), { queues, tasks, retryPauses: [] })
    const hub = new EventHub()
    await hub.start(store)
    const accountId = await newAccount(deps)
    const folderId = await addFolder(deps.db, accountId, 'task')
    for (const wanted of all) await work({ ...deps, hub }, { accountId, folderId }, wanted)
  } finally {
    await services?.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function work(deps: Following, place: { accountId: string; folderId: string }, wanted: Wanted): Promise<void> {
  const { type, language } = wanted
  const { accountId, folderId: folder_id } = place
  const subjects = deps.tasks.find(({ kind }) => kind.type === type)?.kind.subjects ?? []
  const video_id = subjects.includes('video') ? await addVideo(deps, accountId, folder_id, wanted) : undefined
  const lines = subjects.includes('video') ? wanted.subtitles : wanted.input
  const file_id =
    subjects.includes('subtitle') && lines !== undefined
      ? await addLines(deps, accountId, { folder_id, video_id, path: lines, language })
      : undefined
  const input = { source_language: language, ...wanted.config, video_id, file_id, idempotency_key: newId() }
  const { task_id } = await runTask(deps, { accountId }, type, input)
  const task = await ended(deps, accountId, task_id)
  await deliver(deps, accountId, wanted, task)
  for (const line of task.report?.lines ?? [])
    if (isFlaggedVerdict(line.verdict))
      process.stderr.write(`${basename(wanted.output)} ${formatTimecode(line.start)} ${line.verdict} ${line.note}\n`)
}

type Deps = Services['deps']
type Following = Deps & { readonly hub: EventHub }

/** A customer who can pay for anything. */
async function newAccount({ db, signedUrls }: Deps): Promise<string> {
  const person = { name: 'task', email: 'task@example.org', password: newId() }
  await registerAccount({ db, signedUrls, device: 'cuelane task' }, person, undefined)
  const { id } = await db.selectFrom('account').select('id').where('name', '=', person.name).executeTakeFirstOrThrow()
  const grant = { source: 'gift', reason: 'task', idempotencyKey: 'task', amount: PLENTY } as const
  await db.transaction().execute((tx) => grantCredits(tx, id, grant))
  return id
}

/** A copy of the file as a video, checked as one that was uploaded. */
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

async function addLines({ db }: Deps, accountId: string, { path, ...place }: Lines): Promise<string> {
  const { text: content } = await decodeBytes(await readFile(resolve(path)))
  const name = basename(path, extname(path))
  const input = { ...place, name, content, file_name: basename(path), unroll: false, activate: true }
  return (await addVersion(db, accountId, input)).file_id
}

/** The task's row once it succeeded; how far it is stands on standard error. Throws what it failed by. */
async function ended({ db, hub }: Following, accountId: string, taskId: string) {
  let wake = (): void => undefined
  let [type, line] = ['', '']
  const stop = hub.subscribe(accountId, (event) => {
    if (event.kind !== 'task' || event.task_id !== taskId) return
    if (event.state !== TaskState.running) wake()
    else line = showProgress(line, `${type} ${Math.floor(event.progress * 100)} % ${event.step}`)
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

/** Puts a line into the place of the one before it, on a terminal; returns it. */
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
    const { text } = writeSubtitle(cues, formatOfName(linesPath) ?? 'srt', { language: version.language })
    await writeFile(resolve(linesPath), text)
  }
  if (result_blob) await copyFile(await deps.blobs.localPath(result_blob, deps.workDir), wanted.output)
}

try {
  await main(await readCommand())
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
