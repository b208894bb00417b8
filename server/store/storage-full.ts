/** A disk, a quota or the database has no room. */
export class StorageFull extends Error {}

/** Of the file system, and PostgreSQL's `disk_full`. */
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100'])
/** What PostgreSQL says where a full disk reaches us under another code, as of the embedded database's log. */
const TEXT = /No space left on device|ENOSPC|disk full/i

/** Whether an error, or one that caused it, says that there is no room. */
export function isStorageFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = 'code' in at ? at.code : undefined
    if (at instanceof StorageFull || (typeof code === 'string' && CODES.has(code)) || TEXT.test(at.message)) return true
  }
  return false
}
