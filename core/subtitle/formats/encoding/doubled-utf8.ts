/** windows-1252 of the bytes 128 to 159; five unassigned ones stay control characters. */
const SIGNS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** UTF-8 decoded as windows-1252 and encoded again: `Ã©` for `é`. */
const RUN = /[\u0080-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{2,}/g

/** Letters and symbols of European languages, dashes, quotes, notes; others are coincidence. */
const USUAL =
  /^[\u00a0-\u024f\u0370-\u04ff\u1e00-\u1eff\u2010-\u2044\u20a0-\u20bf\u2122\u2190-\u21ff\u2660-\u266f\ufeff]+$/u

/** The decoded text; undefined if it was not encoded twice, or more than one in twenty letters contradicts. */
export function undoubledUtf8(text: string): string | undefined {
  let [doubled, mixed] = [0, 0]
  const single = text.replace(RUN, (run) => {
    const letters = undoubled(run)
    if (letters === undefined) return run
    doubled++
    return letters
  })
  if (doubled === 0) return undefined
  for (const [run] of text.matchAll(/[\u0080-\uffff]+/g)) if (undoubled(run) === undefined) mixed++
  return 20 * mixed <= doubled ? single : undefined
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function undoubled(run: string): string | undefined {
  const bytes = Array.from(run, (letter) => {
    const sign = SIGNS.indexOf(letter)
    return sign < 0 ? letter.charCodeAt(0) : 128 + sign
  })
  if (bytes.some((byte) => byte > 255)) return undefined
  try {
    const letters = decoder.decode(Uint8Array.from(bytes))
    return USUAL.test(letters) ? letters : undefined
  } catch {
    return undefined
  }
}
