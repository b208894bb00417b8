const XML = 'http://www.w3.org/XML/1998/namespace'
const PREDEFINED: readonly [prefix: string, uri: string][] = [
  ['xml', XML],
  ['xmlns', 'http://www.w3.org/2000/xmlns/'],
]

/** Style attributes of TTML, and of its drafts. */
const STYLING = /^http:\/\/www\.w3\.org\/(?:ns\/ttml|\d{4}\/\d\d\/ttaf1)#styl(?:e|ing)$/

/** The prefix of a qualified name; empty without one. */
export const prefixOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf(':')))

/** The local part of a qualified name. */
export const localOf = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Resolves prefixes to namespaces while walking a document. */
export class Namespaces {
  private readonly bound = new Map<string, string[]>(PREDEFINED.map(([prefix, uri]) => [prefix, [uri]]))

  /** Adds a starting element's declarations; returns their prefixes for `leave`. */
  enter(attributes: Readonly<Record<string, string>>): readonly string[] {
    const declared: string[] = []
    for (const name in attributes) {
      const prefix = name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : undefined
      if (prefix === undefined) continue
      const uris = this.bound.get(prefix)
      const uri = attributes[name] ?? ''
      if (uris) uris.push(uri)
      else this.bound.set(prefix, [uri])
      declared.push(prefix)
    }
    return declared.length ? declared : NONE
  }

  leave(declared: readonly string[]): void {
    for (const prefix of declared) this.bound.get(prefix)?.pop()
  }

  /** Whether a prefix may have this namespace: `xml` is reserved. */
  allows(prefix: string): boolean {
    const uri = this.bound.get(prefix)?.at(-1)
    return prefix !== 'xmlns' && (prefix === 'xml') === (uri === XML) && (uri !== '' || prefix === '')
  }

  /** The namespace of a prefix, empty for unprefixed names; undefined if undeclared. */
  of(prefix: string): string | undefined {
    return this.bound.get(prefix)?.at(-1) || (prefix === '' ? '' : undefined)
  }

  /** The prefix for style attributes within an element with declarations, given the outer one. */
  stylePrefix(declared: readonly string[], outer: string | undefined): string | undefined {
    const found = declared.find((prefix) => prefix !== '' && STYLING.test(this.of(prefix) ?? ''))
    if (found !== undefined) return found
    return outer !== undefined && STYLING.test(this.of(outer) ?? '') ? outer : undefined
  }
}

const NONE: readonly string[] = []
