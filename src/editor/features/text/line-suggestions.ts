import type { LanguageCode } from '#core/domain/languages.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { priceOfText, rates } from '#core/tasks/prices.ts'
import { call, CallFailed, idempotencyKey } from '#src/api/call.ts'
import { perEditor } from '../../context/per-editor.ts'

/** Number of requests, of some seconds each, after which no worker is taking the task. */
const ASKINGS = 8

/** State of a suggestion: ordered, or its text. */
export type Suggested = { readonly state: 'asked' } | { readonly state: 'there'; readonly text: string }

/** Lines of another version to translate for a line. */
export interface Wanted {
  readonly fileId: string
  readonly cues: readonly Cue[]
  readonly from: LanguageCode
  readonly to: LanguageCode
}

/** Whether a source line has words. */
export const isSaid = ({ text }: Cue): boolean => plainText(text).trim() !== ''

/** Credits of a suggestion for these source lines, each translated separately. */
export function suggestionPrice(cues: readonly Cue[]): number {
  return cues
    .filter(isSaid)
    .reduce((sum, { text }) => sum + priceOfText(rates.subtitle_translate, plainText(text).trim().length), 0)
}

/** Translations of single lines that the user ordered, while the editor is open. */
export class LineSuggestions {
  /** By line and source text. */
  private readonly known = new Map<string, Suggested>()
  /** Keys of orders, so that the user pays once. */
  private readonly orders = new Map<string, string>()
  private readonly listeners = new Set<() => void>()
  private count = 0

  /** For React: changes whenever a suggestion is ordered or arrives. */
  readonly version = (): number => this.count
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** The suggestion for a line with this source text. */
  of(cueId: string, source: readonly Cue[]): Suggested | undefined {
    return this.known.get(keyOf(cueId, source))
  }

  /** Orders a translation; undefined if no worker takes it in time. Rejects with a CallFailed. */
  async order(cueId: string, wanted: Wanted): Promise<string | undefined> {
    const key = keyOf(cueId, wanted.cues)
    this.note(key, { state: 'asked' })
    let text: string | undefined
    try {
      const texts = await Promise.all(wanted.cues.map((cue) => this.translated(wanted, cue)))
      text = texts.includes(undefined) ? undefined : texts.join('\n')
      return text
    } finally {
      this.note(key, text === undefined ? undefined : { state: 'there', text })
    }
  }

  /** The next request for a missing result waits for the same order, such as after a lost answer. */
  private async translated(
    { fileId: file_id, from, to }: Wanted,
    { id: cue_id, text }: Cue,
  ): Promise<string | undefined> {
    const order = JSON.stringify([file_id, cue_id, text, to])
    const idempotency_key = this.orders.get(order) ?? idempotencyKey()
    this.orders.set(order, idempotency_key)
    const input = { file_id, cue_id, source_language: from, to_language: to, idempotency_key }
    try {
      for (let asking = 1; asking <= ASKINGS; asking++) {
        const { suggestion } = await call('runLineTranslation', input)
        if (suggestion) return suggestion.text
      }
      return undefined
    } catch (error) {
      if (error instanceof CallFailed && !error.isOffline) this.orders.delete(order)
      throw error
    }
  }

  private note(key: string, suggested: Suggested | undefined): void {
    if (suggested) this.known.set(key, suggested)
    else this.known.delete(key)
    this.count++
    for (const listener of this.listeners) listener()
  }
}

const keyOf = (cueId: string, source: readonly Cue[]): string =>
  JSON.stringify([cueId, ...source.filter(isSaid).flatMap(({ id, text }) => [id, text])])

/** Suggestions in an editor. */
export const suggestionsOf = perEditor(() => new LineSuggestions())
