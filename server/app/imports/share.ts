import type { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { segmentsOf } from '#core/domain/cloud-link.ts'
import { ImportFault } from './fault.ts'
import { decoded, type FoundFile } from './sources.ts'
import type { Web, WebAnswer } from './web.ts'

export interface Share {
  readonly base: string
  readonly token: string
  readonly folder: readonly string[]
}

/** A protocol of public shares. */
interface Door {
  readonly root: string
  readonly user: string
}

/** A WebDAV entry of a share. */
interface Entry {
  /** Path below the root of the share. */
  readonly segments: readonly string[]
  readonly isFolder: boolean
  readonly name: string
  readonly type: string
  readonly size: number | null
}

const MAX_FOLDERS = 200
const MAX_FILES = 1000
/** Three times the size of a listing of a thousand files. */
const MAX_ANSWER_BYTES = 1024 ** 2
/** An answer nests four tags; each further one makes prefix look-ups longer. */
const MAX_DEPTH = 20
/** Attributes of one tag: each is compared with the others. */
const MAX_ATTRIBUTES = 100
/** UTF-16 units of an address: servers refuse longer ones. */
const MAX_ADDRESS = 8192
/** Bytes of an answer parsed without a break. */
const PART_BYTES = 64 * 1024

const PROPERTIES = `<?xml version="1.0"?>
<d:propfind xmlns:d="DAV:"><d:prop>
  <d:resourcetype/><d:displayname/><d:getcontenttype/><d:getcontentlength/>
</d:prop></d:propfind>`

/** Files of a public share, with all nested folders. Throws an ImportFault. */
export async function listShare(web: Web, share: Share, password: string, signal: AbortSignal): Promise<FoundFile[]> {
  const { door, entries } = await openShare(web, share, password, signal)
  const authorization = authorizationFor(door, password)
  const files: FoundFile[] = []
  const waiting: Entry[] = [...entries]
  for (let folders = 0; waiting.length > 0 && files.length < MAX_FILES;) {
    const entry = waiting.shift()
    if (!entry) break
    if (!entry.isFolder) files.push(fileOf(entry, door, authorization))
    else if (folders++ < MAX_FOLDERS) waiting.push(...(await below(web, { door, authorization }, entry, signal)))
  }
  return files
}

/** Nextcloud's newer and older protocol and ownCloud's, in this order: servers support one or two of them. */
function doorsOf({ base, token }: Share): Door[] {
  return [
    { root: `${base}/public.php/dav/files/${token}/`, user: 'anonymous' },
    { root: `${base}/public.php/webdav/`, user: token },
    { root: `${base}/remote.php/dav/public-files/${token}/`, user: 'public' },
  ]
}

async function openShare(web: Web, share: Share, password: string, signal: AbortSignal) {
  let worst: ImportFault | undefined
  for (const door of doorsOf(share)) {
    const answer = await propfind(web, { door, authorization: authorizationFor(door, password) }, share.folder, signal)
    if (answer.status === 207) {
      const entries = await readEntries(answer, door)
      const [self] = entries
      const isFile = entries.length === 1 && self?.isFolder === false
      return { door, entries: isFile ? entries : entries.filter((entry) => isBelow(entry, share.folder)) }
    }
    answer.body.destroy()
    if (answer.status === 401 || answer.status === 403)
      worst = new ImportFault(password === '' ? 'import_password_needed' : 'import_password_wrong')
    else if (answer.status === 429 || answer.status >= 500)
      worst ??= new ImportFault('import_answered', { status: answer.status }, { isPassing: true })
  }
  throw worst ?? new ImportFault('import_not_found')
}

interface Opened {
  readonly door: Door
  readonly authorization: string
}

async function below(web: Web, opened: Opened, folder: Entry, signal: AbortSignal): Promise<Entry[]> {
  const answer = await propfind(web, opened, folder.segments, signal)
  if (answer.status === 207)
    return (await readEntries(answer, opened.door)).filter((entry) => isBelow(entry, folder.segments))
  answer.body.destroy()
  throw new ImportFault('import_answered', { status: answer.status })
}

async function propfind(
  web: Web,
  { door, authorization }: Opened,
  segments: readonly string[],
  signal: AbortSignal,
): Promise<WebAnswer> {
  return web.open({
    url: door.root + segments.map((segment) => `${encodeURIComponent(segment)}/`).join(''),
    method: 'PROPFIND',
    headers: {
      authorization,
      depth: '1',
      'content-type': 'application/xml; charset=utf-8',
      // Older servers require this header, which their own pages send.
      'x-requested-with': 'XMLHttpRequest',
    },
    body: PROPERTIES,
    signal,
  })
}

function authorizationFor({ user }: Door, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** A folder's own entry is listed among its files. */
function isBelow({ segments }: Entry, folder: readonly string[]): boolean {
  return segments.length === folder.length + 1 && folder.every((segment, at) => segments[at] === segment)
}

function fileOf({ segments, name, size, type }: Entry, { root }: Door, authorization: string): FoundFile {
  const own = segments.at(-1) ?? name
  const isNamed = /\.[a-z0-9]{1,5}$/i.test(own)
  const shown = isNamed || type !== 'video/mp4' ? own : `${own}.mp4`
  return {
    path: segments.length === 0 ? shown : [...segments.slice(0, -1), shown].join('/'),
    name: shown,
    size,
    source: { kind: 'share', address: root + segments.map(encodeURIComponent).join('/'), authorization },
  }
}

async function readEntries({ body }: WebAnswer, door: Door): Promise<Entry[]> {
  return entriesIn(body, new URL(door.root).pathname)
}

/** Parses an answer while it arrives. Throws an ImportFault if it is too long or invalid. */
export async function entriesIn(body: Readable, rootPath: string): Promise<Entry[]> {
  const reader = new EntryReader(rootPath)
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new ImportFault('import_too_many')
    for (let at = 0; at < chunk.length; at += PART_BYTES) {
      reader.write(decoder.decode(chunk.subarray(at, at + PART_BYTES), { stream: true }))
      // Lets other requests run in between.
      await turn()
    }
  }
  return reader.end()
}

/**
 * Parses a multistatus answer in chunks (RFC 4918, 14.16), keeping entries below a path. Throws an ImportFault if it is
 * invalid.
 */
export class EntryReader {
  private readonly entries: Entry[] = []
  private readonly rootPath: string
  private readonly parser = new SaxesParser({ xmlns: true })
  private open: Record<string, string> | undefined
  private text = ''
  private depth = 0
  private attributes = 0

  constructor(rootPath: string) {
    this.rootPath = rootPath
    this.parser.on('attribute', () => {
      if (++this.attributes > MAX_ATTRIBUTES) throw new ImportFault('import_unreadable')
    })
    this.parser.on('opentag', ({ uri, local }) => this.begin(uri, local))
    this.parser.on('text', (part) => void (this.text += part))
    this.parser.on('closetag', ({ uri, local }) => this.close(uri, local))
    this.parser.on('error', () => {
      throw new ImportFault('import_unreadable')
    })
  }

  write(part: string): void {
    this.parser.write(part)
  }

  end(): Entry[] {
    this.parser.close()
    return this.entries
  }

  private begin(uri: string, local: string): void {
    if (++this.depth > MAX_DEPTH) throw new ImportFault('import_unreadable')
    this.text = ''
    this.attributes = 0
    if (uri !== 'DAV:') return
    if (local === 'response') this.open = {}
    if (local === 'collection' && this.open) this.open['collection'] = 'yes'
  }

  private close(uri: string, local: string): void {
    this.depth--
    if (uri !== 'DAV:' || !this.open) return
    if (local === 'response') {
      const entry = entryOf(this.open, this.rootPath)
      if (entry) this.entries.push(entry)
      this.open = undefined
    } else if (this.text.trim() !== '') this.open[local] = this.text.trim()
  }
}

function entryOf(said: Readonly<Record<string, string>>, rootPath: string): Entry | undefined {
  const href = said['href'] ?? ''
  if (href.length > MAX_ADDRESS || !URL.canParse(href, 'https://server.invalid')) return undefined
  const segments = pathSegments(new URL(href, 'https://server.invalid').pathname)
  const root = pathSegments(rootPath)
  if (!segments || !root || root.some((segment, at) => segments[at] !== segment)) return undefined
  const size = Number(said['getcontentlength'])
  return {
    segments: segments.slice(root.length),
    isFolder: said['collection'] === 'yes',
    name: said['displayname'] ?? '',
    type: said['getcontenttype'] ?? '',
    size: said['getcontentlength'] !== undefined && Number.isSafeInteger(size) && size >= 0 ? size : null,
  }
}

/** Decoded segments of a path; undefined if one is no file name. */
function pathSegments(path: string): string[] | undefined {
  const segments: string[] = []
  for (const part of segmentsOf(path)) {
    const segment = decoded(part)
    if (segment === undefined || /[/\\\0]/.test(segment) || segment === '..' || segment === '.') return undefined
    segments.push(segment)
  }
  return segments
}
