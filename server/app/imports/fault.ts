/** The file itself is at fault; a retry would fail again. */
const FINAL = new Set(['import_not_mp4', 'import_is_page', 'file_too_large', 'file_too_small'])

/** Why a file can't be fetched; `key` is in the `errors` catalogue. */
export class ImportFault extends Error {
  readonly key: string
  readonly params: Record<string, string | number>
  /** Whether a retry may succeed. */
  readonly isPassing: boolean
  constructor(key: string, params: Record<string, string | number> = {}, { isPassing = false } = {}) {
    super(key)
    this.key = key
    this.params = params
    this.isPassing = isPassing
  }

  /** Whether a retry can't help. */
  get isFinal(): boolean {
    return FINAL.has(this.key)
  }
}
