import type { CueList } from '../../subtitle/cue/cue-list.ts'
import { piecesOf } from './pieces.ts'
import { planXliff, type XliffPlan } from './plan-xliff.ts'
import { type MemoryPair, TmxReader } from './tmx.ts'
import { textMark } from './xliff.ts'

const EMPTY_MARK = textMark('')

/** What two texts have in common that are the same to a translator: no codes, row breaks or repeated spaces. */
export function memoryKey(text: string): string {
  const words = piecesOf(text).map(({ kind, text: part }) => (kind === 'words' ? part : kind === 'break' ? ' ' : ''))
  return words.join('').normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}

const primary = (tag: string): string => tag.toLowerCase().split(/[-_]/, 1)[0] ?? ''

/** Whether two tags name one language; regions and scripts do not count. */
export const isSameLanguage = (a: string, b: string): boolean => primary(a) === primary(b)

/** Collects the targets of some sources from a TMX file; memory grows with the sources, not with the file. */
export class MemoryFile {
  readonly reader: TmxReader
  /** Targets by `memoryKey` of their source: the newest one, among those without a date the first. */
  readonly targets = new Map<string, string>()
  private readonly dates = new Map<string, number>()

  constructor(keys: Iterable<string>, sourceLanguage: string, targetLanguage: string) {
    const wanted = new Set(keys)
    this.reader = new TmxReader((pair) => {
      if (isSameLanguage(pair.sourceLanguage, sourceLanguage) && isSameLanguage(pair.targetLanguage, targetLanguage))
        this.take(memoryKey(pair.source), pair, wanted)
    })
  }

  private take(key: string, { target, date = 0 }: MemoryPair, wanted: ReadonlySet<string>): void {
    if (!wanted.has(key) || (this.targets.has(key) && date <= (this.dates.get(key) ?? 0))) return
    this.targets.set(key, target)
    this.dates.set(key, date)
  }
}

/**
 * What a memory would change: lines without a text get the target of their source. Lines with another text are
 * conflicts, which `withConflicts` takes from the memory.
 */
export function planMemory(
  list: CueList,
  sourceOf: (id: string) => string,
  targets: ReadonlyMap<string, string>,
  withConflicts: boolean,
): XliffPlan {
  const units = [...list].flatMap(({ id }) => {
    const source = sourceOf(id)
    const target = source.trim() === '' ? undefined : targets.get(memoryKey(source))
    return target === undefined ? [] : [{ id, source, target, was: EMPTY_MARK, comment: '' }]
  })
  return planXliff(list, units, withConflicts)
}
