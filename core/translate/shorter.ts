import type { LanguageCode } from '../domain/languages.ts'
import { withoutAdverbs, withoutFillers } from '../subtitle/text/spare-words.ts'

type Shortening = readonly [longer: RegExp, shorter: string]

const NO_LETTER_BEFORE = String.raw`(?<![\p{L}\p{N}'’-])`
const NO_LETTER_AFTER = String.raw`(?![\p{L}\p{N}'’-])`

function shortenings(table: readonly (readonly [longer: string, shorter: string])[]): Shortening[] {
  return table.map(([longer, shorter]) => [
    new RegExp(`${NO_LETTER_BEFORE}(?:${longer})${NO_LETTER_AFTER}`, 'giu'),
    shorter,
  ])
}

/** Verbs whose future is not the infinitive with an ending, with possible words before them. */
const SPANISH_IRREGULAR = String.raw`\p{L}*(?:tener|hacer|facer|decir|poder|querer|saber|poner|venir|salir|valer|haber|caber)`
const SPANISH_VERB = String.raw`((?!${SPANISH_IRREGULAR}${NO_LETTER_AFTER})\p{L}+[aei]r)`
const FRENCH_IRREGULAR = String.raw`\p{L}*(?:aller|envoyer|venir|tenir|courir|mourir|quérir|cueillir|yer|e\p{L}er)`
const FRENCH_VERB = String.raw`((?!${FRENCH_IRREGULAR}${NO_LETTER_AFTER})\p{L}{2,}(?:er|(?<!o)ir))`
const BEFORE_WORD = String.raw`(?= \p{L})`

