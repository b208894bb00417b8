import { formatOfName } from '../subtitle/formats/format.ts'
import { bcp47, type LanguageCode } from '../domain/languages.ts'

/** `film` in Spanish is `film.es`, and so is an English `film.en`: the language is before the extension. */
export function nameIn(name: string, from: LanguageCode, to: LanguageCode): string {
  const tags = [from, bcp47(from), from.replace('_', '-'), to, bcp47(to)]
  const end = tags.find((tag) => new RegExp(String.raw`[^.]\.${tag}$`, 'i').test(name))
  const plain = end === undefined ? name : name.slice(0, -end.length - 1)
  return `${plain}.${bcp47(to)}`
}

/** The name of a file in another language: `film.en.srt` in Spanish is `film.es.srt`. A missing extension is added. */
export function fileNameIn(name: string, from: LanguageCode, to: LanguageCode): string {
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  return nameIn(stem, from, to) + (formatOfName(name) ? name.slice(dot) : '.srt')
}
