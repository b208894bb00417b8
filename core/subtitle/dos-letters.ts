/** Code page 850, the letters of DOS in Western Europe, from byte 128 on: no decoder of browsers has it. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

/** What subtitles have of them. */
const USED = /^[ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜøØáíóúñÑªº¿¡«»ÁÂÀãÃÊËÈÍÎÏÌÓßÔÒõÕÚÛÙýÝ£°§\u00A0]*$/

export function decodeCp850(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : CP850[byte - 128]
  return text
}

/** Signs within or at words, and capitals after small letters: what letters of another encoding become. */
const MISFIT =
  /(?<=[a-zA-Z])[^\p{L}\p{N}\s’‘“”–—…«»ºª°\u00A0]|[^\p{L}\p{N}\s’‘“”–—…«»¿¡‚„ºª°\u00A0](?=[a-zA-Z])|(?<=[a-z])[“”](?=\p{L})|(?<=\p{Ll})\p{Lu}/gu

/** Letters, of those beyond ASCII, that do not fit in where they stand; 0 to 1. */
function misfits(text: string): number {
  const foreign = text.match(/[\u0080-\uffff]/g)?.length ?? 0
  let found = 0
  for (const [letter] of text.matchAll(MISFIT)) if (letter.charCodeAt(0) > 127) found++
  return found / Math.max(1, foreign)
}

/**
 * Whether bytes are text of Western Europe in code page 850: most letters beyond ASCII are beside others, and where they fit they
 * do not in windows-1252 nor on a Macintosh. One word with few of them may be of any.
 */
export function isCp850(bytes: Uint8Array, decode: (label: string) => string): boolean {
  const text = decodeCp850(bytes)
  const foreign = text.match(/[\u0080-\uffff]/g) ?? []
  const beside = text.match(/(?<=[a-z])[\u0080-\uffff]|[\u0080-\uffff](?=[a-z])/gi) ?? []
  if (foreign.length === 0 || !USED.test(foreign.join('')) || 2 * beside.length < foreign.length) return false
  return misfits(text) < 0.1 && misfits(decode('windows-1252')) > 0.2 && misfits(decode('macintosh')) > 0.1
}
