import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { subtitleMaxBytes } from '#core/domain/limits.ts'
import { type Cue, sameCue, sequentialIds } from '#core/subtitle/cue.ts'
import { diffCues } from '#core/subtitle/diff.ts'
import { readSrt, writeSrt } from '#core/subtitle/srt.ts'
import { toWire } from '#core/subtitle/wire.ts'
import type { Db } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { describeSaved } from './present.ts'
import { findVersion } from './read.ts'
import { cuesOf } from './rows.ts'
import { editVersion, type Saved } from './write.ts'

/** The text of the caller's subtitle file as SubRip. */
export async function readContent(db: Db, accountId: string, fileId: string): Promise<DataOf<'getSubtitlesContent'>> {
  const row = await findVersion(db, accountId, fileId)
  const { id: file_id, name, language, revision, cue_errors } = row
  return { file_id, name, language, revision, subtitle_txt: writeSrt(cuesOf(row)), subtitle_error_info: cue_errors }
}

/**
 * Sets the text of the caller's subtitle file. Lines that were there before keep their ids and speakers. A stale revision
 * writes nothing: the answer carries the text that is stored.
 */
export async function writeContent(
  deps: Pick<Deps, 'db' | 'heavy'>,
  accountId: string,
  { file_id, revision, subtitle_txt: text }: ParsedInputOf<'setSubtitlesContent'>,
): Promise<Saved<DataOf<'setSubtitlesContent'>>> {
  if (Buffer.byteLength(text) > subtitleMaxBytes)
    throw new Refusal('refused', 'subtitle_too_large', { n: subtitleMaxBytes / 1024 ** 2 })
  const stored = await findVersion(deps.db, accountId, file_id)
  const { cues: read } = readSrt(text, sequentialIds(`${newId()}-`))
  if (read.length === 0 && text.trim() !== '') throw new Refusal('refused', 'subtitle_unreadable')
  const before = cuesOf(stored)
  const cues = asBefore(before, read)
  // The same text again is success: an answer that was lost does no harm.
  if (cues.length === before.length && cues.every((cue, at) => sameCue(cue, before[at])))
    return { stale: false, data: describeSaved(stored) }
  const { stale, data } = await editVersion(deps, accountId, { file_id, revision, subtitle_txt: toWire(cues) })
  const { current, ...saved } = data
  return {
    stale,
    data: stale && current ? { ...saved, current_txt: writeSrt(cuesOf({ id: file_id, cues: current })) } : saved,
  }
}

/** Cues that were read from a text, with the ids and speakers of those that they stand for. */
function asBefore(before: readonly Cue[], read: readonly Cue[]): Cue[] {
  const cues = [...read]
  for (const difference of diffCues(before, read)) {
    if (difference.kind !== 'same' && difference.kind !== 'changed') continue
    const was = before[difference.a]
    const now = read[difference.b]
    if (was && now) cues[difference.b] = { ...now, id: was.id, roles: was.roles }
  }
  return cues
}
