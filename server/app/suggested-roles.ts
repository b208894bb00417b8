import type { ChannelSpeaker } from '#core/speech/channels.ts'
import { suggestedName } from '#core/speech/match-voices.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { RoleState } from '#core/subtitle/cue/role-state.ts'
import type { Tx } from '../store/db.ts'
import { newId } from '../store/id.ts'

/** Diarised speakers are never marked complete: the user reviews them. */
export const SUGGESTED: RoleState = 3

const MOST_SPEAKERS = 20
/** A video's script names some dozens. */
const MOST_NAMED = 200
const LONGEST_NAME = 40

/** Speakers with separate channels are named after the channels, in every language. */
const CHANNELS: Readonly<Record<string, string>> = { left: 'L', right: 'R' } satisfies Record<ChannelSpeaker, string>

interface Place {
  readonly account_id: string
  readonly folder_id: string
}

/**
 * Cues with a new role of the folder per diarised speaker, in the order of their first words. The names include the
 * video's: speaker 1 of another video is another person.
 */
export async function withSuggestedRoles(
  tx: Tx,
  { account_id, folder_id }: Place,
  { name, cues }: { readonly name: string; readonly cues: readonly Cue[] },
  speakers: ReadonlyMap<string, string>,
): Promise<Cue[]> {
  const roles = new Map<string, string>()
  for (const { id } of cues) {
    const speaker = speakers.get(id)
    if (speaker !== undefined && roles.size < MOST_SPEAKERS && !roles.has(speaker)) roles.set(speaker, newId())
  }
  const rows = [...roles].map(([speaker, id], index) => ({
    id,
    account_id,
    folder_id,
    name: suggestedName(CHANNELS[speaker] ?? String(index + 1), name.slice(0, LONGEST_NAME)),
    avatars: '[]',
  }))
  await tx.insertInto('role').values(rows).execute()
  return cues.map((cue) => {
    const role = roles.get(speakers.get(cue.id) ?? '')
    return role === undefined ? cue : { ...cue, roles: [role] }
  })
}

/**
 * Cues with the speakers that a script names: the folder's by the same name, ignoring case, or new ones. Cues without a
 * name have none.
 */
export async function withNamedRoles(
  tx: Tx,
  { account_id, folder_id }: Place,
  cues: readonly Cue[],
  named: ReadonlyMap<string, string>,
): Promise<Cue[]> {
  const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase()
  const known = await tx.selectFrom('role').select(['id', 'name']).where('folder_id', '=', folder_id).execute()
  const roles = new Map(known.map(({ id, name }) => [keyOf(name), id]))
  for (const { id } of cues) {
    const name = named.get(id)?.slice(0, LONGEST_NAME)
    if (name === undefined || roles.has(keyOf(name)) || roles.size >= known.length + MOST_NAMED) continue
    const row = { id: newId(), account_id, folder_id, name, avatars: '[]' }
    await tx.insertInto('role').values(row).execute()
    roles.set(keyOf(name), row.id)
  }
  return cues.map((cue) => {
    const role = roles.get(keyOf((named.get(cue.id) ?? '').slice(0, LONGEST_NAME)))
    return role === undefined ? cue : { ...cue, roles: [role] }
  })
}
