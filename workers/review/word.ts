import {
  Document,
  Packer,
  PageOrientation,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import mammoth from 'mammoth'
import { SaxesParser } from 'saxes'
import { unpacked } from '#core/subtitle/formats/office-archive.ts'

/** Shares of the page's width: number, start, end, source, text, comment. */
const WIDTHS = [5, 10, 10, 28, 28, 19]
/** Characters that XML can't hold. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A table as a landscape Word document with a repeated header. */
export async function writeWord(title: string, cells: readonly (readonly string[])[]): Promise<Blob> {
  const rows = cells.map(
    (row, at) =>
      new TableRow({
        tableHeader: at === 0,
        cantSplit: true,
        children: row.map((text, column) => cellOf(text, WIDTHS[column] ?? 10, at === 0)),
      }),
  )
  const document = new Document({
    title,
    styles: { default: { document: { run: { font: 'Calibri', size: 20 } } } },
    sections: [
      {
        properties: { page: { size: { orientation: PageOrientation.LANDSCAPE } } },
        children: [
          new Paragraph({ children: [new TextRun({ text: title.replaceAll(CONTROLS, ''), bold: true, size: 28 })] }),
          new Table({ rows, layout: TableLayoutType.FIXED, width: { size: 100, type: WidthType.PERCENTAGE } }),
        ],
      },
    ],
  })
  return Packer.toBlob(document)
}

function cellOf(text: string, width: number, bold: boolean): TableCell {
  const runs = text
    .replaceAll(CONTROLS, '')
    .split('\n')
    .map((row, at) => new TextRun({ text: row, bold, ...(at > 0 && { break: 1 }) }))
  return new TableCell({
    width: { size: width, type: WidthType.PERCENTAGE },
    margins: { left: 80, right: 80, top: 40, bottom: 40 },
    children: [new Paragraph({ children: runs })],
  })
}

/** The cells of all tables in a Word document. */
export async function readWord(bytes: Uint8Array): Promise<string[][]> {
  const plain = unpacked(bytes)
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer: plain.buffer.slice(plain.byteOffset, plain.byteOffset + plain.byteLength) as ArrayBuffer },
    { ignoreEmptyParagraphs: false, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  )
  return cellsOf(value)
}

/** Text of cells in well-formed HTML: paragraphs and breaks start rows. */
function cellsOf(html: string): string[][] {
  const rows: string[][] = []
  let cell: string | undefined
  let paragraphs = 0
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    if (name === 'tr') rows.push([])
    else if (name === 'td' || name === 'th') [cell, paragraphs] = ['', 0]
    else if (name === 'br' && cell !== undefined) cell += '\n'
    else if (name === 'p' && cell !== undefined && paragraphs++ > 0) cell += '\n'
  })
  parser.on('text', (text) => {
    if (cell !== undefined) cell += text
  })
  parser.on('closetag', ({ name }) => {
    if (name !== 'td' && name !== 'th') return
    rows.at(-1)?.push(cell ?? '')
    cell = undefined
  })
  parser.write(`<div>${html}</div>`).close()
  return rows
}
