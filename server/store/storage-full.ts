/** A full disk, quota or database. */
export class StorageFull extends Error {}

/** Of the file system, and PostgreSQL's `disk_full`. */
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100'])
/** PostgreSQL's message when a full disk has another code, as in the embedded database's log. */
const TEXT = /No space left on device|ENOSPC|disk full/i

/** Whether an error, or its cause, means a full disk. */
export function isStorageFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = 'code' in at ? at.code : undefined
    if (at instanceof StorageFull || (typeof code === 'string' && CODES.has(code)) || TEXT.test(at.message)) return true
  }
  return false
}
