import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yazl from 'yazl'
import { fileBytes, writeSubtitle } from '#core/subtitle/file.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import type { Format } from '#core/subtitle/format.ts'
import { readStoredFile, type StoredFile, writeImportedFile } from '#core/subtitle/imported-file.ts'
import { BlobMissing } from '../store/blobs.ts'
import type { Deps } from './deps.ts'
import { notFound } from './refusal.ts'
import { storedFile } from './subtitles/imported.ts'
import { cuesOf } from './subtitles/rows.ts'

// The checksums of yazl are computed byte by byte in its package for them, which costs more than reading the files; Node's own
// are the same numbers.
const yazlChecksums = createRequire(import.meta.resolve('yazl'))('buffer-crc32') as { unsigned: typeof crc32 }
yazlChecksums.unsigned = crc32

/** A zip that is written while it is read: what is read slowly is made slowly, and one file is open at a time. */
export interface Zip {
  readonly fileName: string
  readonly stream: Readable
}

export interface ZippedFile {
  /** Different from all others. */
  readonly name: string
  /** Videos do not get smaller. */
  readonly compress: boolean
  open(): Promise<Readable>
}

/** A zip of files, each opened when its turn comes. */
export function zipOf(fileName: string, files: readonly ZippedFile[]): Zip {
  const zip = new yazl.ZipFile()
  for (const file of files) {
    zip.addReadStreamLazy(file.name, { compress: file.compress }, (give) => {
      file.open().then(
        (stream) => give(null, stream),
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  }
  zip.end()
  const stream = zip.outputStream as Readable
  zip.on('error', (error) => stream.destroy(error instanceof Error ? error : new Error(String(error))))
  return { fileName, stream }
}

/** Passing a part on costs as much as reading it where parts are small. */
const PART_BYTES = 512 * 1024

/** A file of this machine, for a zip. */
export const readParts = (path: string): Readable => createReadStream(path, { highWaterMark: PART_BYTES })

/** A stored file; a copy that had to be made for reading is gone when it was read. */
export async function openBlob({ blobs, workDir }: Deps, key: string): Promise<Readable> {
  const folder = await mkdtemp(join(workDir, 'zip-'))
  const clear = (): void => void rm(folder, { recursive: true, force: true }).catch(() => undefined)
  try {
    if (!(await blobs.has(key))) throw new BlobMissing(`No blob ${key}`)
    return readParts(await blobs.localPath(key, folder)).on('close', clear)
  } catch (error) {
    clear()
    throw error
  }
}

/** A subtitle version as a file: of its own format, or converted to another one as `cuelane convert` does it. */
export async function openSubtitle({ db }: Deps, id: string, format?: Format): Promise<Readable> {
  const row = await db.selectFrom('subtitle').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const wanted = format ?? ownFormat(row)
  const kept = row.imported_file_id
  const file =
    kept === null
      ? undefined
      : await db.selectFrom('imported_file').selectAll().where('id', '=', kept).executeTakeFirst()
  const text = fileText(cuesOf(row), wanted, row.language, file && storedFile(file))
  return Readable.from([Buffer.from(fileBytes(text, wanted))])
}

/** The format of the file that a version was made of; SubRip where it was made of none. */
export function ownFormat({ imported_format }: { readonly imported_format: Format | null }): Format {
  return imported_format ?? 'srt'
}

function fileText(cues: readonly Cue[], format: Format, language: string, stored: StoredFile | undefined): string {
  const file = stored && readStoredFile(stored)
  if (file?.format === format) return writeImportedFile(cues, file, { language }).text
  const own = file && { extras: file.extras, speakers: file.speakers }
  return writeSubtitle(cues, format, { ...own, language }).text
}
