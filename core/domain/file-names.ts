/**
 * Longest file name without its extension, in UTF-16 units: file systems allow 255 bytes, and letters take up to three.
 */
const MAX_LENGTH = 80
/** Longer names are cut before processing. */
const LONGEST = 4096
/** Characters with a meaning in some file system, and invisible ones. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu
/** Device names of Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** Affixes of a file name: ` (es)` behind it. */
type Around = (name: string) => string

/**
 * A file name valid on every common file system and safe in archives; `extension` without its dot. A too long name loses
 * its end, not its affixes, which distinguish files of one name.
 */
export function safeFileName(name: string, extension: string, around: Around = (own) => own): string {
  const shown = clean(around(fitted(clean(name), around))).replace(DEVICE, '_$&')
  const stem = [...shown].slice(0, MAX_LENGTH).join('').trimEnd() || 'file'
  return `${stem}.${extension.replace(/[^a-z0-9]/gi, '')}`
}

function clean(text: string): string {
  return text
    .slice(0, LONGEST)
    .normalize('NFC')
    .replace(UNSAFE, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
}

/** A name cut to leave room for its affixes. */
export function fitted(name: string, around: Around): string {
  const letters = [...name]
  const over = [...around(name)].length - MAX_LENGTH
  return over <= 0
    ? name
    : letters
        .slice(0, Math.max(1, letters.length - over))
        .join('')
        .trimEnd()
}

/** The names in order, made unique ignoring case: later ones get a number. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  /** The next number to try per name: 4,000 equal names would otherwise take eight million tries. */
  const next = new Map<string, number>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length
    const key = name.toLowerCase()
    let free = name
    let n = next.get(key) ?? 2
    while (taken.has(free.toLowerCase())) free = `${name.slice(0, dot)} (${n++})${name.slice(dot)}`
    next.set(key, n)
    taken.add(free.toLowerCase())
    return free
  })
}

/** A file's name without its extension, if it has one. */
export function stemOf(fileName: string): string {
  return fileName.replace(/\.[a-z0-9]{1,5}$/i, '')
}
