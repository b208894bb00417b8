import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { formatOfName, formatOfText, type SubtitleFile } from '#core/subtitle/formats/format.ts'
import { isPartFormat, type PartFormat, PartReader } from '#core/subtitle/formats/parts.ts'
import { formatFlag, type Input, LARGE_BYTES, type ReadFlags, standardInput, STDIN } from './inputs.ts'

const CHUNK_BYTES = 1024 ** 2

/** A file that is never wholly in memory. */
export interface LargeFile {
  readonly format: PartFormat
  /** In order; each is read on demand. */
  parts(): Iterable<SubtitleFile>
}

/** The file for reading in parts; undefined for a small one, another format, or other encodings than UTF-8. */
export function openLarge(input: Input, { encoding, fromFormat }: ReadFlags): LargeFile | undefined {
  const path = input.path === STDIN ? standardInput() : input.path
  if (typeof path !== 'string' || statSync(path).size < LARGE_BYTES) return undefined
  if (!isUtf8Label(encoding) || !isPlainUtf8(path)) return undefined
  const named = fromFormat === undefined ? undefined : formatFlag(fromFormat)
  const format = named ?? formatOfText(headOf(path)) ?? formatOfName(input.path) ?? 'srt'
  return isPartFormat(format) ? { format, parts: () => partsOf(path, format) } : undefined
}

const isUtf8Label = (label: string | undefined): boolean => label === undefined || /^utf-?8$/i.test(label)

function* partsOf(path: string, format: PartFormat): Generator<SubtitleFile> {
  const reader = new PartReader(format, sequentialIds('c'))
  const decoder = new TextDecoder()
  for (const chunk of chunksOf(path)) {
    const part = reader.take(decoder.decode(chunk, { stream: true }))
    if (part) yield part
  }
  yield reader.end()
}

/** Whether a file is entirely UTF-8: no zeros, no escapes of older encodings. */
function isPlainUtf8(path: string): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (const chunk of chunksOf(path)) {
      if (chunk.includes(0) || chunk.includes(0x1b)) return false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return true
  } catch {
    return false
  }
}

function headOf(path: string): string {
  for (const chunk of chunksOf(path)) return new TextDecoder().decode(chunk)
  return ''
}

/** One after another in the same buffer. */
function* chunksOf(path: string): Generator<Uint8Array> {
  const chunk = new Uint8Array(CHUNK_BYTES)
  const file = openSync(path, 'r')
  try {
    for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk)) yield chunk.subarray(0, count)
  } finally {
    closeSync(file)
  }
}
