/** Code page 850 (DOS, Western Europe) from byte 128 on: browsers have no decoder for it. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

/** Its letters that occur in subtitles. */
const USED = /^[ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜøØáíóúñÑªº¿¡«»ÁÂÀãÃÊËÈÍÎÏÌÓßÔÒõÕÚÛÙýÝ£°§\u00A0]*$/

export function decodeCp850(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : CP850[byte - 128]
  return text
}

/** Symbols within or at words, and capitals after small letters: symptoms of another encoding. */
const MISFIT =
  /(?<=[a-zA-Z])[^\p{L}\p{N}\s’‘“”–—…«»ºª°\u00A0]|[^\p{L}\p{N}\s’‘“”–—…«»¿¡‚„ºª°\u00A0](?=[a-zA-Z])|(?<=[a-z])[“”](?=\p{L})|(?<=\p{Ll})\p{Lu}/gu

/** Share of non-ASCII letters that do not fit their context; 0 to 1. */
function misfits(text: string): number {
  const foreign = text.match(/[\u0080-\uffff]/g)?.length ?? 0
  let found = 0
  for (const [letter] of text.matchAll(MISFIT)) if (letter.charCodeAt(0) > 127) found++
  return found / Math.max(1, foreign)
}

/**
 * Whether bytes are Western European text in code page 850: most non-ASCII letters fit, and do not in windows-1252 or Mac
 * Roman. A single word may be of any.
 */
export function isCp850(bytes: Uint8Array, decode: (label: string) => string): boolean {
  const text = decodeCp850(bytes)
  const foreign = text.match(/[\u0080-\uffff]/g) ?? []
  const beside = text.match(/(?<=[a-z])[\u0080-\uffff]|[\u0080-\uffff](?=[a-z])/gi) ?? []
  if (foreign.length === 0 || !USED.test(foreign.join('')) || 2 * beside.length < foreign.length) return false
  return misfits(text) < 0.1 && misfits(decode('windows-1252')) > 0.2 && misfits(decode('macintosh')) > 0.1
}
