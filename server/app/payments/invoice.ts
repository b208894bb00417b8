import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import PdfFile from 'pdfkit'
import { formatMoney, hasInvoice } from '#core/domain/orders.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import { fontPieces } from '#core/subtitle/text/fonts.ts'
import { machineFont } from '../../engines/burn-fonts.ts'
import type { Deps } from '../deps.ts'
import { translateMessage } from '../messages.ts'
import { Refusal } from '../refusal.ts'
import { own, type Scope } from '../scope.ts'
import { orderTitle } from './order-title.ts'
import type { OrderRow } from './take-event.ts'

const require = createRequire(import.meta.url)
const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`))
const latinFolder = folderOf('@expo-google-fonts/noto-sans')
const fonts = {
  latin: join(latinFolder, '400Regular', 'NotoSans_400Regular.ttf'),
  bold: join(latinFolder, '700Bold', 'NotoSans_700Bold.ttf'),
  thai: join(folderOf('@expo-google-fonts/noto-sans-thai'), '400Regular', 'NotoSansThai_400Regular.ttf'),
  other: join(folderOf('dejavu-fonts-ttf'), 'ttf', 'DejaVuSans.ttf'),
  han: join(import.meta.dirname, 'noto-sans-sc.ttf'),
}
/** Used, if installed, for what our Chinese font lacks: kana, Hangul, rare and traditional characters. */
const EAST_ASIAN = { file: 'NotoSansCJK-Regular.ttc', name: 'NotoSansCJKsc-Regular' }

const MARGIN = 56
const WIDTH = 595.28 - 2 * MARGIN

/** An invoice as a file, in Base64. */
export async function invoiceFile(
  { seller }: Pick<Deps, 'seller'>,
  { db, accountId, language }: Scope,
  orderId: string,
): Promise<{ file_name: string; content: string }> {
  const order = await own({ db, accountId }, 'purchase_order', orderId)
  if (!hasInvoice(order.state) || order.invoice_number === null) throw new Refusal('notice', 'no_invoice')
  const buyer = await db
    .selectFrom('account')
    .select(['name', 'company', 'email', 'nickname'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const billedTo = [buyer.company, buyer.nickname || (buyer.name ?? ''), buyer.email ?? ''].filter(
    (line) => line !== '',
  )
  const bytes = await drawInvoice(order, { seller, billedTo }, language)
  return { file_name: `${invoiceNumber(order)}.pdf`, content: bytes.toString('base64') }
}

function invoiceNumber({ paid_at, created_at, invoice_number }: OrderRow): string {
  const year = (paid_at ?? created_at).getUTCFullYear()
  return `CL-${year}-${String(invoice_number).padStart(6, '0')}`
}

type Pdf = InstanceType<typeof PdfFile>

interface Parties {
  readonly seller: readonly string[]
  readonly billedTo: readonly string[]
}

async function drawInvoice(
  order: OrderRow,
  { seller, billedTo }: Parties,
  language: InterfaceLanguage,
): Promise<Buffer> {
  const word = (key: string, params = {}): string => translateMessage(language, key, params)
  const info = { Title: `${word('invoice')} ${invoiceNumber(order)}`, Author: 'Cuelane' }
  const pdf = new PdfFile({ size: 'A4', margin: MARGIN, info, lang: language === 'zh_cn' ? 'zh-CN' : 'en' })
  const chunks: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => void chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  for (const [name, file] of Object.entries(fonts)) pdf.registerFont(name, file)
  const eastAsian = await machineFont(EAST_ASIAN.file)
  pdf.registerFont('east_asian', eastAsian ?? fonts.han, eastAsian && EAST_ASIAN.name)
  write(pdf, 'Cuelane', { size: 20, isBold: true })
  write(pdf, word('invoice'), { size: 14, color: '#535e6c' })
  if (order.gateway === 'test') write(pdf, word('receipt_test'), { size: 11, color: '#9c1f2d', isBold: true })
  pdf.moveDown(1.5)
  const date = new Intl.DateTimeFormat(language === 'zh_cn' ? 'zh-CN' : 'en', { dateStyle: 'long', timeZone: 'UTC' })
  pair(pdf, word('invoice_number'), invoiceNumber(order))
  pair(pdf, word('invoice_date'), date.format(order.paid_at ?? order.created_at))
  pair(pdf, word('invoice_order'), order.id)
  for (const [at, line] of seller.entries()) pair(pdf, at === 0 ? word('invoice_from') : '', line)
  for (const [at, line] of billedTo.entries()) pair(pdf, at === 0 ? word('invoice_to') : '', line)
  pdf.moveDown(1.5)
  rule(pdf)
  row(pdf, word('invoice_item'), word('invoice_amount'), '#535e6c')
  rule(pdf)
  row(pdf, orderTitle(order.credits, language), formatMoney(order.amount, order.currency))
  write(pdf, word('invoice_valid', { days: order.validity_period }), { size: 9, color: '#535e6c' })
  pdf.moveDown(0.5)
  rule(pdf)
  const money = (amount: number): string => `${formatMoney(amount, order.currency)} ${order.currency}`
  row(pdf, word('invoice_total'), money(order.amount))
  if (order.refunded > 0) row(pdf, word('invoice_refunded'), money(-order.refunded))
  pdf.end()
  return ended
}

interface Look {
  readonly size?: number
  readonly color?: string
  readonly isBold?: boolean
  readonly width?: number
  readonly align?: 'left' | 'right'
}

/** Distance from a line's top to its baseline at size 1: the company font's, for all fonts. */
const BASELINE = 1.069

/** Latin letters and amounts, minus sign included: one run, which can be right-aligned. */
const PLAIN = /^[\u0020-\u024f−]*$/

/** A text in the fonts that its characters need. */
function write(
  pdf: Pdf,
  text: string,
  { size = 10, color = '#14181f', isBold = false, width = WIDTH, align = 'left' }: Look,
) {
  pdf.fontSize(size).fillColor(color)
  const pieces = PLAIN.test(text)
    ? [{ text, family: undefined }]
    : fontPieces(text, { family: 'Noto Sans', language: '' })
  for (const [at, { text: piece, family }] of pieces.entries()) {
    pdf.font(fontOf(piece, family) ?? (isBold ? 'bold' : 'latin'))
    pdf.text(piece, { width, align, baseline: -BASELINE * size, continued: at < pieces.length - 1 })
  }
}

/** The font of a run that the default family lacks. */
function fontOf(piece: string, family: string | undefined): keyof typeof fonts | 'east_asian' | undefined {
  if (family === undefined) return undefined
  if (family.includes('CJK')) return [...piece].every((letter) => usualChinese().has(letter)) ? 'han' : 'east_asian'
  return family.includes('Thai') ? 'thai' : 'other'
}

let usual: ReadonlySet<string> | undefined

/** All of GB 2312, which our Chinese font has. */
function usualChinese(): ReadonlySet<string> {
  usual ??= new Set(new TextDecoder('gb18030').decode(gb2312()))
  return usual
}

/** Every byte pair of GB 2312 in order. */
function gb2312(): Uint8Array {
  const [rows, cells] = [0xf7 - 0xa0, 0xfe - 0xa0]
  return Uint8Array.from({ length: 2 * rows * cells }, (_, at) =>
    at % 2 === 0 ? 0xa1 + Math.floor(at / 2 / cells) : 0xa1 + (((at - 1) / 2) % cells),
  )
}

function pair(pdf: Pdf, label: string, value: string): void {
  const top = pdf.y
  write(pdf, label, { color: '#535e6c', width: 140 })
  pdf.y = top
  pdf.x = MARGIN + 150
  write(pdf, value, { width: WIDTH - 150 })
  pdf.x = MARGIN
  pdf.moveDown(0.3)
}

function row(pdf: Pdf, left: string, right: string, color = '#14181f'): void {
  const top = pdf.y
  write(pdf, left, { color, width: WIDTH - 150 })
  const after = pdf.y
  pdf.y = top
  pdf.x = MARGIN + WIDTH - 140
  write(pdf, right, { color, width: 140, align: 'right' })
  pdf.x = MARGIN
  pdf.y = Math.max(after, pdf.y)
  pdf.moveDown(0.3)
}

function rule(pdf: Pdf): void {
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + WIDTH, pdf.y)
    .lineWidth(0.5)
    .strokeColor('#c3cad4')
    .stroke()
  pdf.moveDown(0.6)
}
