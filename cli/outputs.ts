import { once } from 'node:events'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { formatOfText, takesByteOrderMark } from '#core/subtitle/formats/format.ts'
import { isStl } from '#core/subtitle/formats/stl/file.ts'
import { type Input, STDIN } from './inputs.ts'
import { say, usage, UsageError } from './messages.ts'

/** Identity of a file's version. */
export function stateOfFile(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false })
  return `${file?.mtimeMs} ${file?.size}`
}

/** Files as this process wrote them, by full path: its own writes are no changes by the user. */
export const leftAs = new Map<string, string>()

export interface WriteFlags {
  readonly output?: string
  readonly inPlace?: boolean
  readonly dryRun?: boolean
  readonly bom?: boolean
}

/** Path of a result; undefined = standard output. */
export type Target = (input: Input, extension?: string) => string | undefined

/** Decides the outputs before anything is read, so that a wrong command does no partial work. */
export function targetFor(inputs: readonly Input[], flags: WriteFlags): Target {
  const { output, inPlace } = flags
  if (inPlace && inputs.some(({ path }) => path === STDIN)) throw usage('stdin_in_place')
  if (inPlace) return (input, extension) => withExtension(input.path, extension)
  if (output === undefined && inputs.length > 1) throw usage('where_to')
  if (output === undefined || output === STDIN) return () => undefined
  const folder = statSync(output, { throwIfNoEntry: false })?.isDirectory() || /[\\/]$/.test(output)
  if (inputs.length > 1 && !folder && extname(output) !== '') throw usage('where_to')
  if (!folder && inputs.length === 1) return () => output
  return (input, extension) => {
    // A pattern's matches may be outside the folder that they are written under.
    const inside = input.relative.split(/[\\/]/).filter((part) => part !== '..' && part !== '.' && part !== '')
    return withExtension(join(output, ...inside), extension)
  }
}

function withExtension(path: string, extension: string | undefined): string {
  return extension === undefined ? path : join(dirname(path), `${basename(path, extname(path))}.${extension}`)
}

/** Writes a result, or reports that it would. */
export function deliver(bytes: Uint8Array, path: string | undefined, flags: WriteFlags): void {
  const whole = flags.bom && takesMark(bytes) ? Buffer.concat([Buffer.from('\uFEFF'), bytes]) : bytes
  if (flags.dryRun) {
    process.stderr.write(`${say('would_write', { path: path ?? '-' })}\n`)
  } else if (path === undefined) {
    process.stdout.write(whole)
  } else {
    writeAtomically(path, [whole])
    process.stderr.write(`${say('wrote', { path })}\n`)
  }
}

function takesMark(bytes: Uint8Array): boolean {
  return !isStl(bytes) && takesByteOrderMark(formatOfText(Buffer.from(bytes.subarray(0, 1024)).toString()))
}

/** The same in pieces, each made after the previous was written. Nothing is written without pieces. */
export async function deliverPieces(
  pieces: Iterable<string>,
  path: string | undefined,
  flags: WriteFlags,
): Promise<void> {
  const bytes = bytesOf(pieces, flags.bom ?? false)
  const first = bytes.next()
  if (first.done) return
  if (flags.dryRun) {
    while (!bytes.next().done);
    process.stderr.write(`${say('would_write', { path: path ?? '-' })}\n`)
  } else if (path === undefined) {
    for (const piece of chain(first.value, bytes)) if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
  } else {
    writeAtomically(path, chain(first.value, bytes))
    process.stderr.write(`${say('wrote', { path })}\n`)
  }
}

function* bytesOf(pieces: Iterable<string>, withMark: boolean): Generator<Uint8Array, void> {
  let mark = withMark ? '\uFEFF' : ''
  for (const piece of pieces) {
    const bytes = Buffer.from(piece)
    yield mark !== '' && takesMark(bytes) ? Buffer.from(mark + piece) : bytes
    mark = ''
  }
}

function* chain<T>(first: T, rest: Iterable<T>): Generator<T> {
  yield first
  yield* rest
}

/** Never leaves half a file: the new one is on the disk before it takes the old one's name. Links stay links. */
function writeAtomically(path: string, pieces: Iterable<Uint8Array>): void {
  const present = statSync(path, { throwIfNoEntry: false })
  const target = present ? realpathSync(path) : path
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  let drafted = false
  try {
    mkdirSync(dirname(target), { recursive: true })
    const file = openSync(draft, 'wx', present ? present.mode & 0o777 : 0o666)
    drafted = true
    try {
      for (const bytes of pieces) for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, target)
    leftAs.set(resolve(path), stateOfFile(path))
  } catch (error) {
    if (drafted) rmSync(draft, { force: true })
    throw new UsageError(say('write_failed', { path, detail: (error as Error).message }))
  }
}
