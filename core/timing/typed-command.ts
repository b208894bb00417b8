import { type FrameRate, parseFrameRate } from '../domain/frames.ts'
import { parseShift } from './shift.ts'
import { readTime, type TimeNotation } from './time-notation.ts'

/** Scope of a command: selected cues, the focused one with all later ones, or all. */
export type LineScope = 'selected' | 'here' | 'all'

/** A place in a version: a cue by its number from 1, or a time in milliseconds. */
export type Place = { readonly line: number } | { readonly ms: number }

/** A typed command. Times in milliseconds, numbers of cues from 1. */
export type TypedCommand =
  | { readonly name: 'shift'; readonly ms: number; readonly scope: LineScope }
  | { readonly name: 'go'; readonly place: Place }
  | { readonly name: 'wrap'; readonly length: number; readonly scope: LineScope }
  | { readonly name: 'duration'; readonly ms: number; readonly scope: LineScope }
  | { readonly name: 'gap'; readonly ms: number; readonly scope: LineScope }
  | { readonly name: 'select'; readonly from: number; readonly to: number }
  | { readonly name: 'rate'; readonly from: FrameRate; readonly to: FrameRate }

export type TypedName = TypedCommand['name']

/** What is wrong with a line that begins with a command's name. */
export type TypedFault = 'amount' | 'place' | 'number' | 'lines' | 'rates'

export type ReadCommand =
  | { readonly kind: 'command'; readonly command: TypedCommand }
  | { readonly kind: 'fault'; readonly name: TypedName; readonly fault: TypedFault }

/** Names of each command; suggestions use the first. */
const names: Readonly<Record<TypedName, readonly string[]>> = {
  shift: ['shift', 'move', '平移', '移动'],
  go: ['go', 'goto', 'go to', '转到', '跳转'],
  wrap: ['wrap', '折行', '换行'],
  duration: ['duration', 'length', '时长'],
  gap: ['gap', '间隔'],
  select: ['select', '选择', '选中'],
  rate: ['rate', 'fps', '帧率'],
}

const scopeWords: readonly (readonly [string, LineScope])[] = [
  ['from here on', 'here'],
  ['from here', 'here'],
  ['here', 'here'],
  ['从此处', 'here'],
  ['从这里', 'here'],
  ['selected lines', 'selected'],
  ['selected', 'selected'],
  ['选中行', 'selected'],
  ['选中', 'selected'],
  ['all lines', 'all'],
  ['all', 'all'],
  ['全部', 'all'],
  ['所有行', 'all'],
]

/** An example of each command, and its allowed scopes. */
const examples: Readonly<Record<TypedName, readonly string[]>> = {
  shift: ['shift +250', 'shift +250 from here', 'shift -1.5s all'],
  go: ['go 12:30', 'go 45'],
  wrap: ['wrap 37', 'wrap 42 all'],
  duration: ['duration 2s', 'duration 1500 from here'],
  gap: ['gap 80', 'gap 2f all'],
  select: ['select 10-20', 'select all'],
  rate: ['rate 25 to 23.976'],
}

const MAX_ROW = 200

/** Parses a typed command; undefined if it begins with no command. `notation`: the user's notation of times. */
export function readCommand(written: string, notation: TimeNotation): ReadCommand | undefined {
  const text = written.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
  const [name, rest] = nameIn(text) ?? []
  if (name === undefined || rest === undefined) return undefined
  const read = readers[name](rest, notation)
  return typeof read === 'string' ? { kind: 'fault', name, fault: read } : { kind: 'command', command: read }
}

type Reader = (rest: string, notation: TimeNotation) => TypedCommand | TypedFault

