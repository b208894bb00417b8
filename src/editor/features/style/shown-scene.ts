import type { FileStyles } from '#core/subtitle/formats/ass/drawn.ts'
import { type BurnLook, writeBurnAss } from '#core/subtitle/burn/burn.ts'
import type { WordLook } from '#core/subtitle/burn/burn-style.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { CueList } from '#core/subtitle/cue/cue-list.ts'
import { type SpokenWord, spokenWords } from '#core/subtitle/cue/spoken-words.ts'
import type { WordsOf } from '#core/subtitle/cue/word-times.ts'
import { fontsOfScript } from '#src/media/burn-fonts.ts'
import { clamp } from '#core/timing/rules.ts'
import type { Scene } from '#src/media/subtitle-picture.ts'
import { cuesAt, cuesBetween } from '../../model/document/cues-in-time.ts'

/** The longest chain of overlapping cues; real subtitles have fewer. */
const LONGEST_CHAIN = 24

/** Tags and effects that animate a text, so that each frame differs. */
const MOVING = /\\(?:t\s*\(|move\s*\(|fade?\s*\(|k|K)|,\s*(?:Banner|Scroll (?:up|down));/i

/** Styles of a file, with addresses of its fonts. */
export interface OwnStyles {
  readonly styles: FileStyles
  readonly fonts: readonly string[]
}

/** Word times: all that are known, the same object until more are, and those of a line. */
export interface ShownWords {
  readonly known: unknown
  readonly of: WordsOf
}

/** The shown scene, rebuilt only if other cues, texts or styles come on screen. */
export class ShownScene {
  private scene: Scene | undefined
  private cues: readonly Cue[] = []
  private look: BurnLook | undefined
  private own: OwnStyles | undefined
  private known: unknown
  /** Words of the shown lines, if the active word looks different without animation. */
  private words: readonly SpokenWord[] = []
  private isMoving = false
  private said: SpokenWord | undefined

  /** The scene at a time, the same object until something changes. Reads only cues near the time. */
  at(list: CueList, ms: number, look: BurnLook, own: OwnStyles | undefined, words: ShownWords): Scene {
    const cues = cuesAt(list, ms)
    const isLike = this.look?.style === look.style && this.own === own && this.known === words.known
    const isSame = isLike && sameCues(this.cues, cues)
    if (this.scene && isSame) return this.scene
    this.cues = cues
    this.look = look
    this.own = own
    const chain = cues.length > 1 ? chainOf(list, cues) : cues
    this.known = words.known
    const active: WordLook | undefined = own ? undefined : look.style.words
    const script = writeBurnAss(chain, look, own?.styles, words.of)
    this.words = active && active.effect !== 'pop' ? cues.flatMap((cue) => spokenWords(cue, words.of(cue))) : []
    this.isMoving = this.words.length === 0 && MOVING.test(script)
    const lead = chain.length > 1 ? chain.map(({ start }) => start).filter((start) => start < ms) : []
    this.scene = { script, fonts: cues.length > 0 ? [...fontsOfScript(script), ...(own?.fonts ?? [])] : [], lead }
    return this.scene
  }

  /** Whether the picture differs from that of the last call within the same scene. */
  isOther(ms: number): boolean {
    const said = this.words.findLast(({ start, end }) => start <= ms && ms < end)
    const isOther = this.isMoving || said !== this.said
    this.said = said
    return isOther
  }

  /**
   * The time at which the scene is drawn, in milliseconds: scripts round to hundredths, so that a cue's first and last
   * milliseconds may be outside it.
   */
  timeOf(ms: number): number {
    const first = Math.max(0, ...this.cues.map(({ start }) => hundredth(start)))
    const last = Math.min(Infinity, ...this.cues.map(({ end }) => hundredth(end) - 10))
    return clamp(ms, first, Math.max(first, last))
  }
}

/** Rounds as scripts do. */
const hundredth = (ms: number): number => Math.round(ms / 10) * 10

function sameCues(a: readonly Cue[], b: readonly Cue[]): boolean {
  return a.length === b.length && a.every((cue, at) => cue === b[at])
}

/** Cues that affect each other's positions: those on screen, those that overlap them, and so on. */
function chainOf(list: CueList, cues: readonly Cue[]): readonly Cue[] {
  let chain = cues
  for (;;) {
    const start = Math.min(...chain.map((cue) => cue.start))
    const end = Math.max(...chain.map((cue) => cue.end))
    const wider = cuesBetween(list, start, end - 1).filter((cue) => cue.end > start)
    if (wider.length === chain.length || wider.length > LONGEST_CHAIN) return chain
    chain = wider
  }
}
