import { createWriteStream } from 'node:fs'
import { readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { GB, videoLimits } from '#core/domain/limits.ts'
import { ImportFault } from './fault.ts'
import { refuseSize, sizeOf } from './find.ts'
import { openFile } from './open-file.ts'
import { isMp4, type Source } from './sources.ts'
import type { Web } from './web.ts'

interface FetchOptions {
  /** The target path. A tag beside it identifies the file, so that another process can resume. */
  readonly path: string
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
  /** Largest file; by default the limit of videos. */
  readonly maxBytes?: number
  /** Milliseconds before each retry. */
  readonly pauses?: readonly number[]
}

/** Fewer bytes than this over this time is too slow. */
const MIN_BYTES_A_SECOND = 16 * 1024
const PACE_MS = 120_000
const PAUSES = [1000, 5000, 20_000, 60_000]

/**
 * Fetches a file and resumes broken connections while it is the same file. Gives up early on a file that is no mp4 or too
 * large. Returns its size; throws an ImportFault.
 */
export async function fetchFile(web: Web, source: Source, options: FetchOptions): Promise<number> {
  const { pauses = PAUSES, signal, path } = options
  const kept = { etag: await readTag(path) }
  for (let tries = 0; ; tries++) {
    try {
      return await fetchOnce(web, source, kept, options)
    } catch (error) {
      const pause = pauses[tries]
      if (!(error instanceof ImportFault) || !error.isPassing || pause === undefined) throw error
      await sleep(pause, undefined, { signal })
    }
  }
}

async function fetchOnce(
  web: Web,
  source: Source,
  kept: { etag: string },
  { path, signal, onProgress, maxBytes = videoLimits.maxBytes }: FetchOptions,
): Promise<number> {
  const have = kept.etag === '' ? 0 : await sizeOnDisk(path)
  const answer = await openFile(web, source, { from: have, etag: kept.etag }, signal).catch((error: unknown) => {
    if (have === 0 || !isBeyondEnd(error)) throw error
    // Everything had arrived before the process was killed, or the file is shorter now: starts again.
    kept.etag = ''
    throw new ImportFault('import_broke_off', {}, { isPassing: true })
  })
  const isRest = answer.status === 206 && have > 0
  const start = isRest ? have : 0
  const total = sizeOf(answer)
  kept.etag = strongTag(answer.header('etag'))
  try {
    // Written before the bytes, so that they never belong to another file's tag.
    if (!isRest) await truncate(path, 0).catch(() => undefined)
    await writeFile(tagPath(path), kept.etag)
    refuseSize(total, maxBytes)
    const guard = guardOf({ start, total, maxBytes, onProgress })
    await pipeline(answer.body, guard, createWriteStream(path, { flags: isRest ? 'a' : 'w' }), { signal })
  } catch (error) {
    answer.body.destroy()
    if (isLocal(error)) throw error
    if (signal.aborted || error instanceof ImportFault) throw error
    throw new ImportFault('import_broke_off', {}, { isPassing: true })
  }
  const size = await sizeOnDisk(path)
  if (total !== null && size !== total) throw new ImportFault('import_broke_off', {}, { isPassing: true })
  refuseSize(size)
  return size
}

interface Guarded {
  readonly start: number
  readonly total: number | null
  readonly maxBytes: number
  readonly onProgress: (share: number) => void
}

/** Passes a file through while its first bytes and its size are valid. */
function guardOf(file: Guarded): Transform {
  let at = file.start
  const pace = new Pace()
  let head = Buffer.alloc(0)
  let isKnown = file.start > 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      at += chunk.length
      if (!isKnown) {
        head = Buffer.concat([head, chunk])
        const verdict = isMp4(head)
        if (verdict === false) return done(new ImportFault('import_not_mp4'))
        isKnown = verdict === true
      }
      if (at > file.maxBytes) return done(new ImportFault('file_too_large', { n: file.maxBytes / GB }))
      if (pace.isTooSlow(chunk.length)) return done(new ImportFault('import_slow'))
      // Without a known size the progress bar must not end too early.
      file.onProgress(file.total === null ? at / (at + file.maxBytes / 16) : at / Math.max(1, file.total))
      return done(null, chunk)
    },
    flush(done) {
      done(isKnown ? null : new ImportFault('import_not_mp4'))
    },
  })
}

/** Reports a server that sends so slowly that it only occupies a slot of the queue. */
class Pace {
  private since = performance.now()
  private bytes = 0

  isTooSlow(more: number): boolean {
    this.bytes += more
    const ms = performance.now() - this.since
    if (ms < PACE_MS) return false
    const isSlow = this.bytes < (MIN_BYTES_A_SECOND * ms) / 1000
    this.since = performance.now()
    this.bytes = 0
    return isSlow
  }
}

/** Where files are fetched to: outside the process folders, since a download outlives the process. */
export function importFolder(workDir: string): string {
  return join(dirname(workDir), 'imports')
}

function isBeyondEnd(error: unknown): boolean {
  return error instanceof ImportFault && error.params['status'] === 416
}

const tagPath = (path: string): string => `${path}.tag`

/** The tag of a partly fetched file; empty if there is none. */
async function readTag(path: string): Promise<string> {
  return readFile(tagPath(path), 'utf8').then(strongTag, () => '')
}

/** Removes what was fetched of a file. */
export async function removeFetched(path: string): Promise<void> {
  await Promise.all([rm(path, { force: true }), rm(tagPath(path), { force: true })])
}

/** A tag that allows range requests: a weak one does not promise the same bytes. */
function strongTag(tag: string): string {
  return tag.startsWith('"') ? tag : ''
}

async function sizeOnDisk(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/** Errors of the local disk are not the other server's. */
function isLocal(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && (error.syscall === 'write' || error.syscall === 'open')
}
