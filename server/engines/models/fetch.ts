import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SetupMessage } from '#core/domain/setup-message.ts'
import { type ModelEntry, type ModelFile, runtimes } from './catalogue.ts'
import { missingFiles, modelPath, runtimePath } from './folder.ts'

/** A model could not be fetched; `setupMessage` says why and what to do. */
export class FetchFailed extends Error {
  readonly setupMessage: SetupMessage
  constructor(key: SetupMessage['key'], params: Record<string, string | number>) {
    super(`${key} ${JSON.stringify(params)}`)
    this.setupMessage = { key, params }
  }
}

interface FetchOptions {
  readonly folder: string
  /** Address of the host of the repositories. */
  readonly base: string
  readonly onProgress: (file: ModelFile, bytes: number, total: number) => void
  readonly signal?: AbortSignal
}

/** Fetches a model's missing files and resumes partial ones. Throws FetchFailed. */
export async function fetchModel(entry: ModelEntry, options: FetchOptions): Promise<void> {
  for (const file of await missingFiles(options.folder, entry)) await fetchFile(file, options)
}

async function fetchFile(file: ModelFile, { folder, base, onProgress, signal }: FetchOptions): Promise<void> {
  const path = modelPath(folder, file)
  const part = `${path}.part`
  await mkdir(dirname(path), { recursive: true })
  const url = `${base}/${file.repository}/resolve/main/${file.path.split('/').map(encodeURIComponent).join('/')}`
  const have = await stat(part).then(
    ({ size }) => size,
    () => 0,
  )
  const response = await ask(url, have, signal)
  const isRest = response.status === 206
  const done = isRest ? have : 0
  const total = done + Number(response.headers.get('content-length') ?? 0)
  await write(response, part, { from: done, url, onBytes: (bytes) => onProgress(file, bytes, total) })
  const size = (await stat(part)).size
  if (total > done && size !== total) throw new FetchFailed('fetch_short', { url, size, total })
  await checkSum(file, part, url, sumSaid(response))
  await rename(part, path)
}

async function ask(url: string, have: number, signal: AbortSignal | undefined): Promise<Response> {
  const headers: Record<string, string> = have > 0 ? { range: `bytes=${have}-` } : {}
  const response = await fetch(url, { headers, ...(signal && { signal }) }).catch((error: unknown) => {
    signal?.throwIfAborted()
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new FetchFailed('fetch_no_answer', { url, cause })
  })
  // The partial file is complete already.
  if (response.status === 416 && have > 0) return ask(url, 0, signal)
  if (!response.ok || !response.body) throw new FetchFailed('fetch_status', { url, status: response.status })
  return response
}

interface Writing {
  readonly from: number
  readonly url: string
  readonly onBytes: (bytes: number) => void
}

async function write(response: Response, part: string, { from, url, onBytes }: Writing): Promise<void> {
  const file = await open(part, from > 0 ? 'a' : 'w')
  let bytes = from
  try {
    for await (const chunk of response.body ?? []) {
      await file.write(chunk)
      bytes += chunk.length
      onBytes(bytes)
    }
  } catch (error) {
    throw new FetchFailed('fetch_broke_off', { url, size: bytes, cause: String(error) })
  } finally {
    await file.close()
  }
}

/** The SHA-256 that large-file hosts send as ETag; undefined if the tag is another. */
function sumSaid({ headers }: Response): string | undefined {
  const tag = headers.get('x-linked-etag') ?? headers.get('etag') ?? ''
  return /^"?([0-9a-f]{64})"?$/.exec(tag)?.[1]
}

async function checkSum(file: ModelFile, part: string, url: string, said: string | undefined): Promise<void> {
  const sum = await sumOf(part)
  const wanted = file.sha256 ?? said
  if (wanted !== undefined && sum !== wanted) {
    await rm(part)
    throw new FetchFailed('fetch_other', { url, sum, wanted })
  }
  await writeFile(`${part.slice(0, -'.part'.length)}.sha256`, `${sum}\n`)
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Faults of a model's files, one message each: missing or changed. */
export async function verifyModel(folder: string, entry: ModelEntry): Promise<SetupMessage[]> {
  const missing = await missingFiles(folder, entry)
  const faults: SetupMessage[] = missing.map(({ path }) => ({ key: 'file_missing', params: { path } }))
  for (const file of entry.files.filter((each) => !missing.includes(each))) {
    const path = modelPath(folder, file)
    const kept = await readFile(`${path}.sha256`, 'utf8').catch(() => '')
    const wanted = file.sha256 ?? kept.trim()
    if (wanted !== '' && (await sumOf(path)) !== wanted)
      faults.push({ key: 'file_damaged', params: { path: file.path } })
  }
  return faults
}

/** Installs the package that runs a model beside the weights, if it is missing. Throws FetchFailed. */
export async function installRuntime(folder: string, entry: ModelEntry): Promise<void> {
  if (runtimePath(folder, entry)) return
  const { package: name, version } = runtimes[entry.runtime]
  await mkdir(folder, { recursive: true })
  // Makes npm install into this folder, not one above it.
  const described = '{ "name": "cuelane-models", "private": true }\n'
  await writeFile(join(folder, 'package.json'), described, { flag: 'wx' }).catch(() => undefined)
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder, `${name}@${version}`]
  // Skips parts for graphics cards.
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' }
  const code = await new Promise<number | null>((resolve) => {
    const child = spawn('npm', args, { cwd: folder, stdio: 'inherit', env })
    child.on('error', () => resolve(127))
    child.on('close', resolve)
  })
  if (code !== 0) throw new FetchFailed('package_failed', { name, code: code ?? '' })
}
