import { plainText } from '../subtitle/text/markup.ts'

const LETTER = /\p{L}/u

/** Whether a cue still needs translation: it is empty while the source is not, or equal with letters in it. */
export function isUntranslated(text: string, source: string): boolean {
  const [own, other] = [plainly(text), plainly(source)]
  if (own === '') return other !== ''
  return own === other && LETTER.test(own)
}

const plainly = (text: string): string => plainText(text).replaceAll(/\s+/g, ' ').trim()
