import { lineMaxLength } from '#core/domain/limits.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { Refusal } from '../refusal.ts'

const isLong = ({ text }: Pick<Cue, 'text'>): boolean => text.length > lineMaxLength

/**
 * Throws a Refusal for a line of an edited text that is too long to be worked on. Lines that are stored so stay as they are: some are older than the limit, and everything
 * else in their version is still edited. What is stored is asked for only where a line is too long.
 */
export async function refuseLongEdits(cues: readonly Cue[], stored: () => Promise<readonly Cue[]>): Promise<void> {
  if (!cues.some(isLong)) return
  const texts = new Map((await stored()).map(({ id, text }) => [id, text]))
  const at = cues.findIndex((cue) => isLong(cue) && cue.text !== texts.get(cue.id))
  if (at >= 0) throw new Refusal('refused', 'edited_line_too_long', { line: at + 1, n: lineMaxLength })
}
