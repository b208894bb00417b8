/** Longest name of a file, without its extension, in UTF-16 units: file systems take 255 bytes, and letters up to three. */
const MAX_LENGTH = 80
/** No name that is longer says more: what comes behind is not looked at. */
const LONGEST = 4096
/** What some file system gives a meaning to, and characters that can't be seen. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu
/** Names of devices on Windows, whatever comes after the dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** What stands around a name in the name of a file: ` (es)` behind it. */
type Around = (name: string) => string

/**
 * A name that every usual file system takes and no unpacking program puts anywhere else; `extension` without its dot. Of a
 * name that is too long its end is left out, not what stands around it: that tells files of one name from each other.
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

/** As much of a name as leaves room for what stands around it. */
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

/** Names in the same order, none twice even where capitals count for nothing: a later one gets a number. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  /** The number to try next for a name: 4,000 files of one name would try eight million otherwise. */
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

/** A file's name without its extension, as far as that is one. */
export function stemOf(fileName: string): string {
  return fileName.replace(/\.[a-z0-9]{1,5}$/i, '')
}
