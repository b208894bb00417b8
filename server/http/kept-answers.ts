import { OK } from '#core/contract/errors.ts'
import type { Envelope } from '#core/contract/call.ts'
import type { CallName } from '#core/contract/index.ts'
import type { EventHub } from '../store/events.ts'

/**
 * Reads that show only rows whose changes the database tells of: folders, files and what was made of them, versions, tasks,
 * batches, projects, speakers, credits and orders. A read that shows rows of another table needs triggers on it first.
 */
export const keptCalls = [
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
const keptNames: ReadonlySet<string> = new Set(keptCalls)

/** Addresses, remaining times and days left in an answer are as old as this at most. */
const MAX_AGE_MS = 2000
const MAX_BYTES = 32 * 1024 ** 2
/** The ids of ten thousand files are a megabyte. */
const MAX_BYTES_EACH = 2 * 1024 ** 2

interface Kept {
  readonly answer: Promise<Buffer>
  readonly madeAt: number
  /** 0 while it is being made. */
  size: number
}

/** As it is sent: written once, however often it is asked for. */
function bytesOf(envelope: Envelope): Buffer {
  return Buffer.from(JSON.stringify(envelope))
}

/** Whether answers of a call may be kept. */
export function isKept(name: string): boolean {
  return keptNames.has(name)
}

/**
 * Answers as JSON, each until its account makes any call that may change something, or the database tells of a change of
 * its rows. Only where it tells before the change is known to be made: there nobody reads an answer that is older than
 * what they wrote. The same question that is asked again while it is being answered is answered once.
 */
export class KeptAnswers {
  private readonly hub: EventHub
  private readonly kept = new Map<string, Map<string, Kept>>()
  private bytes = 0

  constructor(hub: EventHub) {
    this.hub = hub
    hub.onAccountChange((accountId) => this.forget(accountId))
  }

  async of(accountId: string, question: readonly unknown[], make: () => Promise<Envelope>): Promise<Buffer> {
    if (!this.hub.tellsChanges) return bytesOf(await make())
    const key = JSON.stringify(question)
    const there = this.kept.get(accountId)?.get(key)
    if (there && there.madeAt > Date.now() - MAX_AGE_MS) return there.answer
    if (there) this.drop(accountId, key, there)
    return this.make(accountId, key, make)
  }

  private async make(accountId: string, key: string, make: () => Promise<Envelope>): Promise<Buffer> {
    const answers = this.kept.get(accountId) ?? new Map<string, Kept>()
    this.kept.set(accountId, answers)
    const made = make().then((envelope) => ({ bytes: bytesOf(envelope), isWhole: envelope.code === OK }))
    const entry: Kept = { answer: made.then(({ bytes }) => bytes), madeAt: Date.now(), size: 0 }
    answers.set(key, entry)
    // Those who wait for it hear of the failure; there may be none.
    entry.answer.catch(() => undefined)
    try {
      const { bytes, isWhole } = await made
      if (answers.get(key) === entry && isWhole && bytes.length <= MAX_BYTES_EACH) {
        entry.size = key.length + bytes.length
        this.bytes += entry.size
        this.makeRoom()
      } else if (answers.get(key) === entry) this.drop(accountId, key, entry)
      return bytes
    } catch (error) {
      if (answers.get(key) === entry) this.drop(accountId, key, entry)
      throw error
    }
  }

  private drop(accountId: string, key: string, { size }: Kept): void {
    const answers = this.kept.get(accountId)
    answers?.delete(key)
    if (answers?.size === 0) this.kept.delete(accountId)
    this.bytes -= size
  }

  /** Something of the account changed. */
  forget(accountId: string): void {
    const answers = this.kept.get(accountId)
    if (!answers) return
    for (const { size } of answers.values()) this.bytes -= size
    answers.clear()
    this.kept.delete(accountId)
  }

  /** Forgets accounts, those first whose answers were first kept. */
  private makeRoom(): void {
    for (const accountId of this.kept.keys()) {
      if (this.bytes <= MAX_BYTES) return
      this.forget(accountId)
    }
  }
}
