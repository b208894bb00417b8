import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/web-worker'
import writeXlsxFile from 'write-excel-file/universal'
import { decodeBytes } from '#core/subtitle/formats/encoding/encoding.ts'
import { guarded, unguarded } from '#core/subtitle/formats/review-table.ts'
import { formatTimecode } from '#core/subtitle/text/timecode.ts'
import { unpacked } from '#core/subtitle/formats/office-archive.ts'

/** A table as CSV (RFC 4180): UTF-8 with a byte order mark for spreadsheets, formulas escaped. */
export function writeCsv(cells: readonly (readonly string[])[]): Blob {
  const text = Papa.unparse(
    cells.map((row) => row.map(guarded)),
    { newline: '\r\n' },
  )
  return new Blob(['\ufeff', text, '\r\n'], { type: 'text/csv' })
}

/** The cells of a CSV file in any encoding, separated by commas, semicolons or tabs. */
export async function readCsv(bytes: Uint8Array): Promise<string[][]> {
  const { text } = await decodeBytes(bytes)
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: true })
  return data.map((row) => row.map(unguarded))
}

const WIDTHS = [6, 14, 14, 44, 44, 30]

/** A table as an Excel workbook; every cell is text, so that none becomes a formula or loses a fraction. */
export async function writeExcel(title: string, cells: readonly (readonly string[])[]): Promise<Blob> {
  const rows = cells.map((row, at) =>
    row.map((value) => ({
      value,
      type: String,
      format: '@',
      wrap: true,
      alignVertical: 'top' as const,
      ...(at === 0 && { fontWeight: 'bold' as const }),
    })),
  )
  return writeXlsxFile(rows, {
    sheet: title.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31) || 'Sheet1',
    columns: WIDTHS.map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBlob()
}

/** The cells of an Excel workbook's first sheet. */
export async function readExcel(bytes: Uint8Array): Promise<string[][]> {
  const plain = unpacked(bytes)
  const rows = await readSheet(new Blob([plain as Uint8Array<ArrayBuffer>]), { trim: false })
  return rows.map((row) => row.map(textOf))
}

/** A time that a spreadsheet converted to a time of day is restored. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return formatTimecode(((value.getTime() % 86_400_000) + 86_400_000) % 86_400_000)
  return String(value)
}
