/** A word or phrase with its required translation. */
export interface GlossaryTerm {
  readonly from: string
  readonly to: string
}

const patterns = new Map<string, RegExp>()

/** A term as whole words, ignoring case. */
function patternOf(term: string): RegExp {
  let pattern = patterns.get(term)
  if (!pattern) {
    const text = term
      .trim()
      .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replace(/\s+/g, String.raw`\s+`)
    const isSpaced =
      /^[\p{L}\p{N}]/u.test(term) &&
      !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(term)
    pattern = new RegExp(
      isSpaced ? String.raw`(?<![\p{L}\p{N}@])${text}(?![\p{L}\p{N}]|[.@][\p{L}\p{N}])` : text,
      'giu',
    )
    if (patterns.size > 2000) patterns.clear()
    patterns.set(term, pattern)
  }
  pattern.lastIndex = 0
  return pattern
}

/** The terms that occur in some texts. */
export function termsIn(texts: readonly string[], glossary: readonly GlossaryTerm[]): GlossaryTerm[] {
  return glossary.filter(({ from }) => texts.some((text) => patternOf(from).test(text)))
}

/** Non-overlapping occurrences of terms in order; the longer one wins. */
export function termSpans(
  text: string,
  glossary: readonly GlossaryTerm[],
): { readonly from: number; readonly to: number; readonly term: GlossaryTerm }[] {
  const found: { from: number; to: number; term: GlossaryTerm }[] = []
  for (const term of [...glossary].sort((a, b) => b.from.length - a.from.length)) {
    for (const { 0: said, index: from } of text.matchAll(patternOf(term.from))) {
      const to = from + said.length
      if (said !== '' && !found.some((other) => from < other.to && other.from < to)) found.push({ from, to, term })
    }
  }
  return found.sort((a, b) => a.from - b.from)
}

/** A text with its terms already translated, for engines that leave unknown words alone. */
export function withTerms(text: string, glossary: readonly GlossaryTerm[]): string {
  return [...glossary]
    .sort((a, b) => b.from.length - a.from.length)
    .reduce((replaced, { from, to }) => replaced.replace(patternOf(from), () => to), text)
}

/** Terms of the original whose translation is missing in the other text. */
export function missingTerms(source: string, target: string, glossary: readonly GlossaryTerm[]): GlossaryTerm[] {
  const said = target.toLowerCase()
  return termsIn([source], glossary).filter(({ to }) => !said.includes(to.trim().toLowerCase()))
}

/** UTF-16 units of a glossary line: longer ones are no terms. */
const LONGEST_LINE = 2000

/** `word = translation`, one per line; incomplete lines are skipped. */
export function readGlossary(text: string): GlossaryTerm[] {
  const terms: GlossaryTerm[] = []
  for (const line of text.split('\n')) {
    if (line === '' || line.length > LONGEST_LINE) continue
    // Trimmed separately: a pattern with spaces before the mark would retry at each space of a long run.
    const [from = '', ...rest] = line.split(/[=\t→]/).map((part) => part.trim())
    const to = rest.filter((part) => part !== '').join(' ')
    if (from !== '' && to !== '') terms.push({ from, to })
  }
  return terms
}
