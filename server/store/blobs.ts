import type { Readable } from 'node:stream'

export interface UploadTarget {
  /** Key of the finished file. */
  readonly key: string
  readonly uploadId: string
  readonly storageId: string
  readonly size: number
  readonly partSize: number
}

/**
 * Stores files by keys like `scope/id/name`; one signature opens the first two segments, so that a playlist and its
 * segments share one.
 */
export interface Blobs {
  readonly kind: 'disk' | 's3'
  /** Moves a local file into the store. */
  put(key: string, path: string): Promise<void>
  /** A local path with the blob's content; a copy goes into `folder`. */
  localPath(key: string, folder: string): Promise<string>
  has(key: string): Promise<boolean>
  remove(scope: string): Promise<void>
  /** A path that the API process serves, or an address to redirect to. */
  serve(key: string, downloadName: string | undefined): Promise<{ path: string } | { address: string }>

  beginUpload(target: Omit<UploadTarget, 'storageId'>): Promise<string>
  /** Signed address for one part, or undefined if the API process receives the parts. */
  partAddress(target: UploadTarget, part: number): Promise<string | undefined>
  /** Only if `partAddress` is undefined. */
  writePart(target: UploadTarget, part: number, body: Readable): Promise<void>
  /** Numbers of the complete parts, in order. */
  listParts(target: UploadTarget): Promise<number[]>
  /**
   * Joins the parts to the finished file, which later writes can't change. May be repeated, also by another process: the
   * first one counts. Throws ShortPart if parts are missing.
   */
  completeUpload(target: UploadTarget): Promise<void>
  abortUpload(target: UploadTarget): Promise<void>
}

/** Thrown for a key that has no file. */
export class BlobMissing extends Error {}

/** A truncated or missing part; the caller sends it again. */
export class ShortPart extends Error {}

/** Number of parts of an upload of this size; one for an empty file. */
export function partCount(size: number, partSize: number): number {
  return Math.max(1, Math.ceil(size / partSize))
}

/** Bytes of a part, counted from 1; the last one is shorter. */
export function partLength(target: UploadTarget, part: number): number {
  return Math.min(target.partSize, target.size - (part - 1) * target.partSize)
}

/** A key of safe segments only; anything else is a bug or an attack. */
export function checkKey(key: string): string {
  if (!/^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*)(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*){1,4}$/.test(key)) {
    throw new BlobMissing(`Bad blob key ${JSON.stringify(key)}`)
  }
  return key
}

/** The first two segments of a key: files that belong together and are removed together. */
export function scopeOf(key: string): string {
  return checkKey(key).split('/').slice(0, 2).join('/')
}
