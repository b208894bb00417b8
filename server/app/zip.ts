import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yazl from 'yazl'
import { bcp47, type InterfaceLanguage } from '#core/domain/languages.ts'
import type { Loss } from '#core/subtitle/formats/convert.ts'
import type { Format } from '#core/subtitle/formats/format.ts'
import { BlobMissing } from '../store/blobs.ts'
import type { Deps } from './deps.ts'
import { lossText, translateMessage } from './messages.ts'
import { notFound } from './refusal.ts'
import { storedFile } from './subtitles/imported.ts'
import { storedText, versionHead } from './subtitles/read.ts'
import { languageOf } from './subtitles/rows.ts'
import { wordTimesOf } from './subtitles/word-times.ts'

// yazl's package computes checksums byte by byte, which is slower than reading the files; Node's give the same.
const yazlChecksums = createRequire(import.meta.resolve('yazl'))('buffer-crc32') as { unsigned: typeof crc32 }
yazlChecksums.unsigned = crc32

/** A zip written at the pace of its reader, with one file open at a time. */
export interface Zip {
  readonly fileName: string
  readonly stream: Readable
}

export interface ZippedFile {
  /** Unique names. */
  readonly name: string
  /** Videos do not compress. */
  readonly compress: boolean
  open(): Promise<Readable>
}

/** Known once all other files of a zip were opened; undefined for none. */
type LastFile = () => { readonly name: string; readonly text: string } | undefined

/** A zip of files, each opened when it is written. */
export function zipOf(fileName: string, files: readonly ZippedFile[], last?: LastFile): Zip {
  const zip = new yazl.ZipFile()
  const end = (): void => {
    const own = last?.()
    if (own) zip.addBuffer(Buffer.from(own.text), own.name)
    zip.end()
  }
  for (const [at, file] of files.entries()) {
    zip.addReadStreamLazy(file.name, { compress: file.compress }, (give) => {
      file.open().then(
        (stream) => {
          give(null, stream)
          if (at === files.length - 1) end()
        },
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  }
  if (files.length === 0) end()
  const stream = zip.outputStream as Readable
  zip.on('error', (error) => stream.destroy(error instanceof Error ? error : new Error(String(error))))
  return { fileName, stream }
}

/** Many small parts would cost more than reading them. */
const PART_BYTES = 512 * 1024

/** A local file, for a zip. */
export const readParts = (path: string): Readable => createReadStream(path, { highWaterMark: PART_BYTES })

/** A stored file; a temporary local copy is deleted after reading. */
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

/** A subtitle version as a file, in its own format or converted; `hear` gets the losses. */
export async function openSubtitle(
  { db, heavy }: Deps,
  id: string,
  format?: Format,
  hear?: (losses: readonly Loss[]) => void,
): Promise<Readable> {
  const row = await db.selectFrom('subtitle').select(versionHead).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const wanted = format ?? ownFormat(row)
  const read = async () => {
    const text = await storedText(db, id)
    if (!text) throw notFound()
    const kept = row.imported_file_id
    const file =
      kept === null
        ? undefined
        : await db.selectFrom('imported_file').selectAll().where('id', '=', kept).executeTakeFirst()
    const words = wanted === 'words' ? await wordTimesOf(db, id) : []
    return { text, stored: file && storedFile(file), words }
  }
  const { bytes, losses } = await heavy.later(row.size, async (steps) => {
    const { text, ...file } = await heavy.inTurn(row.size, read)
    return steps.do('writeFile', { ...file, cues: text.cues, format: wanted, language: bcp47(languageOf(row)) })
  })
  hear?.(losses)
  return Readable.from([Buffer.from(bytes)])
}

/** The format of a version's imported file; SubRip if it has none. */
export function ownFormat({ imported_format }: { readonly imported_format: Format | null }): Format {
  return imported_format ?? 'srt'
}

/** The losses of all files, as the last file of the zip. */
export class ZipLosses {
  private readonly parts: string[] = []

  add(language: InterfaceLanguage, name: string, losses: readonly Loss[]): void {
    if (losses.length === 0) return
    this.parts.push([name, ...losses.map((loss) => `- ${lossText(language, loss)}`)].join('\r\n'))
  }

  file(language: InterfaceLanguage): ReturnType<LastFile> {
    if (this.parts.length === 0) return undefined
    const head = translateMessage(language, 'zip_losses')
    const text = `\uFEFF${[head, ...this.parts].join('\r\n\r\n')}\r\n`
    return { name: `${translateMessage(language, 'zip_losses_file')}.txt`, text }
  }
}
