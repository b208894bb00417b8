/** A file that can't become subtitles, and why. */
export class FileUnreadable extends Error {
  readonly reason: 'too_large' | 'no_subtitles' | 'empty' | 'late'
  /** Size limit in megabytes. */
  readonly limit: number
  constructor(reason: FileUnreadable['reason'], maxBytes = 0) {
    super(reason)
    this.reason = reason
    this.limit = maxBytes / 1024 ** 2
  }
}
