/** A file on another server, kept until it is fetched. */
export interface Source {
  readonly kind: 'file' | 'dropbox' | 'drive' | 'share'
  readonly address: string
  /** The authorization header; empty for a public file. */
  readonly authorization: string
}

/** A file behind a link. */
export interface FoundFile {
  /** Path in its share; the name alone for a single file. */
  readonly path: string
  readonly name: string
  /** In bytes; null if unknown. */
  readonly size: number | null
  readonly source: Source
}

/** An mp4 begins with its first box's size and type. */
const HEAD_BYTES = 12

/** Whether the first bytes are those of an mp4; undefined while there are too few. */
export function isMp4(head: Buffer): boolean | undefined {
  return head.length < HEAD_BYTES ? undefined : head.toString('latin1', 4, 8) === 'ftyp'
}

/** The file name of a Content-Disposition header (RFC 6266); undefined if it has none. */
export function nameInDisposition(header: string): string | undefined {
  const [, encoded] = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(header) ?? []
  const [, quoted, plain] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header) ?? []
  const name = (encoded === undefined ? undefined : decoded(encoded.trim())) ?? quoted?.replace(/\\(.)/g, '$1') ?? plain
  return name?.trim().split(/[/\\]/).pop() || undefined
}

/** A decoded part of an address; undefined if its escapes are no UTF-8. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
