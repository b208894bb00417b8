import { plainText } from './markup.ts'

/** A cue's text as a translator gets it. */
export interface SpokenText {
  /** In one row, without override blocks; empty where nothing is said, as in a drawing. */
  readonly text: string
  /** The override blocks that it begins with: they place and style the whole. Times of karaoke belong to its words. */
  readonly lead: string
}

const LEADING = /^(?:\{[^{}\n\\]*\\[^{}\n]*\}\s*)+/
const BLOCK = /\{[^{}\n\\]*\\[^{}\n]*\}/g
const KARAOKE = /\\[kK][fot]?\d*/g

/** Takes apart a cue's text: what is said, and how it looks. */
export function spokenText(text: string): SpokenText {
  if (plainText(text).trim() === '') return { text: '', lead: '' }
  const [found = ''] = LEADING.exec(text) ?? []
  const lead = found.trim().replace(KARAOKE, '').replaceAll('{}', '')
  return {
    text: text
      .slice(found.length)
      .replace(BLOCK, '')
      .replace(/\s*\n\s*/g, ' '),
    lead,
  }
}