/** Shorter equivalents for any sentence. A possible imperative or `let us` stays: `vamos a …`. */
const tables: Partial<Record<LanguageCode, readonly Shortening[]>> = {
  en: shortenings([
    [`(I|you|we|they|he|she|it|that|there|who) will${BEFORE_WORD}`, "$1'll"],
    [`(you|we|they) are${BEFORE_WORD}`, "$1're"],
    [`(he|she|it|that|there|who|what|where) is${BEFORE_WORD}`, "$1's"],
    [`I am${BEFORE_WORD}`, "I'm"],
    ['(I|you|we|they|would|could|should) have(?= (?:been|had|not|\\p{L}+ed) )', "$1've"],
    [`(I|you|we|they|he|she) would${BEFORE_WORD}`, "$1'd"],
    ['(do|does|did|is|are|was|were|has|had|could|would|should|must|need) not', "$1n't"],
    ['can ?not', "can't"],
    ['will not', "won't"],
    ['let us', "let's"],
    ['because of the fact that|due to the fact that', 'because'],
    ['in order to', 'to'],
    ['at (?:this|the) moment', 'now'],
    ['a (?:great|large) number of', 'many'],
    ['with regard to|in relation to', 'about'],
    ['approximately', 'about'],
    ['television', 'TV'],
  ]),
  es: shortenings([
    ['aquel', 'ese'],
    ['aquell(as|os|a|o)', 'es$1'],
    ['por supuesto|naturalmente(?=[,.!?…]|$)', 'claro'],
    ['de acuerdo(?=[,.!?…]|$)', 'vale'],
    ['todavía', 'aún'],
    ['quizás', 'quizá'],
    ['difícilmente', 'apenas'],
    ['solamente|únicamente', 'solo'],
    ['debido a que|a causa de que', 'porque'],
    ['debido al|a causa del', 'por el'],
    ['debido a|a causa de', 'por'],
    ['a pesar de que', 'aunque'],
    ['(?:sin embargo|no obstante),(?= \\p{L})', 'pero'],
    ['por lo tanto|por consiguiente', 'así que'],
    ['en este momento', 'ahora'],
    ['(?:con el fin|a fin) de', 'para'],
    ['a través del', 'por el'],
    ['a través de', 'por'],
    ['dentro del', 'en el'],
    ['alguna cosa', 'algo'],
    ['ninguna cosa', 'nada'],
    [`voy a ${SPANISH_VERB}`, '$1é'],
    [`vas a ${SPANISH_VERB}`, '$1ás'],
    [`va a ${SPANISH_VERB}`, '$1á'],
    [`van a ${SPANISH_VERB}`, '$1án'],
    ['tendr(ía\\p{L}*) que', 'deber$1'],
    ['tengo que(?! ver)', 'debo'],
    ['tienes que(?! ver)', 'debes'],
    ['tiene que(?! ver)', 'debe'],
    ['tenemos que(?! ver)', 'debemos'],
    ['tienen que(?! ver)', 'deben'],
    ['((?:mi|tu|su)s? \\p{L}+) propi[oa]s?', '$1'],
    ['pienso que', 'creo que'],
    ['un (?:tiempo largo|largo tiempo)', 'mucho tiempo'],
    ['televisión', 'tele'],
    ['(?:tú|nosotros|nosotras|vosotros|vosotras) (?=(?:no )?\\p{L}*(?:[aeiáéí]s|mos) )', ''],
  ]),
  fr: shortenings([
    ['cela', 'ça'],
    ['parce que', 'car'],
    ["parce qu['’](?=\\p{L})", 'car '],
    ['afin de', 'pour'],
    ['à propos de|au sujet de', 'sur'],
    ['(?:cependant|néanmoins|toutefois),(?= \\p{L})', 'mais'],
    ['quelquefois', 'parfois'],
    ["à l['’]intérieur de", 'dans'],
    ['(?:naturellement|évidemment)(?=[,.!?…]|$)', 'bien sûr'],
    ['télévision', 'télé'],
    [`je vais ${FRENCH_VERB}`, 'je $1ai'],
    [`tu vas ${FRENCH_VERB}`, 'tu $1as'],
    [`(il|elle|on|ça|qui) va ${FRENCH_VERB}`, '$1 $2a'],
    [`nous allons ${FRENCH_VERB}`, 'nous $1ons'],
    [`vous allez ${FRENCH_VERB}`, 'vous $1ez'],
    [`(ils|elles|qui) vont ${FRENCH_VERB}`, '$1 $2ont'],
  ]),
  it: shortenings([
    ['tuttavia,(?= \\p{L})', 'ma'],
    ['solamente|soltanto', 'solo'],
    ['a causa della', 'per la'],
    ['a causa del', 'per il'],
    ['a causa di', 'per'],
    ['al fine di', 'per'],
    ['in questo momento|adesso', 'ora'],
    ['qualche cosa', 'qualcosa'],
    ['televisione', 'TV'],
    ['(?:naturalmente|certamente)(?=[,.!?…]|$)', 'certo'],
  ]),
  pt: shortenings([
    ['(?:no entanto|contudo|todavia),(?= \\p{L})', 'mas'],
    ['somente', 'só'],
    ['por causa da', 'pela'],
    ['por causa do', 'pelo'],
    ['por causa de', 'por'],
    ['a fim de', 'para'],
    ['neste momento', 'agora'],
    ['alguma coisa', 'algo'],
    ['nenhuma coisa', 'nada'],
    ['televisão', 'TV'],
  ]),
  de: shortenings([
    ['jedoch', 'aber'],
    ['lediglich', 'nur'],
    ['aufgrund|auf Grund', 'wegen'],
    ['in diesem (?:Augenblick|Moment)', 'jetzt'],
    ['irgendetwas', 'etwas'],
    ['selbstverständlich(?=[,.!?…]|$)', 'klar'],
  ]),
}

/**
 * Ever shorter wordings of a translation: first shorter synonyms, then without fillers and adverbs of degree. Names,
 * numbers and negations stay.
 */
export function shorterTexts(text: string, language: LanguageCode): string[] {
  const found: string[] = []
  let last = text
  const add = (wording: string): void => {
    const next = begunLike(wording.replace(/ {2,}/g, ' ').trim(), text)
    if (lettersOf(next) === 0 || lettersOf(next) >= lettersOf(last)) return
    found.push(next)
    last = next
  }
  for (const [longer, shorter] of tables[language] ?? [])
    add(last.replace(longer, (said: string, ...groups: unknown[]) => worded(said, shorter, groups)))
  // Removing words tidies spaces before marks, which French has.
  if (/[\p{L}»] [?!;:]/u.test(last)) return found
  add(withoutFillers(last, language))
  add(withoutAdverbs(last, language))
  return found
}

const lettersOf = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

function worded(said: string, shorter: string, groups: readonly unknown[]): string {
  const group = (at: number): string => (typeof groups[at] === 'string' ? groups[at] : '')
  return begunLike(shorter.replace('$1', group(0)).replace('$2', group(1)), said)
}

/** A text with another one's initial case. */
function begunLike(text: string, original: string): string {
  const [first = ''] = /\p{L}/u.exec(original) ?? []
  if (/\p{Lu}/u.test(first)) return text.replace(/\p{L}/u, (letter) => letter.toUpperCase())
  return text
}