const readers: Readonly<Record<TypedName, Reader>> = {
  shift: (rest, notation) => {
    const [amount, scope] = withScope(rest)
    const ms = parseShift(spelled(amount), notation)
    return ms === undefined ? 'amount' : { name: 'shift', ms, scope }
  },
  go: (rest, notation) => {
    const place = readPlace(rest, notation)
    return place ? { name: 'go', place } : 'place'
  },
  wrap: (rest) => {
    const [amount, scope] = withScope(rest)
    const length = /^\d{1,3}$/.test(amount) ? Number(amount) : 0
    return length >= 1 && length <= MAX_ROW ? { name: 'wrap', length, scope } : 'number'
  },
  duration: (rest, notation) => withLength('duration', rest, notation),
  gap: (rest, notation) => withLength('gap', rest, notation),
  select: (rest) => {
    if (rest === 'all' || rest === '全部') return { name: 'select', from: 1, to: Infinity }
    const [, from = '', to] = /^(?:lines? )?(\d{1,7})(?: ?(?:-|to|到) ?(\d{1,7}))?$/.exec(rest) ?? []
    const [first, last] = [Number(from), Number(to ?? from)]
    if (from === '' || first < 1 || last < 1) return 'lines'
    return { name: 'select', from: Math.min(first, last), to: Math.max(first, last) }
  },
  rate: (rest) => {
    const [first = '', second = ''] = rest.split(/ ?(?:to|->|→|到| ) ?/).filter((part) => part !== '')
    const [from, to] = [parseFrameRate(first), parseFrameRate(second)]
    return from && to ? { name: 'rate', from, to } : 'rates'
  },
}

function withLength(name: 'duration' | 'gap', rest: string, notation: TimeNotation): TypedCommand | TypedFault {
  const [amount, scope] = withScope(rest)
  const ms = parseShift(spelled(amount), notation)
  if (ms === undefined || ms < 0 || (name === 'duration' && ms === 0)) return 'amount'
  return { name, ms, scope }
}

/** A cue by its number, `#45` or `45`, or a time in any spelling; undefined for others. */
export function readPlace(written: string, notation: TimeNotation): Place | undefined {
  const [, number] = /^\s*#?\s*(\d{1,7})\s*$/.exec(written) ?? []
  if (number !== undefined) return Number(number) > 0 ? { line: Number(number) } : undefined
  const ms = readTime(written, notation)
  return typeof ms === 'number' && ms >= 0 ? { ms } : undefined
}

/** Frames by word or letter. */
const spelled = (amount: string): string => amount.replace(/ ?frames?$/, 'f')

/** The command without the scope; the selected cues by default. */
function withScope(rest: string): [amount: string, scope: LineScope] {
  for (const [word, scope] of scopeWords) {
    if (rest.endsWith(word)) return [rest.slice(0, rest.length - word.length).trim(), scope]
  }
  return [rest, 'selected']
}

function nameIn(text: string): [TypedName, string] | undefined {
  for (const [name, spellings] of Object.entries(names) as [TypedName, readonly string[]][]) {
    // The longest first: `go to` before `go`.
    for (const spelling of spellings.toSorted((a, b) => b.length - a.length)) {
      if (!text.startsWith(spelling)) continue
      const rest = text.slice(spelling.length)
      // A word continues with letters: `gopher` is no `go`; a Chinese name needs no space after it.
      if (/^[a-z]/.test(rest)) continue
      return [name, rest.trim()]
    }
  }
  return undefined
}

/** Completions of a partly typed command: examples, and the given one with its scopes. */
export function suggestCommands(written: string, notation: TimeNotation): string[] {
  const text = written.trim().replaceAll(/\s+/g, ' ')
  if (text === '') return []
  const read = readCommand(text, notation)
  if (read?.kind === 'command') {
    const hasScope = 'scope' in read.command && !scopeWords.some(([word]) => text.toLowerCase().endsWith(word))
    return hasScope ? [text, `${text} from here`, `${text} all`] : [text]
  }
  if (read) return [...examples[read.name]]
  const begun = (Object.keys(names) as TypedName[]).filter((name) =>
    names[name].some((spelling) => spelling.startsWith(text.toLowerCase())),
  )
  return begun.flatMap((name) => examples[name])
}
