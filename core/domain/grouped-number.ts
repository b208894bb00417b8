/** Cached by language: creating one reads tables, too slow for each number of a list. */
const numbers = new Map<string, Intl.NumberFormat>()

/** A number with grouped digits in a language's format: 1,764. */
export function groupedNumber(value: number, language: string): string {
  const known = numbers.get(language) ?? new Intl.NumberFormat(language.replace('_', '-'))
  numbers.set(language, known)
  return known.format(value)
}
