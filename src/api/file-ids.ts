import type { DataOf, InputOf } from '#core/contract/index.ts'
import { call } from './call.ts'

/** As much of a file as doing something to it takes: also of one that was never on the page. */
export type ChosenFile = DataOf<'listFileIds'>['list'][number]

/** All files of a folder that match, also those that were not on the page yet: two thousand a call. */
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
