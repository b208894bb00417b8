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
  /** The engines of this machine; what all workers offer is in `offersOf`. */
  readonly engines: EngineRegistry
  /** Weights on this machine; undefined in a process that runs no engines. */
  readonly models: ModelStore | undefined
  /** Seals secrets that the server itself needs again. */
  readonly secrets: SecretBox
  /** Every kind of task that can be started. */
  readonly tasks: readonly StartableTask[]
  /** Servers of other people, from which files are imported. */
  readonly web: Web
  /** Takes the money of orders; undefined where nothing can be bought. */
  readonly payments: PaymentGateway | undefined
  /** Seconds between the attempts to tell a webhook something. */
  readonly webhookPauses: readonly number[]
  /** How letters are sent; undefined where they are not. */
  readonly mail: MailSettings | undefined
  /** Who sells the credits, as invoices say it, a line each; empty where nobody said it. */
  readonly seller: readonly string[]
  /** Gigabytes of videos that an account keeps; 0 = any number. */
  readonly accountGb: number
  /** What computes long or holds much goes through it. */
  readonly heavy: HeavyGate
  /** Folder for files while they are worked on. */
  readonly workDir: string
}
