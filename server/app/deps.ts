import type { ModelStore } from '../engines/model-store.ts'
import type { EngineRegistry } from '../engines/registry.ts'
import type { Blobs } from '../store/blobs.ts'
import type { Db } from '../store/db.ts'
import type { Queue } from '../store/queue.ts'
import type { HeavyGate } from './heavy/gate.ts'
import type { Web } from './imports/web.ts'
import type { PaymentGateway } from './payments/gateway.ts'
import type { MailSettings } from './mail/settings.ts'
import type { SecretBox } from './secret-box.ts'
import type { SignedUrls } from './signed-urls.ts'
import type { StartableTask } from './tasks/kind.ts'

/** What the application's use cases work with; the composition root makes it. */
export interface Deps {
  readonly db: Db
  readonly blobs: Blobs
  readonly queue: Queue
  readonly signedUrls: SignedUrls
  /** The engines of this machine; `offersOf` has those of all workers. */
  readonly engines: EngineRegistry
  /** Weights on this machine; undefined in a process that runs no engines. */
  readonly models: ModelStore | undefined
  /** Encrypts secrets that the server needs again. */
  readonly secrets: SecretBox
  /** Every kind of task that can be started. */
  readonly tasks: readonly StartableTask[]
  /** Reads files from other servers for imports. */
  readonly web: Web
  /** Charges orders; undefined if nothing can be bought. */
  readonly payments: PaymentGateway | undefined
  /** Seconds between attempts to deliver a webhook. */
  readonly webhookPauses: readonly number[]
  /** How letters are sent; undefined if they are not. */
  readonly mail: MailSettings | undefined
  /** The seller on invoices, a line each; empty if not configured. */
  readonly seller: readonly string[]
  /** Gigabytes of videos that an account may keep; 0 = no limit. */
  readonly accountGb: number
  /** Runs work that computes long or holds much memory. */
  readonly heavy: HeavyGate
  /** Folder for files while they are worked on. */
  readonly workDir: string
}
