import { lineMaxLength } from '#core/domain/limits.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { Refusal } from '../refusal.ts'

const isLong = ({ text }: Pick<Cue, 'text'>): boolean => text.length > lineMaxLength

/**
 * The first edited cue that is too long, from 1; 0 for none. Stored long cues stay: some are older than the limit, and
 * the rest of their version must stay editable.
 */
export function longEdit(cues: readonly Cue[], stored: readonly Cue[]): number {
  if (!cues.some(isLong)) return 0
  const texts = new Map(stored.map(({ id, text }) => [id, text]))
  return cues.findIndex((cue) => isLong(cue) && cue.text !== texts.get(cue.id)) + 1
}

/** Throws a Refusal for such a cue. */
export function refuseLongEdit(line: number): void {
  if (line > 0) throw new Refusal('refused', 'edited_line_too_long', { line, n: lineMaxLength })
}

/** The same for an edited text; the stored text is read only if a cue is too long. */
export async function refuseLongEdits(cues: readonly Cue[], stored: () => Promise<readonly Cue[]>): Promise<void> {
  if (cues.some(isLong)) refuseLongEdit(longEdit(cues, await stored()))
}
