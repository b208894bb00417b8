import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { usualLineVoice } from '#core/domain/line-voice.ts'
import { VOICE_DB } from '#core/media/ducking.ts'
import { levelledSpeech, type Sound, soundMs, trimmedSpeech } from '#core/media/speech-sound.ts'
import { readWav } from '#core/media/wav.ts'
import { recordingLimits } from '#core/domain/recording-limits.ts'
import { RECORDED_VOICE } from '#core/speech/takes.ts'
import { writeWav } from '../../engines/wav.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { accessToVersion } from '../shares/access-level.ts'
import { actorName } from '../workflow/people.ts'
import { cuesOf } from './rows.ts'
import { keepTake } from './takes.ts'

/** Keeps a recorded sound as a take of a line, at the loudness of spoken ones; once for a key. Throws a Refusal. */
export async function addTake(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'addTake'>,
): Promise<DataOf<'addTake'>> {
  const { db, blobs, workDir } = deps
  const { file_id, cue_id, text, said, idempotency_key } = input
  const { access } = await accessToVersion(db, accountId, file_id, 'edit')
  const id = takeId(accountId, file_id, cue_id, idempotency_key)
  const there = await db.selectFrom('line_take').select('ms').where('id', '=', id).executeTakeFirst()
  if (there) return { take_id: id, duration_ms: there.ms }
  const version = await db
    .selectFrom('subtitle')
    .select(['id', 'cues', 'video_id'])
    .where('id', '=', file_id)
    .executeTakeFirst()
  if (!version || version.video_id === null) throw new Refusal('refused', 'take_needs_video')
  if (!cuesOf(version).some((cue) => cue.id === cue_id)) throw new Refusal('refused', 'line_gone')
  const sound = speechOf(Buffer.from(input.sound, 'base64'))
  const blob = `derived/${id}/line.wav`
  // Before the file is there: the sweep of unused sounds finds files by these rows.
  await db
    .insertInto('artifact')
    .values({ key: id, step: 'recording', value: JSON.stringify({ blob }) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const folder = await mkdtemp(join(workDir, 'recording-'))
  try {
    const path = join(folder, 'line.wav')
    await writeFile(path, writeWav(sound))
    await blobs.put(blob, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const ms = soundMs(sound)
  const person = await actorName(db, accountId, access === 'own' ? input.person : '')
  const take = { id, subtitle_id: file_id, cue_id, content: text, said, ...usualLineVoice, voice: RECORDED_VOICE }
  await keepTake(db, { ...take, blob, ms, breaks_off: false, person })
  return { take_id: id, duration_ms: ms }
}

/** The same for a request that is sent again. */
const takeId = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)

function speechOf(file: Buffer): Sound {
  if (file.length > recordingLimits.bytes) throw new Refusal('refused', 'recording_too_long', { n: mostMinutes })
  const sound = readWav(file)
  const { min, max } = recordingLimits.rate
  if (!sound || sound.rate < min || sound.rate > max) throw new Refusal('refused', 'recording_unreadable')
  if (soundMs(sound) > recordingLimits.ms) throw new Refusal('refused', 'recording_too_long', { n: mostMinutes })
  const speech = trimmedSpeech(sound)
  if (!speech) throw new Refusal('refused', 'recording_silent')
  return levelledSpeech(speech, VOICE_DB)
}

const mostMinutes = recordingLimits.ms / 60_000
