import type { Format } from '#core/subtitle/formats/format.ts'
import type { ImportedFile } from '#core/subtitle/formats/imported-file.ts'
import { call } from '#src/api/call.ts'
import { readStored } from '#src/subtitles/reading.ts'

/** The imported file of the open version, loaded on first use. */
export class FileOrigin {
  readonly format: Format
  private readonly load: () => Promise<ImportedFile>
  private reading: Promise<ImportedFile> | undefined

  constructor(format: Format, load: () => Promise<ImportedFile>) {
    this.format = format
    this.load = load
  }

  /** The file; a failed request is repeated. Rejects with a failed call or a FileUnreadable. */
  read(): Promise<ImportedFile> {
    this.reading ??= this.load().catch((error: unknown) => {
      this.reading = undefined
      throw error
    })
    return this.reading
  }
}

/** The imported file of a version in the library; undefined without one. */
export function libraryFile(fileId: string, format: Format | null): FileOrigin | undefined {
  if (format === null) return undefined
  return new FileOrigin(format, async () => readStored(await call('getImportedFile', { file_id: fileId })))
}
