import type { Cue } from '#core/subtitle/cue.ts'
import type { CueList } from '#core/subtitle/cue-list.ts'
import { type CueMarks, faultMark } from './cue-marks.ts'
import { cuesBetween } from './visible.ts'

/** What a tile shows: lines that are the same look the same. */
export interface Painted {
  /** In the order of their starts. */
  readonly cues: readonly Cue[]
  readonly selection: ReadonlySet<string> | undefined
  readonly colorOf: CueMarks['colorOf']
  /** A letter for each line: what is found in it. */
  readonly faults: string
  /** What the lines and their faults were last taken from: the same text has the same ones. */
  list: CueList
  findings: number
  leftOut: ReadonlySet<string> | undefined
}

/** With more edited lines than this all are looked at. */
const MANY = 1000

/** What came into a text since a tile was painted. */
interface Edits {
  readonly changed: readonly { readonly from: Cue; readonly to: Cue }[]
  /** What is found in them may be something else now. */
  readonly checked: readonly Cue[]
}

/** Says what the tiles of a text show, at the cost of what was edited since they were painted. */
export class CueStamps {
  private readonly cues: CueList
  private readonly marks: CueMarks
  private readonly selection: ReadonlySet<string> | undefined
  private readonly leftOut: ReadonlySet<string> | undefined
  /** Most tiles were painted of the same text. */
  private known: { readonly list: CueList; readonly findings: number; readonly edits: Edits | undefined } | undefined

  /** `selection` where the tiles show it; lines of `leftOut` are not on them. */
  constructor(
    cues: CueList,
    marks: CueMarks,
    selection: ReadonlySet<string> | undefined,
    leftOut: ReadonlySet<string> | undefined,
  ) {
    this.cues = cues
    this.marks = marks
    this.selection = selection
    this.leftOut = leftOut
  }

  /** What a stretch of time shows; `kept` where it shows the same still. */
  stamp(fromMs: number, toMs: number, kept: Painted | undefined): Painted {
    const { cues: list, marks, selection, leftOut } = this
    const { findings, colorOf } = marks
    const isLike = kept?.selection === selection && kept?.colorOf === colorOf
    if (isLike && kept.leftOut === leftOut && !this.isEdited(kept, fromMs, toMs)) {
      return Object.assign(kept, { list, findings })
    }
    const all = cuesBetween(list, fromMs, toMs)
    const cues = leftOut ? all.filter((cue) => !leftOut.has(cue.id)) : all
    const faults = cues.map((cue) => faultMark(cue, marks)).join('')
    const isSame = isLike && kept.faults === faults && looksSame(kept.cues, cues)
    if (isSame) return Object.assign(kept, { list, findings, leftOut })
    return { cues, selection, colorOf, faults, list, findings, leftOut }
  }

  /** Whether an edit changed what the stretch shows, or may have. */
  private isEdited(kept: Painted, fromMs: number, toMs: number): boolean {
    const edits = this.editsSince(kept)
    if (!edits) return true
    const isHere = ({ start, end }: Cue) => start <= toMs && end >= fromMs
    return (
      edits.changed.some(({ from, to }) => !isAlike(from, to) && (isHere(from) || isHere(to))) ||
      edits.checked.some((cue) => (faultIn(kept, cue) ?? faultMark(cue, this.marks)) !== faultMark(cue, this.marks))
    )
  }

  /** Undefined where any line may be another one. */
  private editsSince({ list, findings }: Painted): Edits | undefined {
    if (this.known?.list !== list || this.known.findings !== findings) {
      this.known = { list, findings, edits: editsBetween(list, this.cues, this.marks.editedSince(findings)) }
    }
    return this.known.edits
  }
}

function editsBetween(before: CueList, after: CueList, edited: readonly string[] | undefined): Edits | undefined {
  if (!edited || edited.length > MANY) return undefined
  const changed = after.changedFrom(before)
  if (!changed) return undefined
  const checked = edited.flatMap((id) => {
    const at = after.index.get(id)
    return at === undefined ? [] : [at - 1, at, at + 1].flatMap((near) => after.at(near) ?? [])
  })
  return { changed: changed.map((at) => ({ from: before.cueAt(at), to: after.cueAt(at) })), checked }
}

/** What was found in a line when a tile was painted; undefined where the tile does not show it. */
function faultIn({ cues, faults }: Painted, { id, start }: Cue): string | undefined {
  let lo = 0
  let hi = cues.length
  while (lo < hi) {
    const middle = (lo + hi) >> 1
    if (cues[middle]!.start < start) lo = middle + 1
    else hi = middle
  }
  for (let at = lo; cues[at]?.start === start; at++) if (cues[at]!.id === id) return faults[at]
  return undefined
}

/** Whether tiles show the same of both: of a text only that there is one, so that typing paints none again. */
function looksSame(a: readonly Cue[], b: readonly Cue[]): boolean {
  return a.length === b.length && a.every((cue, at) => cue === b[at] || isAlike(cue, b[at]))
}

function isAlike(a: Cue, b: Cue | undefined): boolean {
  if (!b || a.id !== b.id || a.start !== b.start || a.end !== b.end || a.roles !== b.roles) return false
  return (a.text.trim() === '') === (b.text.trim() === '')
}
