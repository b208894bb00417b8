const MINUTE_MS = 60_000
const MAX_KEPT = 100_000

/** Counts tries to log in by account within a minute from the first one, in the memory of this process. */
export class LoginAttempts {
  private readonly perMinute: number
  private readonly counts = new Map<string, { tries: number; until: number }>()

  /** `perMinute`: wrong passwords after which an account is closed for the rest of the minute. */
  constructor(perMinute = 10) {
    this.perMinute = perMinute
  }

  /** Counts a try before its password is checked, so that tries at the same time count too; false = one too many. */
  begin(account: string): boolean {
    const count = this.counts.get(account)
    if (count && count.until > Date.now()) return ++count.tries <= this.perMinute
    this.counts.delete(account)
    this.counts.set(account, { tries: 1, until: Date.now() + MINUTE_MS })
    const [oldest] = this.counts.keys()
    if (this.counts.size > MAX_KEPT && oldest !== undefined) this.counts.delete(oldest)
    return true
  }

  succeeded(account: string): void {
    this.counts.delete(account)
  }
}
