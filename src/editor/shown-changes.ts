import { joinPatches, type Patch } from '#core/subtitle/patch.ts'
import { delays } from './options.ts'

/**
 * When what shows the text hears of what the user types: at the first rest, and where they do not rest after as long as a
 * fast hand needs for a line of two full rows. The letter itself stands in its field already.
 */
const TYPED_REST_MS = delays.typed
const TYPED_MOST_MS = delays.typedMost

/** What is asked of the text when those who show it are told. */
interface TypedText {
  /** Letters that are no edit yet become one. */
  readonly settle: () => void
  /** What is shown is written down for everyone. */
  readonly write: () => void
}

/** The changes that those who show a text have not heard of yet, and when they will. */
export class ShownChanges {
  private readonly text: TypedText
  private readonly listeners = new Set<(patch: Patch) => void>()
  private unshown: Patch[] = []
  private typedFrom = 0
  private typedAt = 0
  private telling: ReturnType<typeof setTimeout> | undefined

  constructor(text: TypedText) {
    this.text = text
  }

  on(listener: (patch: Patch) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Letters of one line are one change for those who show it. */
  add(patch: Patch): void {
    const joined = joinPatches(this.unshown.at(-1) ?? [], patch)
    if (joined && this.unshown.length > 0) this.unshown[this.unshown.length - 1] = joined
    else this.unshown.push(patch)
  }

  /** One timer for many letters: it looks again where more have come since it was set. */
  tellAtRest(): void {
    this.typedAt = performance.now()
    if (this.telling !== undefined) return
    this.typedFrom = this.typedAt
    const look = (): void => {
      const now = performance.now()
      const wait = Math.min(this.typedAt + TYPED_REST_MS, this.typedFrom + TYPED_MOST_MS) - now
      if (wait > 1) this.telling = setTimeout(look, wait)
      else {
        this.text.settle()
        this.tell()
      }
    }
    this.telling = setTimeout(look, TYPED_REST_MS)
  }

  /** Those who show the text hear of everything that they have not heard of. */
  tell(): void {
    clearTimeout(this.telling)
    this.telling = undefined
    this.text.write()
    const unshown = this.unshown
    this.unshown = []
    for (const patch of unshown) for (const listener of this.listeners) listener(patch)
  }
}
