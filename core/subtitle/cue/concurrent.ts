import { type Cue, sameCue } from './cue.ts'
import { type Change, inPlace, type Patch } from './patch.ts'
import { countBelow, Places } from './places.ts'

/** Two patches of one list, each rebased onto the other. */
export interface Concurrent {
  /** Ours, to apply after theirs. */
  readonly ours: Patch
  /** Theirs, to apply after ours. */
  readonly theirs: Patch
  /** Cues that they removed, including those that the list lacks after ours. */
  readonly gone: ReadonlySet<string>
}

/**
 * Rebases two patches of one list onto each other. Ours never restores a removed cue nor overwrites their fields; cues
 * inserted or moved by them follow the same cue as before. Cost depends on the patches, not the list.
 */
export function carryPast(ours: Patch, theirs: Patch, gone: ReadonlySet<string> = new Set()): Concurrent {
  const nowGone = new Set(gone)
  for (const change of theirs) if (!change.to) nowGone.add(change.id)
  const byId = new Map(theirs.map((change) => [change.id, change]))
  if (theirs.every(inPlace) && gone.size === 0) {
    return { ours: ours.flatMap((change) => withFields(change, byId.get(change.id)) ?? []), theirs, gone: nowGone }
  }
  const layout = new Layout(ours, theirs, nowGone)
  return { ours: oursAfter(ours, byId, layout), theirs: theirsAfter(theirs, layout), gone: nowGone }
}

function oursAfter(ours: Patch, theirs: ReadonlyMap<string, Change>, layout: Layout): Patch {
  const out: Change[] = []
  for (const change of ours) {
    const other = theirs.get(change.id)
    // Both restored it: it exists already.
    if (layout.gone.has(change.id) || (other && !other.from)) continue
    const placed = layout.guests.has(change.id) && change.to ? withoutMove(change) : change
    const fitted = withFields(layout.placed(placed), other)
    if (fitted && !layout.follows(change.id)) out.push(fitted)
  }
  // Last, since an undo focuses the first restored cue.
  for (const [id, guest] of layout.guests) {
    if (!layout.follows(id)) continue
    const own = ours.find((change) => change.id === id && change.from && change.to)
    const merged = own ? withTheirs(own, theirs.get(id)) : { from: guest.cue, to: guest.cue }
    out.push({ id, ...merged, at: layout.placeOf(guest), was: guest.at })
  }
  return out
}

function theirsAfter(theirs: Patch, layout: Layout): Patch {
  const out: Change[] = []
  for (const change of theirs) {
    const { id, from, to } = change
    const was = layout.afterOurs(change)
    const guest = layout.guests.get(id)
    if (inPlace(change)) out.push(change)
    else if (!guest) {
      if (!to && was !== undefined) out.push({ id, from, to, at: was })
    } else if (guest.back) {
      out.push({ id, from: guest.back.to, to: guest.back.to, at: layout.placeOf(guest), was: guest.back.at })
    } else if (!from) out.push({ id, from, to, at: layout.placeOf(guest) })
    else if (was !== undefined) out.push({ id, from, to, at: layout.placeOf(guest), was })
  }
  for (const { id, to, at } of layout.withheld) out.push({ id, from: to, to: undefined, at })
  return out
}

/** A cue that theirs inserts or moves. */
interface Guest {
  readonly cue: Cue
  /** Its index after theirs. */
  readonly at: number
  /** Index after ours of the cue that it follows; -1 if it is first. */
  readonly host: number
  /** Whether ours moves that cue. */
  readonly isCarried: boolean
  /** Number of other guests between the two. */
  readonly rank: number
  /** Ours inserts it too. */
  readonly back: Change | undefined
}

/** Indexes before both patches, after one of them and after both. */
class Layout {
  readonly gone: ReadonlySet<string>
  readonly guests: ReadonlyMap<string, Guest>
  /** Cues that ours would restore although they removed them. */
  readonly withheld: readonly Change[]
  private readonly ours: Places
  private readonly theirs: Places
  /** Indexes after ours of cues that theirs removes or moves, and of the guests' predecessors; sorted. */
  private readonly left: readonly number[]
  private readonly hosts: readonly number[]

