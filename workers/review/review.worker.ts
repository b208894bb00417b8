import * as Comlink from 'comlink'
import { TooBig } from '#core/subtitle/formats/office-archive.ts'
import { TooComplex } from '#core/subtitle/formats/xml-count.ts'

/** Table formats by extension. */
export type TableKind = 'docx' | 'xlsx' | 'csv'

/** Why a table is unreadable. */
export type TableFault = 'unreadable' | 'too_big' | 'too_complex'

type Cells = readonly (readonly string[])[]

/** Reads and writes tables of other programs; each library is loaded on demand. */
const worker = {
  async write(kind: TableKind, title: string, cells: Cells): Promise<Blob> {
    if (kind === 'docx') return (await import('./word.ts')).writeWord(title, cells)
    const { writeCsv, writeExcel } = await import('./tables.ts')
    return kind === 'csv' ? writeCsv(cells) : writeExcel(title, cells)
  },
  /** The cells, or why there are none: no such table, too large unpacked, or nested too deep. */
  async read(kind: TableKind, bytes: Uint8Array): Promise<string[][] | TableFault> {
    try {
      if (kind === 'docx') return await (await import('./word.ts')).readWord(bytes)
      const { readCsv, readExcel } = await import('./tables.ts')
      return kind === 'csv' ? await readCsv(bytes) : await readExcel(bytes)
    } catch (error) {
      if (error instanceof TooBig) return 'too_big'
      return error instanceof TooComplex ? 'too_complex' : 'unreadable'
    }
  },
  /** Targets of some sources by their `memoryKey`, from a TMX file of any size; undefined if it is none. */
  async readMemory(file: File, keys: readonly string[], source: string, target: string) {
    const { readMemory } = await import('./memory.ts')
    return readMemory(file, keys, source, target)
  },
}

export type ReviewWorker = typeof worker

Comlink.expose(worker)
