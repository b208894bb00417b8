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
  /** Where the file goes. Beside it stands which file it is, so that another process goes on where one was killed. */
  readonly path: string
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
  /** Largest file; left out, the limit of videos. */
  readonly maxBytes?: number
  /** Milliseconds before each further try. */
  readonly pauses?: readonly number[]
}

/** Less than this over so long is too slow. */
const MIN_BYTES_A_SECOND = 16 * 1024
const PACE_MS = 120_000
const PAUSES = [1000, 5000, 20_000, 60_000]

/**
 * Fetches a file, and goes on where a connection broke off as long as it is the same file. What is no mp4, or larger
 * than videos may be, is given up as soon as that shows. Returns its size; throws an ImportFault.
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
    // All of it had come before the process was killed, or the file is a shorter one now: from the beginning.
    kept.etag = ''
    throw new ImportFault('import_broke_off', {}, { isPassing: true })
  })
  const isRest = answer.status === 206 && have > 0
  const start = isRest ? have : 0
  const total = sizeOf(answer)
  kept.etag = strongTag(answer.header('etag'))
  try {
    // Before the bytes: those of another file never stand beside this tag.
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

/** Lets a file through as long as it may be one: the right first bytes, and no more than may be. */
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
      // A server that does not say how much there is gets a bar that never ends too early.
      file.onProgress(file.total === null ? at / (at + file.maxBytes / 16) : at / Math.max(1, file.total))
      return done(null, chunk)
    },
    flush(done) {
      done(isKnown ? null : new ImportFault('import_not_mp4'))
    },
  })
}

/** Says when a server sends so little that it would only hold a place of the queue. */
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

/** Where files stand while they are fetched: beside the folders of processes, since it outlives them. */
export function importFolder(workDir: string): string {
  return join(dirname(workDir), 'imports')
}

function isBeyondEnd(error: unknown): boolean {
  return error instanceof ImportFault && error.params['status'] === 416
}

const tagPath = (path: string): string => `${path}.tag`

/** The tag of the file that a part of is there; empty where there is none. */
async function readTag(path: string): Promise<string> {
  return readFile(tagPath(path), 'utf8').then(strongTag, () => '')
}

/** Removes what was fetched of a file. */
export async function removeFetched(path: string): Promise<void> {
  await Promise.all([rm(path, { force: true }), rm(tagPath(path), { force: true })])
}

/** A tag by which a part can be asked for: a weak one does not promise the same bytes. */
function strongTag(tag: string): string {
  return tag.startsWith('"') ? tag : ''
}

async function sizeOnDisk(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/** Faults of our own disk are not the other server's. */
function isLocal(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && (error.syscall === 'write' || error.syscall === 'open')
}
