/** A file on another server as it is kept until it has been fetched. */
export interface Source {
  readonly kind: 'file' | 'dropbox' | 'drive' | 'share'
  readonly address: string
  /** The header that opens it; empty where it is open to all. */
  readonly authorization: string
}

/** A file that a link leads to. */
export interface FoundFile {
  /** In its share, with slashes; the name alone where it stands by itself. */
  readonly path: string
  readonly name: string
  /** In bytes; null where the server does not say. */
  readonly size: number | null
  readonly source: Source
}

/** A video in this format begins with the size of its first box and the name of that. */
const HEAD_BYTES = 12

/** Whether the first bytes of a file are those of an mp4; undefined while there are too few to say. */
export function isMp4(head: Buffer): boolean | undefined {
  return head.length < HEAD_BYTES ? undefined : head.toString('latin1', 4, 8) === 'ftyp'
}

/** The name that a server gives a file to save it under (RFC 6266); undefined where it gives none. */
export function nameInDisposition(header: string): string | undefined {
  const [, encoded] = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(header) ?? []
  const [, quoted, plain] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header) ?? []
  const name = (encoded === undefined ? undefined : decoded(encoded.trim())) ?? quoted?.replace(/\\(.)/g, '$1') ?? plain
  return name?.trim().split(/[/\\]/).pop() || undefined
}

/** A part of an address as text; undefined where its escapes are no UTF-8. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
