/** By language: making one reads tables, too dear for each number of a list. */
const numbers = new Map<string, Intl.NumberFormat>()

/** A number with its digits grouped, as a language does: 1,764. */
export function groupedNumber(value: number, language: string): string {
  const known = numbers.get(language) ?? new Intl.NumberFormat(language.replace('_', '-'))
  numbers.set(language, known)
  return known.format(value)
}
