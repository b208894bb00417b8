import type { Readable } from 'node:stream'

export interface UploadTarget {
  /** Key that the finished file will have. */
  readonly key: string
  readonly uploadId: string
  readonly storageId: string
  readonly size: number
  readonly partSize: number
}

/**
 * Where files live. Keys look like `scope/id/name`; the first two segments are what one signature opens, so that a
 * playlist and its segments share one.
 */
export interface Blobs {
  readonly kind: 'disk' | 's3'
  /** Takes a local file over (it is gone afterwards). */
  put(key: string, path: string): Promise<void>
  /** A local path with the blob's content; `folder` is where a copy may be made. */
  localPath(key: string, folder: string): Promise<string>
  has(key: string): Promise<boolean>
  remove(scope: string): Promise<void>
  /** Path that the API process can serve itself, or the address to send the browser to. */
  serve(key: string, downloadName: string | undefined): Promise<{ path: string } | { address: string }>

  beginUpload(target: Omit<UploadTarget, 'storageId'>): Promise<string>
  /** Signed address for one part, or undefined where the API process takes the parts. */
  partAddress(target: UploadTarget, part: number): Promise<string | undefined>
  /** Only where `partAddress` is undefined. */
  writePart(target: UploadTarget, part: number, body: Readable): Promise<void>
  /** Numbers of the parts that arrived whole, in order. */
  listParts(target: UploadTarget): Promise<number[]>
  /**
   * Joins the parts to the finished file, which nothing that was sent or is being sent can change afterwards. May be
   * called again, also by another process: the first one counts. Throws ShortPart where parts are missing.
   */
  completeUpload(target: UploadTarget): Promise<void>
  abortUpload(target: UploadTarget): Promise<void>
}

/** Thrown for a key that has no file. */
export class BlobMissing extends Error {}

/** A part that broke off, or parts that are missing; the caller sends them again. */
export class ShortPart extends Error {}

/** How many parts an upload of so many bytes has; one for an empty file. */
export function partCount(size: number, partSize: number): number {
  return Math.max(1, Math.ceil(size / partSize))
}

/** Bytes of a part, counted from 1; the last one is shorter. */
export function partLength(target: UploadTarget, part: number): number {
  return Math.min(target.partSize, target.size - (part - 1) * target.partSize)
}

/** A key made of safe segments only; anything else is a fault of ours or an attack. */
export function checkKey(key: string): string {
  if (!/^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*)(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*){1,4}$/.test(key)) {
    throw new BlobMissing(`Bad blob key ${JSON.stringify(key)}`)
  }
  return key
}

/** The first two segments of a key: what belongs together and is removed together. */
export function scopeOf(key: string): string {
  return checkKey(key).split('/').slice(0, 2).join('/')
}
