import * as Comlink from 'comlink'
import * as z from 'zod/mini'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import type { Patch } from '#core/subtitle/cue/patch.ts'
import type { SpelledWord } from '#core/subtitle/text/spelling.ts'
import type { SpellingWorker } from '#workers/spelling/spelling.worker.ts'
import { stored } from '#src/ui/stored.ts'
import { followText } from '../../model/follow-text.ts'
import type { EditorSession } from '../../model/session.ts'
import { browserWords, folderWords, type OwnWords, type WordStore } from './own-words.ts'
import { perEditor } from '../../context/per-editor.ts'

/** `none`: the language has no dictionary. `failed`: it could not be loaded. */
export type SpellingState = 'off' | 'none' | 'loading' | 'ready' | 'failed'

interface Parts {
  readonly session: EditorSession
  readonly language: string
  readonly words: WordStore
  readonly onFailure: (error: unknown) => void
}

const switchSetting = stored('cuelane-spelling', z.boolean(), true)
const nothingKnown: OwnWords = { terms: [], known: new Set() }

/** Unknown words of the open version. The dictionary loads on first use; from then on a worker checks each edit. */
export class Spelling {
  private readonly parts: Parts
  private current: SpellingState = 'off'
  private unknown = new Map<string, readonly SpelledWord[]>()
  private readonly ignored = new Set<string>()
  private own = nothingKnown
  private worker: Comlink.Remote<SpellingWorker> | undefined
  private end: (() => void) | undefined
  private opening: Promise<void> | undefined
  /** Incremented on closing, so that pending results are dropped. */
  private round = 0
  private changes = 0
  private readonly listeners = new Set<() => void>()

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** Whether the user has spelling switched on. */
  get isWanted(): boolean {
    return switchSetting.get()
  }

  /** Terms of the folder for the language. */
  get terms(): OwnWords['terms'] {
    return this.own.terms
  }

  /** Loads the dictionary and checks the text, once; resolves when that is done or fails. */
  open(): Promise<void> {
    if (!this.isWanted) return Promise.resolve()
    return (this.opening ??= this.begin())
  }

  toggle(): void {
    switchSetting.set(!this.isWanted)
    if (this.isWanted) void this.open()
    else this.close()
  }

  /** Terminates the worker. */
  close(): void {
    this.round++
    this.end?.()
    this.end = undefined
    this.worker = undefined
    this.opening = undefined
    this.unknown = new Map()
    this.show('off')
  }

  /** Unknown words of a cue, in its current text. */
  of({ id, text }: Pick<Cue, 'id' | 'text'>): readonly SpelledWord[] {
    const words = this.unknown.get(id) ?? []
    return words.filter(({ word, from, to }) => !this.isRight(word) && text.slice(from, to) === word)
  }

  /** Number of cues with unknown words. */
  get count(): number {
    let count = 0
    for (const words of this.unknown.values()) if (words.some(({ word }) => !this.isRight(word))) count++
    return count
  }

  async suggestions(word: string): Promise<readonly string[]> {
    return (await this.worker?.suggest(word)) ?? []
  }

  /** Treats the word as right until the version is closed. */
  ignore(word: string): void {
    this.ignored.add(word.toLowerCase())
    this.show(this.current)
  }

  /** Adds the word to the user's words. */
  async add(word: string): Promise<void> {
    try {
      this.own = await this.parts.words.add(word)
      this.show(this.current)
    } catch (error) {
      this.parts.onFailure(error)
    }
  }

  /** Loads the terms of the folder, also without a dictionary. */
  async readTerms(): Promise<void> {
    try {
      this.own = await this.parts.words.read()
      this.show(this.current)
    } catch (error) {
      this.parts.onFailure(error)
    }
  }

  /** For React. */
  readonly state = (): SpellingState => this.current
  readonly version = (): number => this.changes
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private async begin(): Promise<void> {
    const { language, session } = this.parts
    const { round } = this
    this.show('loading')
    await this.readTerms()
    const { dictionaries } = await import('./dictionaries.ts')
    if (round !== this.round) return
    const own = dictionaries[language]
    if (!own) return this.show('none')
    const thread = new Worker(new URL('../../../../workers/spelling/spelling.worker.ts', import.meta.url), {
      type: 'module',
    })
    const worker = Comlink.wrap<SpellingWorker>(thread)
    this.worker = worker
    this.end = () => thread.terminate()
    try {
      await worker.open(language, own)
    } catch {
      this.close()
      return this.show('failed')
    }
    if (round !== this.round) return
    const stop = followText(session, (patch) => void this.follow(patch))
    this.end = () => {
      stop()
      thread.terminate()
    }
    await this.look([...session.list])
    if (round === this.round) this.show('ready')
  }

  private async follow(patch: Patch): Promise<void> {
    for (const { id, to } of patch) if (!to) this.unknown.delete(id)
    await this.look(patch.flatMap(({ id }) => cueIn(this.parts.session.list, id) ?? []))
    if (this.worker) this.show(this.current)
  }

  private async look(cues: readonly Cue[]): Promise<void> {
    const found = new Map(await this.worker?.check(cues.map(({ id, text }) => ({ id, text }))))
    for (const { id } of cues) {
      const words = found.get(id)
      if (words) this.unknown.set(id, words)
      else this.unknown.delete(id)
    }
  }

  private isRight(word: string): boolean {
    const small = word.toLowerCase()
    return this.ignored.has(small) || this.own.known.has(small)
  }

  private show(state: SpellingState): void {
    this.current = state
    this.changes++
    for (const listener of this.listeners) listener()
  }
}

/** Spelling of an editor's version: with the folder's words where the user owns it, else with this browser's. */
export const spellingOf = perEditor(({ session, library, media: { language }, failed }) => {
  const words = library?.isOwn ? folderWords(library, language) : browserWords(language)
  return new Spelling({ session, language, words, onFailure: failed })
})
