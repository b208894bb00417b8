import { isUnspaced, type LanguageCode } from '../../domain/languages.ts'

/** Dispensable words, the emptiest first: fillers, then adverbs of degree and attitude. Never a negation. */
const spareWords: Partial<Record<LanguageCode, readonly [fillers: readonly string[], adverbs: readonly string[]]>> = {
  en: [
    ['you know', 'i mean', 'sort of', 'kind of', 'uh', 'um', 'well', 'okay so', 'right', 'basically', 'like i said'],
    ['actually', 'really', 'very', 'just', 'simply', 'literally', 'certainly', 'obviously', 'of course'],
  ],
  es: [
    ['o sea', 'pues', 'bueno', 'digamos', 'en plan', 'es decir', 'ya sabes', 'sabes', 'eh', 'a ver'],
    ['realmente', 'básicamente', 'simplemente', 'literalmente', 'muy', 'bastante', 'obviamente', 'por supuesto'],
  ],
  fr: [
    ['euh', 'ben', 'bah', 'en fait', 'du coup', 'vous savez', 'tu sais', 'quoi', 'disons', 'eh bien'],
    ['vraiment', 'très', 'simplement', 'juste', 'littéralement', 'évidemment', 'tout à fait', 'bien sûr'],
  ],
  de: [
    ['also', 'äh', 'ähm', 'na ja', 'halt', 'eben', 'sozusagen', 'wissen sie', 'weißt du', 'quasi'],
    ['eigentlich', 'wirklich', 'sehr', 'einfach', 'ziemlich', 'natürlich', 'durchaus', 'selbstverständlich'],
  ],
  it: [
    ['cioè', 'insomma', 'diciamo', 'allora', 'ecco', 'beh', 'sai', 'sapete', 'in pratica'],
    ['davvero', 'molto', 'semplicemente', 'letteralmente', 'praticamente', 'ovviamente', 'certamente'],
  ],
  pt: [
    ['tipo', 'quer dizer', 'ou seja', 'bem', 'bom', 'então', 'sabe', 'sabes', 'digamos'],
    ['realmente', 'muito', 'simplesmente', 'literalmente', 'basicamente', 'obviamente', 'claro'],
  ],
  nl: [
    ['nou', 'eh', 'zeg maar', 'weet je', 'dus eigenlijk'],
    ['eigenlijk', 'echt', 'heel', 'gewoon', 'natuurlijk', 'letterlijk', 'behoorlijk'],
  ],
  ru: [
    ['ну', 'значит', 'вот', 'как бы', 'так сказать', 'знаете', 'в общем', 'то есть'],
    ['очень', 'просто', 'действительно', 'конечно', 'буквально', 'на самом деле'],
  ],
  zh_cn: [
    ['那个', '就是说', '然后呢', '嗯', '呃', '怎么说呢', '你知道'],
    ['其实', '真的', '非常', '实际上', '基本上', '当然'],
  ],
  zh_tw: [
    ['那個', '就是說', '然後呢', '嗯', '呃', '怎麼說呢', '你知道'],
    ['其實', '真的', '非常', '實際上', '基本上', '當然'],
  ],
  ja: [
    ['えっと', 'あの', 'まあ', 'その', 'なんか'],
    ['とても', '本当に', '実は', 'もちろん', 'かなり'],
  ],
}

/** A text without fillers. They count only between commas: `Well, yes` but not `all is well`. */
export function withoutFillers(text: string, language: LanguageCode): string {
  const [words] = spareWords[language] ?? []
  const isJoined = isUnspaced(language)
  if (!words) return tidied(text, isJoined)
  const any = `(?:${words.join('|')})`
  if (isJoined) return tidied(text.replace(new RegExp(`${any}[，、]`, 'gu'), ''), isJoined)
  const plain = text
    .replace(new RegExp(`(?<=^|[,.!?…]\\s+)${any},\\s*`, 'giu'), '')
    .replace(new RegExp(`,\\s*${any}(?=\\s*(?:[,.!?…]|$))`, 'giu'), '')
  return tidied(plain, isJoined)
}

/** After a negation an adverb carries meaning: `not really` is not `not`. */
const NEGATIONS = "not|no|n['’]t|nicht|kein|pas|non|não|niet|не"

/** A text without adverbs of degree and attitude. */
export function withoutAdverbs(text: string, language: LanguageCode): string {
  const [, words] = spareWords[language] ?? []
  const isJoined = isUnspaced(language)
  if (!words) return tidied(text, isJoined)
  const any = `(?:${words.join('|')})`
  if (isJoined) return tidied(text.replace(new RegExp(`(?<![不没沒])${any}`, 'gu'), ''), isJoined)
  const plain = text.replace(
    new RegExp(`(?<!(?:${NEGATIONS})\\s+)(?<![\\p{L}\\p{N}'’-])${any}(?![\\p{L}\\p{N}'’-])`, 'giu'),
    '',
  )
  return tidied(plain, isJoined)
}

/** Single spaces, none before marks, and a capital at the new beginning. */
export function tidied(text: string, isJoined: boolean): string {
  const spaced = text
    .replace(/\s+/g, ' ')
    .replace(/\s+(?=[,.!?;:…，。！？、])/g, '')
    .replace(/([,;:，、])(?:\s*[,;:，、])+/g, '$1')
    .replace(/^[\s,;:，、]+/, '')
    .trim()
  return isJoined ? spaced : spaced.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}
