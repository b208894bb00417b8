/** A cue's row split at the colon after its first words; `name` is empty if they can't be a name. */
export interface LabelledRow {
  /** As written, without a remark in brackets after it. */
  readonly name: string
  /** Whether brackets follow the name, as in `MAN 1 (ON PHONE):`. */
  readonly isQualified: boolean
  /** The speech after it: the whole row without a name. */
  readonly rest: string
}

const LONGEST_NAME = 40
const MOST_WORDS = 4
/** Longest label: a name with brackets after it. */
const LONGEST_HEAD = 90
/** Marks of a new speaker before a name: dashes, and the arrows of live captions. */
const TURN = /^[\s\-‐–—>]+/
const QUALIFIER = /\s*[([（【]([^()[\]（）【】]{1,40})[)\]）】]\s*$/
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’&#/-]*$/u
/** Repetitions of equal words before a colon that make them a name without capitals. */
const OFTEN = 3
const LONGEST_UNCASED = 8

/** First words before a colon that announce a thing, not a person. */
const announcing = new Set(
  (
    'note notes nb n.b. ps p.s. re fw fwd warning caution danger attention tip hint remember important example question ' +
    'answer step chapter part episode scene act round day week year lesson section figure table rule option level number no ' +
    'page unit item exhibit subject from to cc date time place phone tel email address price total score result results ' +
    'fact update reason problem solution conclusion summary bonus breaking news live next today and but so or because then ' +
    'nota ojo aviso atención ejemplo pregunta respuesta paso capítulo parte remarque exemple réponse étape chapitre partie ' +
    'hinweis achtung anmerkung beispiel frage antwort schritt kapitel teil attenzione esempio domanda risposta passo ' +
    'capitolo atenção exemplo pergunta resposta примечание внимание пример вопрос ответ шаг глава часть ' +
    '注 注意 备注 備註 提示 说明 說明 例如 比如 问 問 答 原因 结论 結論 时间 時間 地点 地點 电话 電話 地址 例 質問 答え'
  ).split(' '),
)
/** Lower-case words possible in a name. */
const PARTICLES = new Set('of the de da di del della la le von van der den al bin el y e und and'.split(' '))
/** Chinese and Japanese verbs of saying before a colon: `他说：`. */
const SAYING = /[说說道问問喊叫想答曰]$/u

const keyOf = (name: string): string => name.toUpperCase().replace(/\s+/g, ' ')

/** Splits a row. Times, ratios and addresses have no space after the colon, and so no name before it. */
export function labelledRow(row: string): LabelledRow {
  const bare = row.replace(TURN, '')
  const none = { name: '', isQualified: false, rest: row }
  const colon = bare.slice(0, LONGEST_HEAD).search(/[:：]/)
  if (colon < 0 || (bare[colon] === ':' && !/^(?:\s|$)/.test(bare.slice(colon + 1)))) return none
  const head = bare.slice(0, colon)
  const rest = bare.slice(colon + 1).trim()
  // A name in brackets: `[MARY]: …`.
  const inside = QUALIFIER.exec(head)
  const before = head.replace(QUALIFIER, '').trim()
  const name = before === '' ? (inside?.[1]?.trim() ?? '') : before
  const isName = name.length <= LONGEST_NAME && name.split(/\s+/).length <= MOST_WORDS && NAME.test(name)
  if (!isName || (name.match(/\p{L}/gu)?.length ?? 0) < (isUncased(name) ? 1 : 2)) return none
  return { name, isQualified: inside !== null, rest }
}

const isUncased = (text: string): boolean => !/[\p{Lu}\p{Ll}]/u.test(text)
const isCapitals = (text: string): boolean => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)

function isTitled(name: string): boolean {
  const words = name.split(/\s+/)
  return /^\p{Lu}/u.test(name) && words.every((word) => /^[\p{Lu}\p{N}#&]/u.test(word) || PARTICLES.has(word))
}

/**
 * Which names of a file's rows are speakers: known ones, capitals in mixed text, those with brackets, and repeated ones.
 * Announcements such as `Note:` are none.
 */
export function speakerNames(rows: readonly string[], known: Iterable<string> = []): (row: LabelledRow) => boolean {
  const names = new Set([...known].map(keyOf))
  const counts = new Map<string, number>()
  let [lettered, mixed] = [0, 0]
  for (const row of rows) {
    const { name, rest } = labelledRow(row)
    if (name !== '') counts.set(keyOf(name), (counts.get(keyOf(name)) ?? 0) + 1)
    if (!/\p{L}{2}/u.test(rest)) continue
    lettered++
    if (/\p{Ll}/u.test(rest) || isUncased(rest)) mixed++
  }
  const capitalsTell = mixed * 2 > lettered
  return ({ name, isQualified }) => {
    if (name === '') return false
    if (names.has(keyOf(name))) return true
    const [first = ''] = name.toLowerCase().split(/[\s]+/)
    if (announcing.has(first)) return false
    const isOften = (counts.get(keyOf(name)) ?? 0) >= OFTEN
    if (isUncased(name)) return isOften && name.length <= LONGEST_UNCASED && !SAYING.test(name)
    if (isCapitals(name)) return isOften || isQualified || capitalsTell
    return isTitled(name) && (isOften || isQualified)
  }
}
