import { splitTags } from './ass-text.ts'
import { TAG } from './markup.ts'

/** A span of a cue in milliseconds from its start, with the whole cue's length. */
export interface CuePart {
  readonly from: number
  readonly to: number
  readonly length: number
}

/**
 * The text of a part of a cue with adjusted ASS timing codes: fades only at the whole's start and end, movements and
 * animations continued.
 */
export function withPartTimes(text: string, part: CuePart): string {
  if (!text.includes('\\')) return text
  return text.replace(TAG, (block) => {
    if (!block.startsWith('{') || block.startsWith('{\\*') || !/\\(?:fade?|move|t)\s*\(/.test(block)) return block
    const tags = splitTags(block.slice(1, -1)).map((tag) => tagOfPart(tag, part))
    return tags.join('') === '' ? '' : `{${tags.join('')}}`
  })
}

function tagOfPart(tag: string, part: CuePart): string {
  const [, name = '', inside = ''] = /^\\(fade?|move|t)\s*\((.*)\)\s*$/s.exec(tag) ?? []
  if (name === 't') return animation(tag, inside, part)
  const values = inside.split(',').map(Number)
  if (name === '' || values.some(Number.isNaN)) return tag
  if (name === 'move') return movement(tag, values, part)
  return fading(tag, name, values, part)
}

function fading(tag: string, name: string, values: readonly number[], { from, to, length }: CuePart): string {
  if (values.length === 2) {
    const [fadeIn, fadeOut] = [from === 0 ? values[0] : 0, to === length ? values[1] : 0]
    return fadeIn || fadeOut ? `\\${name}(${fadeIn},${fadeOut})` : ''
  }
  if (values.length !== 7 || from === 0) return tag
  return `\\${name}(${[...values.slice(0, 3), ...values.slice(3).map((time) => time - from)].join(',')})`
}

function movement(tag: string, values: readonly number[], { from, to, length }: CuePart): string {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, begins = 0, ends = 0] = values
  if (values.length !== 4 && values.length !== 6) return tag
  // Without times, or with none above zero, a movement takes the whole line.
  const [begin, end] = begins <= 0 && ends <= 0 ? [0, length] : [begins, ends]
  const place = (time: number): string => {
    const done = end > begin ? Math.min(1, Math.max(0, (time - begin) / (end - begin))) : time < begin ? 0 : 1
    return [x1 + (x2 - x1) * done, y1 + (y2 - y1) * done].map((at) => Math.round(at * 100) / 100).join(',')
  }
  const [first, last] = [Math.max(begin, from), Math.min(end, to)]
  if (first >= last) return `\\pos(${place(from)})`
  return `\\move(${place(first)},${place(last)},${first - from},${last - from})`
}

function animation(tag: string, inside: string, { from, to, length }: CuePart): string {
  const [, numbers = '', codes = ''] = /^([^\\]*)(\\.*)$/s.exec(inside) ?? []
  const values = numbers
    .split(',')
    .filter((value) => value.trim() !== '')
    .map(Number)
  if (codes === '' || values.length > 3 || values.some(Number.isNaN)) return tag
  const [begins = 0, ends = 0] = values.length > 1 ? values : []
  const [begin, end] = [begins, ends > 0 ? ends : length]
  if (end <= from) return codes
  if (begin >= to) return ''
  const speed = values.length % 2 === 1 ? [values.at(-1)] : []
  return `\\t(${[begin - from, end - from, ...speed, codes].join(',')})`
}
