import { createHmac, timingSafeEqual } from 'node:crypto'
import { scopeOf } from '../store/blobs.ts'
import { readerNow } from './readers.ts'

const HOUR = 60 * 60 * 1000
const LIFETIME = 6 * HOUR

export const MEDIA_PREFIX = '/media/'
export const PART_PREFIX = '/upload/'
export const AVATAR_PREFIX = '/avatar/'
/** Zips written while they are sent: results of a batch, files of a folder, results of tasks. */
export const zipPrefixes = { batch: '/batch/', folder: '/folder/', tasks: '/results/' } as const
export type ZipKind = keyof typeof zipPrefixes

/** The signed purpose of an address. */
export interface Grant {
  /** The reader, as `readerNow` writes it; empty for an anonymous request. */
  readonly reader: string
  /** The video that the file belongs to, which the reader must still have access to; empty for the reader's own file. */
  readonly videoId: string
}

const grantText = (expires: number, { reader, videoId }: Grant): string => [expires, reader, videoId].join('.')
const nameOf = (grant: string, key: string, name: string): string => `name ${grant} ${key} ${name}`

/** Constant within an hour, so that caches can keep the address. */
const wholeHours = (): number => Math.ceil(Date.now() / HOUR) * HOUR + LIFETIME

/** Signs and checks addresses for players and uploads, which can't send a token header. */
export class SignedUrls {
  private readonly secret: string

  constructor(secret: string) {
    this.secret = secret
  }

  private sign(text: string): string {
    return createHmac('sha256', this.secret).update(text).digest('base64url')
  }

  private matches(text: string, signature: string): boolean {
    const expected = Buffer.from(this.sign(text))
    const given = Buffer.from(signature)
    return expected.length === given.length && timingSafeEqual(expected, given)
  }

  /** The content of a grant with a valid signature that has not expired. */
  private read(grant: string, text: string, signature: string): Grant | undefined {
    const [expires, reader = '', videoId = ''] = grant.split('.')
    return Number(expires) > Date.now() && this.matches(text, signature) ? { reader, videoId } : undefined
  }

  /** Address of a blob; one signature opens its whole scope. `videoId` is the video that gives the reader access. */
  media(key: string | null, { download, videoId = '' }: { download?: string; videoId?: string } = {}): string {
    if (!key) return ''
    const grant = grantText(wholeHours(), { reader: readerNow(), videoId })
    const query = download
      ? `?download=${encodeURIComponent(download)}&named=${this.sign(nameOf(grant, key, download))}`
      : ''
    return `${MEDIA_PREFIX}${grant}/${this.sign(`media ${grant} ${scopeOf(key)}`)}/${key}${query}`
  }

  readMedia(grant: string, signature: string, key: string): Grant | undefined {
    return this.read(grant, `media ${grant} ${scopeOf(key)}`, signature)
  }

  /** Whether the address was signed for this download name: else a video could be served as a program. */
  allowsName(grant: string, key: string, name: string, signature: string): boolean {
    return this.matches(nameOf(grant, key, name), signature)
  }

  part(uploadId: string, part: number): string {
    const expires = Date.now() + LIFETIME
    return `${PART_PREFIX}${uploadId}/${part}?expires=${expires}&signature=${this.sign(`part ${expires} ${uploadId} ${part}`)}`
  }

  allowsPart(uploadId: string, part: string, expires: string, signature: string): boolean {
    return Number(expires) > Date.now() && this.matches(`part ${expires} ${uploadId} ${part}`, signature)
  }

  avatar(id: string): string {
    const expires = Date.now() + LIFETIME
    return `${AVATAR_PREFIX}${id}?expires=${expires}&signature=${this.sign(`avatar ${expires} ${id}`)}`
  }

  allowsAvatar(id: string, expires: string, signature: string): boolean {
    return Number(expires) > Date.now() && this.matches(`avatar ${expires} ${id}`, signature)
  }

  /** Address of a zip that the reader may request. */
  zip(kind: ZipKind, id: string): string {
    const grant = grantText(wholeHours(), { reader: readerNow(), videoId: '' })
    return `${zipPrefixes[kind]}${id}?expires=${grant}&signature=${this.sign(`${kind} ${grant} ${id}`)}`
  }

  readZip(kind: ZipKind, id: string, grant: string, signature: string): Grant | undefined {
    return this.read(grant, `${kind} ${grant} ${id}`, signature)
  }
}
