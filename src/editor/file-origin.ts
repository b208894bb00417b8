import type { Format } from '#core/subtitle/format.ts'
import type { ImportedFile } from '#core/subtitle/imported-file.ts'
import { call } from '#src/api/call.ts'
import { readStored } from '#src/subtitles/reading.ts'

/** The file that the open version was made of. It is read when it is needed first. */
export class FileOrigin {
  readonly format: Format
  private readonly load: () => Promise<ImportedFile>
  private reading: Promise<ImportedFile> | undefined

  constructor(format: Format, load: () => Promise<ImportedFile>) {
    this.format = format
    this.load = load
  }

  /** The file; asked for again where it could not be had. Rejects with a failed call or a FileUnreadable. */
  read(): Promise<ImportedFile> {
    this.reading ??= this.load().catch((error: unknown) => {
      this.reading = undefined
      throw error
    })
    return this.reading
  }
}

/** The file of a version of the library; undefined for one that was made of none. */
export function libraryFile(fileId: string, format: Format | null): FileOrigin | undefined {
  if (format === null) return undefined
  return new FileOrigin(format, async () => readStored(await call('getImportedFile', { file_id: fileId })))
}
