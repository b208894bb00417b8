import type { Cue } from '../subtitle/cue/cue.ts'
import { withoutMarks } from './marks.ts'
import type { Sentence } from './sentences.ts'

/** Sentences of one request, with context. */
export interface Chunk {
  /** Indexes of its sentences: from the first up to `to`, exclusive. */
  readonly from: number
  readonly to: number
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export interface ChunkLimits {
  readonly maxTexts: number
  readonly maxChars: number
  /** Context sentences before and after. */
  readonly around: number
}

/** A pause between scenes. */
const SCENE_MS = 4000
/** A chunk this full ends at a scene's end, so that edits only change nearby chunks. */
const FULL_ENOUGH = 0.4

/** Divides sentences into chunks within the limits, preferably between scenes. */
export function chunksOf(sentences: readonly Sentence[], cues: readonly Cue[], limits: ChunkLimits): Chunk[] {
  const chunks: Chunk[] = []
  let from = 0
  let chars = 0
  const close = (to: number): void => {
    if (to > from) chunks.push({ from, to, ...around(sentences, from, to, limits.around) })
    from = to
    chars = 0
  }
  sentences.forEach(({ marked }, at) => {
    const count = at - from
    const isFull = count >= limits.maxTexts || chars + marked.length > limits.maxChars
    const share = Math.max(count / limits.maxTexts, chars / limits.maxChars)
    if (isFull || (share >= FULL_ENOUGH && beginsScene(sentences, cues, at))) close(at)
    chars += marked.length
  })
  close(sentences.length)
  return chunks
}

function beginsScene(sentences: readonly Sentence[], cues: readonly Cue[], at: number): boolean {
  const before = cues[sentences[at - 1]?.parts.at(-1)?.cue ?? -1]
  const after = cues[sentences[at]?.parts[0]?.cue ?? -1]
  return before !== undefined && after !== undefined && after.start - before.end >= SCENE_MS
}

function around(sentences: readonly Sentence[], from: number, to: number, count: number) {
  const textsOf = (some: readonly Sentence[]): string[] => some.map(({ marked }) => withoutMarks(marked))
  return {
    before: textsOf(sentences.slice(Math.max(0, from - count), from)),
    after: textsOf(sentences.slice(to, to + count)),
  }
}
