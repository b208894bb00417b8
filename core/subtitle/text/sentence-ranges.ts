/** Pattern of characters that may follow a sentence's stop. */
export const CLOSING = `["'”’»›」』）)\\]]*`
/** A beginning that continues the previous sentence. */
export const GOES_ON = /^["'“‘«]*(?:\.{2,}|…|\p{Ll})/u
const END = new RegExp(String.raw`[.!?…؟۔।]+${CLOSING}(?=\s)|[。！？]+${CLOSING}(?=.)`, 'gu')
/** A letter or a number: a text without any is silent. */
export const SAID = /[\p{L}\p{N}]/u
/** A text ending with a title or initial before a name. */
export const ABBREVIATION =
  /(?:^|[\s(“"'])(?:Mrs?|Ms|Dr|Prof|St|Sr|Jr|vs|No|Gen|Col|Lt|Sgt|Capt|Rev|Hon|Mt|Sra|Srta|Dra|Uds?|Vds?|Mme|Mlle|Hr|Fr|Nr|Sig|\p{L})\.$/u

/** Start and end of a text's sentences; spaces between belong to neither. */
export function sentenceRanges(text: string): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = []
  let from = 0
  for (const match of text.matchAll(END)) {
    const to = match.index + match[0].length
    const rest = text.slice(to).trimStart()
    const isInside =
      GOES_ON.test(rest) || (match[0].startsWith('.') && ABBREVIATION.test(text.slice(from, match.index + 1)))
    if (isInside || rest === '' || !SAID.test(text.slice(from, to))) continue
    ranges.push({ from, to })
    from = text.length - rest.length
  }
  ranges.push({ from, to: text.length })
  return ranges
}
