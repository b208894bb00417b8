import { decodeHTML } from 'entities'
import { ImportFault } from './fault.ts'
import type { Source } from './sources.ts'
import type { Web, WebAnswer } from './web.ts'

/** A byte range, and the check that the file is still the same. */
export interface Wanted {
  readonly from: number
  /** ETag of the earlier part; empty if there was none. */
  readonly etag: string
  /** The last byte, counted from 0; by default to the end. */
  readonly to?: number
}

const PAGE_BYTES = 512 * 1024

/** Opens a file on another server, past any page in front of it. Throws an ImportFault. */
export async function openFile(web: Web, source: Source, wanted: Wanted, signal: AbortSignal): Promise<WebAnswer> {
  const answer = await openAt(web, source, source.address, { wanted, signal })
  if (source.kind !== 'drive' || !isPage(answer)) return answer
  // Drive asks for confirmation before it serves large files, which it does not scan for viruses.
  const next = confirmAddress(await readPage(answer), answer.url)
  if (next === undefined) throw new ImportFault('import_drive_page')
  const confirmed = await openAt(web, source, next, { wanted, signal })
  if (!isPage(confirmed)) return confirmed
  confirmed.body.destroy()
  throw new ImportFault('import_drive_page')
}

async function openAt(
  web: Web,
  { authorization }: Source,
  url: string,
  { wanted, signal }: { wanted: Wanted; signal: AbortSignal },
): Promise<WebAnswer> {
  const { from, to, etag } = wanted
  const isPart = from > 0 || to !== undefined
  const answer = await web.open({
    url,
    headers: {
      ...(authorization !== '' && { authorization }),
      ...(isPart && { range: `bytes=${from}-${to ?? ''}` }),
      ...(isPart && etag !== '' && { 'if-range': etag }),
    },
    signal,
  })
  if (answer.status === 200 || answer.status === 206) return answer
  answer.body.destroy()
  throw faultOfStatus(answer.status)
}

function faultOfStatus(status: number): ImportFault {
  if (status === 404 || status === 410) return new ImportFault('import_not_found')
  if (status === 401 || status === 403) return new ImportFault('import_forbidden')
  return new ImportFault('import_answered', { status }, { isPassing: status === 429 || status >= 500 })
}

/** Whether an answer is an HTML page. */
export function isPage(answer: WebAnswer): boolean {
  return /^\s*text\/html/i.test(answer.header('content-type'))
}

async function readPage(answer: WebAnswer): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > PAGE_BYTES) break
  }
  answer.body.destroy()
  return Buffer.concat(chunks).toString('utf8')
}

/** The target of the form on Drive's virus page; undefined if the page has none. */
export function confirmAddress(page: string, from: string): string | undefined {
  const [, form = ''] = /<form([^>]*\bid="download-form"[^>]*)>/i.exec(page) ?? []
  const action = attribute(form, 'action')
  if (action === undefined || !URL.canParse(action, from)) return undefined
  const address = new URL(action, from)
  for (const [, input = ''] of page.matchAll(/<input([^>]*)>/gi)) {
    const name = attribute(input, 'name')
    if (attribute(input, 'type') === 'hidden' && name !== undefined)
      address.searchParams.set(name, attribute(input, 'value') ?? '')
  }
  return address.href
}

function attribute(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag) ?? []
  return value === undefined ? undefined : decodeHTML(value)
}
