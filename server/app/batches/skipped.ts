import type { Batch } from '#core/contract/batch.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import { translateMessage } from '../messages.ts'
import type { Scope } from '../scope.ts'

/** The caller, and the language of messages. */
export type Caller = Pick<Scope, 'accountId' | 'language' | 'keyId'>

/** A video for which a batch started no task. */
export interface Skipped {
  readonly video_id: string
  readonly language: string
  /** Key and parameters of the message, resolved in the reader's language. */
  readonly key: string
  readonly params: Record<string, string | number>
}

/** The reasons in the reader's language. */
export function describeSkipped(skipped: readonly Skipped[], language: InterfaceLanguage): Batch['skipped'] {
  return skipped.map(({ key, params, ...cell }) => ({ ...cell, reason: translateMessage(language, key, params) }))
}
