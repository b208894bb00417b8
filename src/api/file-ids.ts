import type { DataOf, InputOf } from '#core/contract/index.ts'
import { call } from './call.ts'

/** The fields that bulk acts need of a file, even one never shown. */
export type ChosenFile = DataOf<'listFileIds'>['list'][number]

/** All matching files of a folder, also unloaded ones: two thousand per call. */
export async function fetchFileIds(query: Omit<InputOf<'listFileIds'>, 'after' | 'limit'>): Promise<ChosenFile[]> {
  const all: ChosenFile[] = []
  let after = ''
  do {
    const page = await call('listFileIds', { ...query, after })
    all.push(...page.list)
    after = page.next
  } while (after !== '')
  return all
}
