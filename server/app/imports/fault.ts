/** What is wrong with the file itself: it would be the same another time. */
const FINAL = new Set(['import_not_mp4', 'import_is_page', 'file_too_large', 'file_too_small'])

/** Why something can't be fetched from another server; `key` is in the `errors` catalogue. */
export class ImportFault extends Error {
  readonly key: string
  readonly params: Record<string, string | number>
  /** Whether it may go well in a moment. */
  readonly isPassing: boolean
  constructor(key: string, params: Record<string, string | number> = {}, { isPassing = false } = {}) {
    super(key)
    this.key = key
    this.params = params
    this.isPassing = isPassing
  }

  /** Whether trying again can't help. */
  get isFinal(): boolean {
    return FINAL.has(this.key)
  }
}
