import { lineMaxLength } from '#core/domain/limits.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { Refusal } from '../refusal.ts'

const isLong = ({ text }: Pick<Cue, 'text'>): boolean => text.length > lineMaxLength

/**
 * The first line of an edited text that is too long to be worked on, from 1; 0 for none. Lines that are stored so stay as they
 * are: some are older than the limit, and everything else in their version is still edited.
 */
export function longEdit(cues: readonly Cue[], stored: readonly Cue[]): number {
  if (!cues.some(isLong)) return 0
  const texts = new Map(stored.map(({ id, text }) => [id, text]))
  return cues.findIndex((cue) => isLong(cue) && cue.text !== texts.get(cue.id)) + 1
}

/** Throws a Refusal for such a line. */
export function refuseLongEdit(line: number): void {
  if (line > 0) throw new Refusal('refused', 'edited_line_too_long', { line, n: lineMaxLength })
}

/** The same for an edited text; what is stored is asked for only where a line is too long. */
export async function refuseLongEdits(cues: readonly Cue[], stored: () => Promise<readonly Cue[]>): Promise<void> {
  if (cues.some(isLong)) refuseLongEdit(longEdit(cues, await stored()))
}
