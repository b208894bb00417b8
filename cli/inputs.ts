import {
  closeSync,
  globSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { encodings } from '#core/subtitle/formats/encoding/encodings.ts'
import { type ReadBytes, readSubtitleBytes } from '#core/subtitle/formats/file.ts'
import { type Format, formats, isSubtitleName } from '#core/subtitle/formats/format.ts'
import { playerTextVtt } from '#core/subtitle/formats/player-text.ts'
import { usage } from './messages.ts'
import { rateValue } from './values.ts'

/** A named file, or standard input. */
export interface Input {
  readonly path: string
  /** Its path within its folder or pattern, reused under an output folder. */
  readonly relative: string
}

export const STDIN = '-'
const MAX_BYTES = 256 * 1024 ** 2
/** Files from this size on are read in parts if format and encoding allow it. */
export const LARGE_BYTES = 8 * 1024 ** 2

/** Files, folders (searched for subtitles), patterns, `-`. A UsageError names a missing one. */
export function expandInputs(names: readonly string[]): Input[] {
  const inputs = names.flatMap((name) => expandOne(name))
  const seen = new Set<string>()
  return inputs.filter(({ path }) => !seen.has(resolve(path)) && seen.add(resolve(path)))
}

function expandOne(name: string): Input[] {
  if (name === STDIN) return [{ path: STDIN, relative: 'stdin' }]
  const kind = statSync(name, { throwIfNoEntry: false })
  if (kind?.isDirectory()) return inFolder(name)
  if (kind) return [{ path: name, relative: name.split(/[\\/]/).at(-1)! }]
  if (!/[*?[\]{}]/.test(name)) throw usage('not_found', { input: name })
  const found = globSync(name).filter((path) => statSync(path).isFile())
  if (found.length === 0) throw usage('no_input', { input: name })
  return found.sort().map((path) => ({ path, relative: path }))
}

function inFolder(folder: string): Input[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isSubtitleName(path) || isPlayerText(path))
    .sort()
  if (found.length === 0) throw usage('no_input', { input: folder })
  return found.map((path) => ({ path, relative: relative(folder, path) }))
}

/** Whether a plain text is MPL2 or TMPlayer: most texts are no subtitles. */
function isPlayerText(path: string): boolean {
  if (!/\.txt$/i.test(path) || statSync(path).size > LARGE_BYTES) return false
  return playerTextVtt(readFileSync(path, 'latin1')) !== undefined
}

export interface ReadFlags {
  readonly encoding?: string
  readonly fromFormat?: string
  /** The language to read, of a file with several. */
  readonly language?: string
  /** Frames a second, for a file that counts them. */
  readonly rate?: string
}

/** Reads a subtitle file; a UsageError says why it is unreadable. */
export async function readInput(input: Input, flags: ReadFlags): Promise<ReadBytes> {
  const { encoding } = flags
  if (encoding && !isEncoding(encoding)) throw usage('unknown_encoding', { encoding, known: encodings.join(', ') })
  const bytes = readBytes(input)
  const format = flags.fromFormat === undefined ? undefined : formatFlag(flags.fromFormat)
  const rate = flags.rate === undefined ? undefined : rateValue(flags.rate)
  return readSubtitleBytes(bytes, sequentialIds('c'), {
    name: input.path,
    format,
    encoding,
    rate,
    language: flags.language,
  })
}

function readBytes(input: Input): Uint8Array {
  const path = input.path === STDIN ? standardInput() : input.path
  if (typeof path !== 'string') return path
  const { size } = statSync(path)
  if (size > MAX_BYTES) throw usage('too_large', { input: input.path, n: MAX_BYTES / 1024 ** 2 })
  return readFileSync(path)
}

const CHUNK_BYTES = 1024 ** 2
const PAUSE_MS = 5

let read: Uint8Array | string | undefined

/**
 * Standard input as text, or as the path of a temporary file if it is large. A UsageError if it exceeds the limit, before
 * the rest is read.
 */
export function standardInput(): Uint8Array | string {
  return (read ??= readStandardInput())
}

function readStandardInput(): Uint8Array | string {
  const chunks: Uint8Array[] = []
  const chunk = new Uint8Array(CHUNK_BYTES)
  let size = 0
  let kept: { path: string; file: number } | undefined
  for (;;) {
    const count = readChunk(chunk)
    if (count === 0) break
    size += count
    if (size > MAX_BYTES) throw usage('too_large', { input: STDIN, n: MAX_BYTES / 1024 ** 2 })
    if (size > LARGE_BYTES) kept ??= temporaryFile(chunks)
    if (kept) writeSync(kept.file, chunk, 0, count)
    else chunks.push(chunk.slice(0, count))
  }
  if (!kept) return Buffer.concat(chunks)
  closeSync(kept.file)
  return kept.path
}

function temporaryFile(begun: readonly Uint8Array[]): { path: string; file: number } {
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'stdin')
  const file = openSync(path, 'wx', 0o600)
  for (const chunk of begun) writeSync(file, chunk)
  return { path, file }
}

/** Number of bytes read; 0 at the end. An empty pipe is polled. */
function readChunk(chunk: Uint8Array): number {
  for (;;) {
    try {
      return readSync(0, chunk)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Some systems signal the end this way.
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}

function isEncoding(label: string): boolean {
  if ((encodings as readonly string[]).includes(label.toLowerCase())) return true
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

/** A format by its command line name. */
export function formatFlag(name: string): Format {
  const format = formats.find((known) => known === name.toLowerCase())
  if (!format) throw usage('unknown_format', { format: name, known: formats.join(', ') })
  return format
}
