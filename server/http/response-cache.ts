import { OK } from '#core/contract/errors.ts'
import type { Envelope } from '#core/contract/call.ts'
import type { CallName } from '#core/contract/index.ts'
import type { EventHub } from '../store/events.ts'

/**
 * Reads of tables that have change triggers: folders, files and derived files, versions, tasks, batches, projects,
 * speakers, credits, orders. A read of another table needs triggers on it first.
 */
export const cachedCalls = [
  'getBatch',
  'getInfo',
  'getProFolder',
  'getProject',
  'getTask',
  'getVersion',
  'getVideo',
  'listBatches',
  'listConsumption',
  'listFileIds',
  'listFiles',
  'listFolders',
  'listOrders',
  'listProFolders',
  'listProjects',
  'listProSubtitles',
  'listProVideos',
  'listRecentVideos',
  'listRecharges',
  'listRoles',
  'listRunning',
  'listTasks',
  'listVersions',
  'listVideos',
  'sumTasks',
] as const satisfies readonly CallName[]
const cachedNames: ReadonlySet<string> = new Set(cachedCalls)

/** Signed addresses, remaining times and days left in an answer are at most this old. */
const MAX_AGE_MS = 2000
const MAX_BYTES = 32 * 1024 ** 2
/** The ids of ten thousand files are a megabyte. */
const MAX_BYTES_EACH = 2 * 1024 ** 2

interface Entry {
  readonly answer: Promise<Buffer>
  readonly madeAt: number
  /** 0 until the answer is complete. */
  size: number
}

/** The bytes that are sent: an answer is written once for all requests. */
function bytesOf(envelope: Envelope): Buffer {
  return Buffer.from(JSON.stringify(envelope))
}

/** Whether answers of a call may be cached. */
export function isCached(name: string): boolean {
  return cachedNames.has(name)
}

/**
 * Answers as JSON, dropped when the account makes a changing call or the database reports a change of its rows. Used
 * only where that report precedes the writer's answer; equal requests in flight share one answer.
 */
export class ResponseCache {
  private readonly hub: EventHub
  private readonly entries = new Map<string, Map<string, Entry>>()
  private bytes = 0

  constructor(hub: EventHub) {
    this.hub = hub
    hub.onAccountChange((accountId) => this.forget(accountId))
  }

  async of(accountId: string, question: readonly unknown[], make: () => Promise<Envelope>): Promise<Buffer> {
    if (!this.hub.reportsChanges) return bytesOf(await make())
    const key = JSON.stringify(question)
    const there = this.entries.get(accountId)?.get(key)
    if (there && there.madeAt > Date.now() - MAX_AGE_MS) return there.answer
    if (there) this.drop(accountId, key, there)
    return this.make(accountId, key, make)
  }

  private async make(accountId: string, key: string, make: () => Promise<Envelope>): Promise<Buffer> {
    const answers = this.entries.get(accountId) ?? new Map<string, Entry>()
    this.entries.set(accountId, answers)
    const made = make().then((envelope) => ({ bytes: bytesOf(envelope), isWhole: envelope.code === OK }))
    const entry: Entry = { answer: made.then(({ bytes }) => bytes), madeAt: Date.now(), size: 0 }
    answers.set(key, entry)
    // Avoids an unhandled rejection if no caller is awaiting it.
    entry.answer.catch(() => undefined)
    try {
      const { bytes, isWhole } = await made
      if (answers.get(key) === entry && isWhole && bytes.length <= MAX_BYTES_EACH) {
        entry.size = key.length + bytes.length
        this.bytes += entry.size
        this.evict()
      } else if (answers.get(key) === entry) this.drop(accountId, key, entry)
      return bytes
    } catch (error) {
      if (answers.get(key) === entry) this.drop(accountId, key, entry)
      throw error
    }
  }

  private drop(accountId: string, key: string, { size }: Entry): void {
    const answers = this.entries.get(accountId)
    answers?.delete(key)
    if (answers?.size === 0) this.entries.delete(accountId)
    this.bytes -= size
  }

  /** Drops all answers of an account. */
  forget(accountId: string): void {
    const answers = this.entries.get(accountId)
    if (!answers) return
    for (const { size } of answers.values()) this.bytes -= size
    answers.clear()
    this.entries.delete(accountId)
  }

  /** Drops whole accounts, oldest first, until the limit holds. */
  private evict(): void {
    for (const accountId of this.entries.keys()) {
      if (this.bytes <= MAX_BYTES) return
      this.forget(accountId)
    }
  }
}
