import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { lineSpeech } from '#core/tasks/line-speech.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import type { Starter } from '../scope.ts'
import { accessToVersion } from '../shares/access-level.ts'
import { awaitReport } from './translate-line.ts'
import { startTask } from './start.ts'
import { transact } from '../../store/deadlock.ts'

/** Starts a take of one cue, or finds the one of the same key, and waits for it a while. Throws a Refusal. */
export async function speakLine(
  deps: Deps,
  { accountId, keyId }: Starter,
  { file_id, idempotency_key: idempotencyKey, ...config }: ParsedInputOf<'runLineSpeech'>,
): Promise<DataOf<'runLineSpeech'>> {
  const { access } = await accessToVersion(deps.db, accountId, file_id, 'review')
  // The credits are the owner's.
  if (access !== 'own') throw new Refusal('not_permitted', 'takes_of_owner')
  const options = { type: lineSpeech.type, subjects: { subtitle: file_id }, config, idempotencyKey, keyId }
  const started = await transact(deps.db, (tx) => startTask(deps, tx, accountId, options))
  const { take } = (await awaitReport(deps, accountId, started.task_id, (report) => report.take !== undefined)) ?? {}
  if (!take) return { ...started, take: null }
  const { blob, ms, breaksOff } = take
  return { ...started, take: { sound_url: deps.signedUrls.media(blob), duration_ms: ms, breaks_off: breaksOff } }
}
