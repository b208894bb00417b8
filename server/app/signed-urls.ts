import { createHmac, timingSafeEqual } from 'node:crypto'
import { scopeOf } from '../store/blobs.ts'

const HOUR = 60 * 60 * 1000
const LIFETIME = 6 * HOUR

export const MEDIA_PREFIX = '/media/'
export const PART_PREFIX = '/upload/'
export const AVATAR_PREFIX = '/avatar/'
export const BATCH_PREFIX = '/batch/'
export const FOLDER_PREFIX = '/folder/'
export const TASKS_PREFIX = '/results/'

const nameOf = (expires: number | string, key: string, name: string): string => `name ${expires} ${key} ${name}`

/** Makes and checks the addresses that players and uploads use: they can't send a token header. */
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

  /** Address of a blob; one signature opens its whole scope. Stable for an hour, so that caches can keep it. */
  media(key: string | null, downloadName?: string): string {
    if (!key) return ''
    const expires = Math.ceil(Date.now() / HOUR) * HOUR + LIFETIME
    const query = downloadName
      ? `?download=${encodeURIComponent(downloadName)}&named=${this.sign(nameOf(expires, key, downloadName))}`
      : ''
    return `${MEDIA_PREFIX}${expires}/${this.sign(`media ${expires} ${scopeOf(key)}`)}/${key}${query}`
  }

  allowsMedia(expires: string, signature: string, key: string): boolean {
    return Number(expires) > Date.now() && this.matches(`media ${expires} ${scopeOf(key)}`, signature)
  }

  /** Whether the address was made with this name of a download: else it would hand a film out as a program. */
  allowsName(expires: string, key: string, name: string, signature: string): boolean {
    return this.matches(nameOf(expires, key, name), signature)
  }

  part(uploadId: string, part: number): string {
    const expires = Date.now() + LIFETIME
    return `${PART_PREFIX}${uploadId}/${part}?expires=${expires}&signature=${this.sign(`part ${expires} ${uploadId} ${part}`)}`
  }

  avatar(id: string): string {
    const expires = Date.now() + LIFETIME
    return `${AVATAR_PREFIX}${id}?expires=${expires}&signature=${this.sign(`avatar ${expires} ${id}`)}`
  }

  allowsAvatar(id: string, expires: string, signature: string): boolean {
    return Number(expires) > Date.now() && this.matches(`avatar ${expires} ${id}`, signature)
  }

  /** Address of what a batch made. */
  batch(id: string): string {
    const expires = Math.ceil(Date.now() / HOUR) * HOUR + LIFETIME
    return `${BATCH_PREFIX}${id}?expires=${expires}&signature=${this.sign(`batch ${expires} ${id}`)}`
  }

  allowsBatch(id: string, expires: string, signature: string): boolean {
    return Number(expires) > Date.now() && this.matches(`batch ${expires} ${id}`, signature)
  }

  /** Address of files of a folder that the user asked for. */
  folder(id: string): string {
    const expires = Date.now() + LIFETIME
    return `${FOLDER_PREFIX}${id}?expires=${expires}&signature=${this.sign(`folder ${expires} ${id}`)}`
  }

  allowsFolder(id: string, expires: string, signature: string): boolean {
    return Number(expires) > Date.now() && this.matches(`folder ${expires} ${id}`, signature)
  }

  /** Address of what some tasks made that the user asked for. */
  tasks(id: string): string {
    const expires = Date.now() + LIFETIME
    return `${TASKS_PREFIX}${id}?expires=${expires}&signature=${this.sign(`tasks ${expires} ${id}`)}`
  }

  allowsTasks(id: string, expires: string, signature: string): boolean {
    return Number(expires) > Date.now() && this.matches(`tasks ${expires} ${id}`, signature)
  }

  allowsPart(uploadId: string, part: string, expires: string, signature: string): boolean {
    return Number(expires) > Date.now() && this.matches(`part ${expires} ${uploadId} ${part}`, signature)
  }
}
