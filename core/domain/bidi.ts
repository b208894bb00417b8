const FIRST_STRONG_ISOLATE = '\u2068'
const POP_DIRECTIONAL_ISOLATE = '\u2069'
/** Letters written from right to left, and marks, embeddings and overrides of direction. */
const TURNS =
  /[\u061C\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
/** Isolates within the value: an unopened closing one would end the isolate around it. */
const ISOLATES = /[\u2066-\u2069]/g

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const LETTER = /\p{L}/gu

/** Whether most letters of a text are right-to-left. */
export function isRightToLeft(text: string): boolean {
  if (!RIGHT_TO_LEFT.test(text)) return false
  let [left, right] = [0, 0]
  for (const [letter] of text.matchAll(LETTER)) {
    if (RIGHT_TO_LEFT.test(letter)) right++
    else left++
  }
  return right > left
}

/** A value isolated for a sentence of the interface, whose word order it can't reverse. */
export function isolateValue(value: string): string {
  if (!TURNS.test(value)) return value
  return FIRST_STRONG_ISOLATE + value.replace(ISOLATES, '') + POP_DIRECTIONAL_ISOLATE
}
