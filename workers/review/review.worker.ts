import * as Comlink from 'comlink'
import { TooBig } from './archive.ts'

/** Kinds of tables, as their files end. */
export type TableKind = 'docx' | 'xlsx' | 'csv'

type Cells = readonly (readonly string[])[]

/** Reads and writes tables of other programs: each program's library comes when a file of it does. */
const worker = {
  async write(kind: TableKind, title: string, cells: Cells): Promise<Blob> {
    if (kind === 'docx') return (await import('./word.ts')).writeWord(title, cells)
    const { writeCsv, writeExcel } = await import('./tables.ts')
    return kind === 'csv' ? writeCsv(cells) : writeExcel(title, cells)
  },
  /** The cells; why there are none where the file is no such table or unpacks to too much. */
  async read(kind: TableKind, bytes: Uint8Array): Promise<string[][] | 'unreadable' | 'too_big'> {
    try {
      if (kind === 'docx') return await (await import('./word.ts')).readWord(bytes)
      const { readCsv, readExcel } = await import('./tables.ts')
      return kind === 'csv' ? await readCsv(bytes) : await readExcel(bytes)
    } catch (error) {
      return error instanceof TooBig ? 'too_big' : 'unreadable'
    }
  },
}

export type ReviewWorker = typeof worker

Comlink.expose(worker)
