import { bcp47, type LanguageCode } from '../domain/languages.ts'

/** `film` in Spanish is `film.es`, and so is `film.en` where it was English: a file's language stands before its extension. */
export function nameIn(name: string, from: LanguageCode, to: LanguageCode): string {
  const tags = [from, bcp47(from), from.replace('_', '-'), to, bcp47(to)]
  const end = tags.find((tag) => new RegExp(String.raw`[^.]\.${tag}$`, 'i').test(name))
  const plain = end === undefined ? name : name.slice(0, -end.length - 1)
  return `${plain}.${bcp47(to)}`
}
