import { OK } from '#core/contract/errors.ts'
import type { Envelope } from '#core/contract/call.ts'
import type { CallName } from '#core/contract/index.ts'
import type { EventHub } from '../store/events.ts'

/** Reads that show nothing but an account's folders, files, versions and tasks, and change nothing. */
const keptCalls: ReadonlySet<string> = new Set<CallName>([
  'getVersion',
  'getVideo',
  'listFileIds',
  'listFiles',
  'listFolders',
  'listRecentVideos',
  'listRunning',
  'listTasks',
  'listVersions',
  'listVideos',
  'sumTasks',
])

/** Addresses, remaining times and days left in an answer are as old as this at most. */
const MAX_AGE_MS = 2000
const MAX_CHARACTERS = 16 * 1024 ** 2
const MAX_CHARACTERS_EACH = 512 * 1024

interface Kept {
  readonly answer: Promise<string>
  readonly madeAt: number
  /** 0 while it is being made. */
  size: number
}

/** Whether answers of a call may be kept. */
export function isKept(name: string): boolean {
  return keptCalls.has(name)
}

/**
 * Answers as JSON, each until its account makes any call that may change something, or the database tells of a change of
 * its rows. Only where it tells before the change is known to be made: there nobody reads an answer that is older than
 * what they wrote. The same question that is asked again while it is being answered is answered once.
 */
export class KeptAnswers {
  private readonly hub: EventHub
  private readonly kept = new Map<string, Map<string, Kept>>()
  private characters = 0

  constructor(hub: EventHub) {
    this.hub = hub
    hub.onAccountChange((accountId) => this.forget(accountId))
  }

  async of(accountId: string, question: readonly unknown[], make: () => Promise<Envelope>): Promise<string> {
    if (!this.hub.tellsChanges) return JSON.stringify(await make())
    const key = JSON.stringify(question)
    const there = this.kept.get(accountId)?.get(key)
    if (there && there.madeAt > Date.now() - MAX_AGE_MS) return there.answer
    if (there) this.drop(accountId, key, there)
    return this.make(accountId, key, make)
  }

  private async make(accountId: string, key: string, make: () => Promise<Envelope>): Promise<string> {
    const answers = this.kept.get(accountId) ?? new Map<string, Kept>()
    this.kept.set(accountId, answers)
    const made = make().then((envelope) => ({ text: JSON.stringify(envelope), isWhole: envelope.code === OK }))
    const entry: Kept = { answer: made.then(({ text }) => text), madeAt: Date.now(), size: 0 }
    answers.set(key, entry)
    // Whoever waits for it hears of the failure; it may be nobody.
    entry.answer.catch(() => undefined)
    try {
      const { text, isWhole } = await made
      if (answers.get(key) === entry && isWhole && text.length <= MAX_CHARACTERS_EACH) {
        entry.size = key.length + text.length
        this.characters += entry.size
        this.makeRoom()
      } else if (answers.get(key) === entry) this.drop(accountId, key, entry)
      return text
    } catch (error) {
      if (answers.get(key) === entry) this.drop(accountId, key, entry)
      throw error
    }
  }

  private drop(accountId: string, key: string, { size }: Kept): void {
    const answers = this.kept.get(accountId)
    answers?.delete(key)
    if (answers?.size === 0) this.kept.delete(accountId)
    this.characters -= size
  }

  /** Something of the account changed. */
  forget(accountId: string): void {
    const answers = this.kept.get(accountId)
    if (!answers) return
    for (const { size } of answers.values()) this.characters -= size
    answers.clear()
    this.kept.delete(accountId)
  }

  /** Forgets accounts, those first whose answers were first kept. */
  private makeRoom(): void {
    for (const accountId of this.kept.keys()) {
      if (this.characters <= MAX_CHARACTERS) return
      this.forget(accountId)
    }
  }
}
