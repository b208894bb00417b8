import { bcp47, type LanguageCode } from '../domain/languages.ts'

/** Number separators of a language. */
interface Signs {
  readonly decimal: string
  readonly group: string
}

const known = new Map<LanguageCode, Signs>()

function signsOf(language: LanguageCode): Signs {
  const found = known.get(language)
  if (found) return found
  const format = new Intl.NumberFormat(`${bcp47(language)}-u-nu-latn`, {
    useGrouping: 'always',
    minimumFractionDigits: 1,
  })
  const parts = format.formatToParts(1_234_567.5)
  const of = (type: Intl.NumberFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? ''
  const signs = { decimal: of('decimal'), group: of('group') }
  known.set(language, signs)
  return signs
}

/** Context of a number. */
export interface NumberPlace {
  readonly before: string
  readonly after: string
}

const NUMBER = /^(?<head>\D*)(?<digits>\d[\d.,'’\u00a0\u202f]*\d)(?<tail>\D*)$/u
const HALF_OF_DAY = /[ap](?:\.\s?m\.|m)$/iu
/** Words before a number that is a name, not a quantity. */
const NAMING =
  /(?:(?<!\p{L})(?:versions?|ver|v|release|build|section|sect|chapter|article|clause|figure|fig|table|rule|no|nr|versión|versione|versão|kapitel|capítulo|chapitre)\.?|§|#)\s*$/iu
/** A word with a capital inside a sentence, such as `USB` and `Windows`. */
const NAME = /(?:\S\s+\p{Lu}[\p{L}\p{N}+-]*|(?<!\p{L})\p{Lu}{2}[\p{Lu}\p{N}+-]*)\s$/u
const STATION = /^\s*(?:FM|AM)(?!\p{L})/u
const HOUR = /(?<!\p{L})(?:at|until|till|by|from|to|around|before|after)\s$/iu
const CLOCK = /^(?:1?\d|2[0-3])\.[0-5]\d$/

/**
 * A number in the other language's format: `1,250.50` is `1.250,50` in German and `1 250,50` in French. Times, dates,
 * years, codes, versions, addresses and others stay.
 */
export function localNumber(text: string, from: LanguageCode, to: LanguageCode, place: NumberPlace): string {
  const [own, other] = [signsOf(from), signsOf(to)]
  const { head = '', digits = '', tail = '' } = NUMBER.exec(text)?.groups ?? {}
  if (digits === '' || (own.decimal === other.decimal && own.group === other.group)) return text
  if (HALF_OF_DAY.test(tail) || /[:/]/.test(text)) return text
  const [whole = '', fraction, ...more] = digits.split(own.decimal)
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return text
  const groups = groupsOf(whole, own.group)
  if (!groups || (groups.length === 1 && fraction === undefined)) return text
  if (groups.length === 1 && !isCounting(digits, `${head}${tail}`, place)) return text
  return head + groups.join(other.group) + (fraction === undefined ? '' : other.decimal + fraction) + tail
}

/** The groups of a whole number; undefined if they are no thousands or it begins with zero. */
function groupsOf(whole: string, group: string): string[] | undefined {
  const groups = whole.replace(/[\u00a0\u202f ]/g, '\u00a0').split(/[\u00a0\u202f ]/.test(group) ? '\u00a0' : group)
  const [first = '', ...rest] = groups
  const isWhole = /^(?:0|[1-9]\d*)$/.test(first) && (rest.length === 0 || first.length <= 3)
  return isWhole && rest.every((three) => /^\d{3}$/.test(three)) ? groups : undefined
}

/** Whether a number with a lone separator is a quantity: with a currency or percent sign it is. */
function isCounting(digits: string, signs: string, { before, after }: NumberPlace): boolean {
  if (/[\p{Sc}%‰°]/u.test(signs)) return true
  if (NAMING.test(before) || NAME.test(before) || STATION.test(after)) return false
  return !(HOUR.test(before) && CLOCK.test(digits))
}
