import type { FileStyles } from '#core/subtitle/ass-drawn.ts'
import { type BurnLook, writeBurnAss } from '#core/subtitle/burn.ts'
import type { WordLook } from '#core/subtitle/burn-style.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import type { CueList } from '#core/subtitle/cue-list.ts'
import { type SpokenWord, spokenWords } from '#core/subtitle/spoken-words.ts'
import type { WordsOf } from '#core/subtitle/word-times.ts'
import { fontsOfScript } from '#src/media/burn-fonts.ts'
import { clamp } from '#core/timing/rules.ts'
import type { Scene } from '#src/media/subtitle-picture.ts'
import { cuesAt, cuesBetween } from '../document/cues-in-time.ts'

/** Cues in one chain of overlaps; more than these would be no subtitles. */
const LONGEST_CHAIN = 24

/** Tags and effects under which a text moves or changes by itself, so that each frame is another picture. */
const MOVING = /\\(?:t\s*\(|move\s*\(|fade?\s*\(|k|K)|,\s*(?:Banner|Scroll (?:up|down));/i

/** The styles of a file, with addresses of the fonts that it brings. */
export interface OwnStyles {
  readonly styles: FileStyles
  readonly fonts: readonly string[]
}

/** When words are said: what is known, which is the very same as long as nothing more is, and a line's own. */
export interface ShownWords {
  readonly known: unknown
  readonly of: WordsOf
}

/** What the player shows: made again only where other cues, another text or another style come on screen. */
export class ShownScene {
  private scene: Scene | undefined
  private cues: readonly Cue[] = []
  private look: BurnLook | undefined
  private own: OwnStyles | undefined
  private known: unknown
  /** Words of the lines that are shown, where the one that is said looks otherwise but does not move. */
  private words: readonly SpokenWord[] = []
  private isMoving = false
  private said: SpokenWord | undefined

  /** The scene at a time, the very same one as long as nothing changes. It looks at the cues around the time only. */
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

  /** Whether the picture is another one than at the last call, though the scene is the same. */
  isOther(ms: number): boolean {
    const said = this.words.findLast(({ start, end }) => start <= ms && ms < end)
    const isOther = this.isMoving || said !== this.said
    this.said = said
    return isOther
  }

  /**
   * The time, in milliseconds, at which the scene is drawn: scripts count hundredths of a second, so the first and the
   * last milliseconds of a cue may lie outside it there.
   */
  timeOf(ms: number): number {
    const first = Math.max(0, ...this.cues.map(({ start }) => hundredth(start)))
    const last = Math.min(Infinity, ...this.cues.map(({ end }) => hundredth(end) - 10))
    return clamp(ms, first, Math.max(first, last))
  }
}

/** As scripts round times. */
const hundredth = (ms: number): number => Math.round(ms / 10) * 10

function sameCues(a: readonly Cue[], b: readonly Cue[]): boolean {
  return a.length === b.length && a.every((cue, at) => cue === b[at])
}

/** Cues that decide on each other's place: those on screen, those that they overlap, and so on. */
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
