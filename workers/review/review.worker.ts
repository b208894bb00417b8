import * as Comlink from 'comlink'
import { TooBig } from '#core/subtitle/office-archive.ts'
import { TooComplex } from '#core/subtitle/xml-count.ts'

/** Kinds of tables, as their files end. */
export type TableKind = 'docx' | 'xlsx' | 'csv'

/** Why a table can't be read. */
export type TableFault = 'unreadable' | 'too_big' | 'too_complex'

type Cells = readonly (readonly string[])[]

/** Reads and writes tables of other programs: each program's library comes when a file of it does. */
const worker = {
  async write(kind: TableKind, title: string, cells: Cells): Promise<Blob> {
    if (kind === 'docx') return (await import('./word.ts')).writeWord(title, cells)
    const { writeCsv, writeExcel } = await import('./tables.ts')
    return kind === 'csv' ? writeCsv(cells) : writeExcel(title, cells)
  },
  /** The cells; why there are none where the file is no such table, unpacks to too much or is nested too deep. */
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
}

export type ReviewWorker = typeof worker

Comlink.expose(worker)
