/** Text of a toast: lines, each with its number of occurrences. */
export interface ToastText {
  readonly kind: 'note' | 'error'
  readonly lines: readonly { readonly text: string; readonly count: number }[]
}

/** More errors at once would not be read. */
const MOST_LINES = 3

/** The text of a single note or error. */
export function toastText(kind: ToastText['kind'], text: string): ToastText {
  return { kind, lines: [{ text, count: 1 }] }
}

/**
 * The toast that replaces the shown one: equal messages are counted, errors are listed, and a note replaces everything
 * before it.
 */
export function mergeToasts(shown: ToastText | undefined, next: ToastText): ToastText {
  const [line] = next.lines
  if (!shown || !line || shown.kind !== next.kind) return next
  const same = shown.lines.find(({ text }) => text === line.text)
  if (next.kind === 'note' && !same) return next
  const others = shown.lines.filter((each) => each !== same)
  return { kind: next.kind, lines: [...others, { text: line.text, count: (same?.count ?? 0) + 1 }].slice(-MOST_LINES) }
}
