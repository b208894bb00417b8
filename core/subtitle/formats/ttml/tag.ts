import { escapeXml } from '../../text/xml-text.ts'

/** An attribute within a start tag: its name and its value as written. */
const ATTRIBUTE = /\s([^\s=/>"']+)\s*=\s*("[^"]*"|'[^']*')/g

/** The value of an attribute of a start tag, as written. */
export function attributeOf(tag: string, name: string): string | undefined {
  for (const [, found, quoted = ''] of tag.matchAll(ATTRIBUTE)) if (found === name) return quoted.slice(1, -1)
  return undefined
}

/** All attributes of a start tag with their values as written. */
export function attributesIn(tag: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', quoted = ''] of tag.matchAll(ATTRIBUTE)) found.set(name, quoted.slice(1, -1))
  return found
}

/** The start tag with only the attributes that `keep` accepts. */
export function filterAttributes(tag: string, keep: (name: string) => boolean): string {
  return tag.replace(ATTRIBUTE, (whole, name: string) => (keep(name) ? whole : ''))
}

/** The start tag with an attribute, in place if it exists; `undefined` removes it. */
export function withAttribute(tag: string, name: string, value: string | undefined): string {
  if (value === undefined) return filterAttributes(tag, (other) => other !== name)
  let found = false
  const changed = tag.replace(ATTRIBUTE, (whole, other: string, quoted: string) => {
    if (other !== name) return whole
    found = true
    return `${whole.slice(0, whole.length - quoted.length)}"${escapeXml(value)}"`
  })
  if (found) return changed
  const end = tag.endsWith('/>') ? tag.length - 2 : tag.length - 1
  return `${tag.slice(0, end).trimEnd()} ${name}="${escapeXml(value)}"${tag.slice(end)}`
}

/** An opening tag for a self-closing one. */
export function opened(tag: string): string {
  return tag.endsWith('/>') ? `${tag.slice(0, -2).trimEnd()}>` : tag
}