  constructor(ours: Patch, theirs: Patch, gone: ReadonlySet<string>) {
    this.gone = gone
    this.ours = new Places(ours)
    this.theirs = new Places(theirs)
    this.withheld = ours.filter(({ id, from, to }) => !from && to && gone.has(id))
    this.guests = this.findGuests(theirs)
    const guests = [...this.guests.values()]
    const left = [...guests.map(({ back }) => back?.at), ...this.withheld.map(({ at }) => at)]
    for (const change of theirs) if (!inPlace(change)) left.push(this.afterOurs(change))
    this.left = left.filter((at) => at !== undefined).sort((a, b) => a - b)
    this.hosts = guests.map(({ host }) => host).sort((a, b) => a - b)
  }

  /** The index after ours of a cue that theirs changes; undefined if the list lacks it then, or before both. */
  afterOurs({ from, at, was }: Change): number | undefined {
    return from && this.ours.after(was ?? at)
  }

  /** The index of a guest after both patches. */
  placeOf({ host, rank }: Guest): number {
    return (host < 0 ? 0 : this.afterBoth(host) + 1) + rank
  }

  /** Whether ours must move a guest with its predecessor. */
  follows(id: string): boolean {
    return this.guests.get(id)?.isCarried === true
  }

  /** A change of ours with indexes after theirs. */
  placed(change: Change): Change {
    if (inPlace(change)) return change
    const { id, from, to, at } = change
    const source = from && (this.guests.get(id)?.at ?? this.theirs.after(change.was ?? at) ?? at)
    if (!to) return { ...change, at: source ?? at }
    return { ...change, at: this.afterBoth(at), ...(source !== undefined && { was: source }) }
  }

  private afterBoth(at: number): number {
    return at - countBelow(this.left, at) + countBelow(this.hosts, at)
  }

  private findGuests(theirs: Patch): Map<string, Guest> {
    const coming = theirs.filter((change) => change.to && !inPlace(change)).sort((a, b) => a.at - b.at)
    const found = new Map<string, Guest>()
    const ranks = new Map<number, number>()
    let previous: { at: number; host: number; isCarried: boolean } | undefined
    for (const { id, to, at } of coming) {
      const host: { host: number; isCarried: boolean } =
        previous && previous.at === at - 1 ? previous : this.hostOf(at - 1)
      previous = { ...host, at }
      if (!to || this.ours.removes(id)) continue
      const rank = ranks.get(host.host) ?? 0
      ranks.set(host.host, rank + 1)
      found.set(id, { cue: to, at, host: host.host, isCarried: host.isCarried, rank, back: this.ours.inserted(id) })
    }
    return found
  }

  /** The nearest cue at or before an index after theirs that exists before both patches and after ours. */
  private hostOf(from: number): { host: number; isCarried: boolean } {
    for (let at = from; at >= 0; at--) {
      const before = this.theirs.before(at)
      const host = before === undefined ? undefined : this.ours.after(before)
      if (before !== undefined && host !== undefined) return { host, isCarried: this.ours.moves(before) }
    }
    return { host: -1, isCarried: false }
  }
}

const withoutMove = ({ id, from, to, at }: Change): Change => ({ id, from, to, at })

/** The change without the fields that they set; undefined if nothing is left. */
function withFields(change: Change, other: Change | undefined): Change | undefined {
  const { from, to } = withTheirs(change, other)
  if (from && to && change.was === undefined && sameCue(from, to)) return undefined
  return from === change.from && to === change.to ? change : { ...change, from, to }
}

function withTheirs({ from, to }: Change, other: Change | undefined): Pick<Change, 'from' | 'to'> {
  return { from: setBy(from, other), to: setBy(to, other) }
}

const fields = ['start', 'end', 'text', 'roles'] as const

/** The fields that the other side changed are theirs, the rest stays. */
function setBy(cue: Cue | undefined, other: Change | undefined): Cue | undefined {
  if (!cue || !other?.from || !other.to) return cue
  let out = cue
  for (const field of fields) {
    if (!sameField(other.from, other.to, field)) out = { ...out, [field]: other.to[field] }
  }
  return out
}

function sameField(a: Cue, b: Cue, field: (typeof fields)[number]): boolean {
  return field === 'roles' ? a.roles.join() === b.roles.join() : a[field] === b[field]
}
