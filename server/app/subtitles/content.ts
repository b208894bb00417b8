import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { subtitleMaxBytes } from '#core/domain/limits.ts'
import { readingCost } from '#core/subtitle/text/reading-cost.ts'
import { newId } from '../../store/id.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { accessibleText } from '../shares/access-level.ts'
import { describeSaved } from './present.ts'
import { findHead } from './read.ts'
import { editVersion, type Saved } from './write.ts'

/** The text of the caller's subtitle file as SubRip. */
export async function readContent(
  deps: Pick<Deps, 'db' | 'heavy'>,
  accountId: string,
  fileId: string,
): Promise<DataOf<'getSubtitlesContent'>> {
  const { id: file_id, name, language } = await findHead(deps.db, accountId, fileId)
  const { cues, revision, size, cue_errors } = await accessibleText(deps.db, accountId, fileId, 'edit')
  const subtitle_txt = await deps.heavy.do(accountId, size, 'asSrt', { cues })
  return { file_id, name, language, revision, subtitle_txt, subtitle_error_info: cue_errors }
}

/**
 * Sets the text of the caller's subtitle file; existing cues keep their ids and speakers. A stale revision writes nothing
 * and returns the stored text.
 */
export async function writeContent(
  deps: Pick<Deps, 'db' | 'heavy'>,
  accountId: string,
  { file_id, revision, subtitle_txt: text }: ParsedInputOf<'setSubtitlesContent'>,
): Promise<Saved<DataOf<'setSubtitlesContent'>>> {
  if (Buffer.byteLength(text) > subtitleMaxBytes)
    throw new Refusal('refused', 'subtitle_too_large', { n: subtitleMaxBytes / 1024 ** 2 })
  await findHead(deps.db, accountId, file_id)
  const stored = await accessibleText(deps.db, accountId, file_id, 'edit')
  // One revision ahead it may be this text, whose answer was lost; beyond that it is a conflict.
  if (stored.revision === revision || stored.revision === revision + 1) {
    const input = { cues: stored.cues, text, prefix: `${newId()}-` }
    const content = await deps.heavy.save(accountId, readingCost(text) + stored.size, 'content', input)
    if (content === 'unreadable') throw new Refusal('refused', 'subtitle_unreadable')
    // A repeated text is a success: its first answer may have been lost.
    if (content === 'same') return { stale: false, data: describeSaved(stored) }
    const saved = await editVersion(deps, accountId, { file_id, revision, subtitle_txt: content })
    if (!saved.stale) return saved
  }
  const now = await accessibleText(deps.db, accountId, file_id, 'edit')
  const current_txt = await deps.heavy.save(accountId, now.size, 'asSrt', { cues: now.cues })
  return { stale: true, data: { ...describeSaved(now), current_txt } }
}
