/** Least and greatest length of an account's name. */
export const accountName = { min: 2, max: 40, pattern: /^[^\s@]+$/ } as const

/** Scripts in use today (Unicode Standard Annex 31, tables 5 and 7). */
const scripts =
  'Arab Armn Beng Bopo Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Knda Kana Khmr Laoo Latn Mlym Mymr Orya ' +
  'Sinh Taml Telu Thaa Thai Tibt Adlm Bali Bamu Batk Cans Cakm Cham Cher Rohg Java Kali Lepc Limb Lisu Mand Mtei Plrd ' +
  'Mong Talu Newa Nkoo Hmnp Olck Osge Saur Sund Sylo Syrc Tale Lana Tavt Tfng Vaii Wcho Yiii'

/** Scripts that are written together, with Latin letters among them: Japanese, Chinese and Korean. */
const together = ['Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang']

const shared = String.raw`\p{scx=Zyyy}\p{scx=Zinh}`
const readTogether = [...together, ...scripts.split(' ')].map((set) => {
  const letters = set.split(' ').map((script) => String.raw`\p{scx=${script}}`)
  return new RegExp(`^[${shared}${letters.join('')}]*$`, 'u')
})

/** Invisible characters, or combining ones. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]|^\p{M}|\p{Mn}{5}/u

/**
 * Whether a name can be distinguished by reading: its letters are of one script, or of scripts written together (Unicode
 * Technical Standard 39, "highly restrictive"), none invisible or a variant.
 */
export function isReadableName(name: string): boolean {
  const composed = name.normalize('NFC')
  if (UNSEEN.test(composed) || composed !== name.normalize('NFKC')) return false
  return readTogether.some((letters) => letters.test(composed))
}

/** Key in the `errors` catalogue of a failed check. */
export const unreadable = { params: { key: 'name_unreadable' } }

/** Whether a new account may have a name. Older ones keep theirs. */
export function isAccountName(name: string): boolean {
  const { min, max, pattern } = accountName
  return name.length >= min && name.length <= max && pattern.test(name) && isReadableName(name)
}
