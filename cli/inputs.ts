import { globSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { sequentialIds } from '#core/subtitle/cue.ts'
import { encodings } from '#core/subtitle/encodings.ts'
import { type ReadBytes, readSubtitleBytes } from '#core/subtitle/file.ts'
import { type Format, formatOfName, formats } from '#core/subtitle/format.ts'
import { usage } from './messages.ts'

/** A file that was named, or standard input. */
export interface Input {
  readonly path: string
  /** Its place under the folder or pattern that it came from: where it goes under an output folder. */
  readonly relative: string
}

export const STDIN = '-'
const MAX_BYTES = 256 * 1024 ** 2

/** Files, folders (searched for subtitles), patterns, `-`. A UsageError names what does not exist. */
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
    .filter((entry) => entry.isFile() && formatOfName(entry.name) !== undefined)
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  if (found.length === 0) throw usage('no_input', { input: folder })
  return found.map((path) => ({ path, relative: relative(folder, path) }))
}

export interface ReadFlags {
  readonly encoding?: string
  readonly fromFormat?: string
}

/** Reads a subtitle file; a UsageError says why it can't be read. */
export async function readInput(input: Input, flags: ReadFlags): Promise<ReadBytes> {
  const { encoding } = flags
  if (encoding && !isEncoding(encoding)) throw usage('unknown_encoding', { encoding, known: encodings.join(', ') })
  const bytes = readBytes(input)
  const format = flags.fromFormat === undefined ? undefined : formatFlag(flags.fromFormat)
  return readSubtitleBytes(bytes, sequentialIds('c'), { name: input.path, format, encoding })
}

function readBytes({ path }: Input): Uint8Array {
  if (path === STDIN) return readStandardInput()
  const { size } = statSync(path)
  if (size > MAX_BYTES) throw usage('too_large', { input: path, n: MAX_BYTES / 1024 ** 2 })
  return readFileSync(path)
}

const CHUNK_BYTES = 1024 ** 2
const PAUSE_MS = 5

/** All of standard input; a UsageError where it is more than a file may be, before the rest of it is read. */
function readStandardInput(): Uint8Array {
  const chunks: Uint8Array[] = []
  const chunk = new Uint8Array(CHUNK_BYTES)
  let size = 0
  for (;;) {
    const count = readChunk(chunk)
    if (count === 0) return Buffer.concat(chunks)
    size += count
    if (size > MAX_BYTES) throw usage('too_large', { input: STDIN, n: MAX_BYTES / 1024 ** 2 })
    chunks.push(chunk.slice(0, count))
  }
}

/** How many bytes came; 0 at the end. A pipe that has nothing yet is asked again. */
function readChunk(chunk: Uint8Array): number {
  for (;;) {
    try {
      return readSync(0, chunk)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Some systems say so instead of reading nothing.
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

/** A format by its name on the command line. */
export function formatFlag(name: string): Format {
  const format = formats.find((known) => known === name.toLowerCase())
  if (!format) throw usage('unknown_format', { format: name, known: formats.join(', ') })
  return format
}
