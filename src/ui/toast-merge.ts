/** What a toast says: lines with how often each was said. */
export interface ToastText {
  readonly kind: 'note' | 'error'
  readonly lines: readonly { readonly text: string; readonly count: number }[]
}

/** More failures at once than anybody reads. */
const MOST_LINES = 3

/** What is said once: a note, or an error. */
export function toastText(kind: ToastText['kind'], text: string): ToastText {
  return { kind, lines: [{ text, count: 1 }] }
}

/**
 * The toast that takes the place of the one that is shown. The same message counts up, errors are listed beneath each
 * other, and a note of how things are now takes the place of everything before it.
 */
export function mergeToasts(shown: ToastText | undefined, next: ToastText): ToastText {
  const [line] = next.lines
  if (!shown || !line || shown.kind !== next.kind) return next
  const same = shown.lines.find(({ text }) => text === line.text)
  if (next.kind === 'note' && !same) return next
  const others = shown.lines.filter((each) => each !== same)
  return { kind: next.kind, lines: [...others, { text: line.text, count: (same?.count ?? 0) + 1 }].slice(-MOST_LINES) }
}
