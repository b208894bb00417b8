import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import PdfFile from 'pdfkit'
import { formatMoney, hasInvoice } from '#core/domain/orders.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import { translateMessage } from '../messages.ts'
import { Refusal } from '../refusal.ts'
import { own, type Scope } from '../scope.ts'
import type { OrderRow } from './settle.ts'

const require = createRequire(import.meta.url)
const latinFolder = dirname(require.resolve('@expo-google-fonts/noto-sans/package.json'))
const fonts = {
  latin: join(latinFolder, '400Regular', 'NotoSans_400Regular.ttf'),
  bold: join(latinFolder, '700Bold', 'NotoSans_700Bold.ttf'),
  han: join(import.meta.dirname, 'noto-sans-sc.ttf'),
}

const MARGIN = 56
const WIDTH = 595.28 - 2 * MARGIN

/** An invoice as a file: its bytes in Base64. */
export async function invoiceFile(
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
  const bytes = await drawInvoice(order, billedTo, language)
  return { file_name: `${invoiceNumber(order)}.pdf`, content: bytes.toString('base64') }
}

function invoiceNumber({ paid_at, created_at, invoice_number }: OrderRow): string {
  const year = (paid_at ?? created_at).getUTCFullYear()
  return `CL-${year}-${String(invoice_number).padStart(6, '0')}`
}

type Pdf = InstanceType<typeof PdfFile>

async function drawInvoice(order: OrderRow, billedTo: readonly string[], language: InterfaceLanguage): Promise<Buffer> {
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
  write(pdf, 'Cuelane', { size: 20, isBold: true })
  write(pdf, word('invoice'), { size: 14, color: '#535e6c' })
  if (order.gateway === 'test') write(pdf, word('receipt_test'), { size: 11, color: '#9c1f2d', isBold: true })
  pdf.moveDown(1.5)
  const date = new Intl.DateTimeFormat(language === 'zh_cn' ? 'zh-CN' : 'en', { dateStyle: 'long', timeZone: 'UTC' })
  pair(pdf, word('invoice_number'), invoiceNumber(order))
  pair(pdf, word('invoice_date'), date.format(order.paid_at ?? order.created_at))
  pair(pdf, word('invoice_order'), order.id)
  for (const [at, line] of billedTo.entries()) pair(pdf, at === 0 ? word('invoice_to') : '', line)
  pdf.moveDown(1.5)
  rule(pdf)
  row(pdf, word('invoice_item'), word('invoice_amount'), '#535e6c')
  rule(pdf)
  row(pdf, word('order_title', { credits: order.credits }), formatMoney(order.amount, order.currency))
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

/** A text in the fonts that its letters need: the one of the company's script has no Han, that of Han no Cyrillic. */
function write(
  pdf: Pdf,
  text: string,
  { size = 10, color = '#14181f', isBold = false, width = WIDTH, align = 'left' }: Look,
) {
  pdf.fontSize(size).fillColor(color)
  const runs = text.match(/[\p{Script=Han}\p{P}￥、。，：（）]+|[^\p{Script=Han}、。，：（）]+/gu) ?? ['']
  const isHan = (run: string): boolean => /[\p{Script=Han}、。，：（）￥]/u.test(run)
  for (const [at, run] of runs.entries()) {
    pdf.font(isHan(run) ? 'han' : isBold ? 'bold' : 'latin')
    pdf.text(run, { width, align, continued: at < runs.length - 1 })
  }
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
