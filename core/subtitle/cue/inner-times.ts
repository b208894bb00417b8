/** A cue's times, in milliseconds. */
interface Span {
  readonly start: number
  readonly end: number
}

/** Maps times inside a moved cue: they keep their relative places. If only one end moved they stay. */
export function stretched(was: Span, now: Span): (ms: number) => number {
  if (was.start === now.start || was.end === now.end) return (ms) => ms
  const length = was.end - was.start
  const scale = length > 0 ? (now.end - now.start) / length : 1
  return (ms) => Math.round(now.start + (ms - was.start) * scale)
}

const BLOCK = /\{[^{}]*\}/g
const KARAOKE = /\\(k[fot]?|K)(\d+(?:\.\d+)?)/g
const CALL = /\\(move|fade|fad|t)\(([^()]*)/g

/**
 * A text with the times in its SubStation codes scaled: `\k`, `\move`, `\t`, `\fad`, `\fade`, as in libass. Syllables end
 * at the rounded clock of the whole cue, so that errors do not add up.
 */
export function stretchCodes(text: string, scale: number): string {
  if (scale === 1 || !text.includes('{')) return text
  let [sung, written] = [0, 0]
  const syllable = (_: string, name: string, length: string): string => {
    if (name === 'kt') return `\\kt${rounded(Number(length) * scale)}`
    sung += Number(length)
    const own = rounded(sung * scale) - written
    written += own
    return `\\${name}${own}`
  }
  return text.replace(BLOCK, (block) => {
    if (!block.includes('\\')) return block
    return block
      .replace(KARAOKE, syllable)
      .replace(CALL, (_, name: string, inside: string) => `\\${name}(${stretchArguments(name, inside, scale)}`)
  })
}

const rounded = (value: number): number => Math.max(0, Math.round(value))

/** Which arguments are times; of `\t` the first two if two or three numbers precede its codes. */
function stretchArguments(name: string, inside: string, scale: number): string {
  const codes = name === 't' ? inside.indexOf('\\') : -1
  const [numbers, rest] = codes < 0 ? [inside, ''] : [inside.slice(0, codes), inside.slice(codes)]
  const values = numbers.split(',')
  const count = codes < 0 ? values.length : values.length - 1
  const first = name === 'fad' || (name === 't' && count >= 2) ? 0 : name === 'move' ? 4 : 3
  const last = name === 't' ? first + 2 : name === 'fad' && count === 2 ? 2 : count
  const scaled = values.map((value, at) => {
    const isTime = at >= first && at < last && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value)
    return isTime ? String(Math.round(Number(value) * scale)) : value
  })
  return scaled.join(',') + rest
}
