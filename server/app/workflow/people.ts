import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Person } from '#core/contract/workflow.ts'
import { peopleLimits } from '#core/domain/workflow.ts'
import type { Db } from '../../store/db.ts'
import { publishEvent } from '../../store/events.ts'
import { newId } from '../../store/id.ts'
import { Refusal } from '../refusal.ts'
import { own } from '../scope.ts'

/** Adds a person to the caller's folder; an existing name returns that person. */
export async function addPerson(db: Db, accountId: string, input: ParsedInputOf<'addPerson'>): Promise<Person> {
  const { folder_id, name } = input
  return db.transaction().execute(async (tx) => {
    // Of concurrent additions the second is counted after the first.
    await own({ db: tx, accountId }, 'folder', folder_id, { lock: true })
    const people = await peopleOf(tx, folder_id)
    const there = people.find((person) => person.name === name)
    if (there) return there
    if (people.length >= peopleLimits.most) throw new Refusal('refused', 'too_many_people', { n: peopleLimits.most })
    const person_id = newId()
    await tx.insertInto('person').values({ id: person_id, account_id: accountId, folder_id, name }).execute()
    await publishEvent(tx, accountId, { kind: 'folder', folder_id })
    return { person_id, name }
  })
}

/** Renames a person; their past acts keep the old name. */
export async function editPerson(db: Db, accountId: string, input: ParsedInputOf<'editPerson'>): Promise<Person> {
  const { id, folder_id } = await own({ db, accountId }, 'person', input.person_id)
  const people = await peopleOf(db, folder_id)
  if (people.some(({ person_id, name }) => name === input.name && person_id !== id))
    throw new Refusal('refused', 'person_there')
  await db.updateTable('person').set({ name: input.name }).where('id', '=', id).execute()
  await publishEvent(db, accountId, { kind: 'folder', folder_id })
  return { person_id: id, name: input.name }
}

/** Removes a person from a folder: their versions become unassigned. */
export async function deletePerson(db: Db, accountId: string, personId: string): Promise<void> {
  const { id, folder_id } = await own({ db, accountId }, 'person', personId)
  await db.deleteFrom('person').where('id', '=', id).execute()
  await publishEvent(db, accountId, { kind: 'folder', folder_id })
}

/** People of a folder by name. */
export async function peopleOf(db: Db, folderId: string): Promise<DataOf<'getWorkflow'>['people']> {
  const rows = await db
    .selectFrom('person')
    .select(['id', 'name'])
    .where('folder_id', '=', folderId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name }) => ({ person_id: id, name }))
}

/** The actor's name: the given one, or the account's. */
export async function actorName(db: Db, accountId: string, person: string): Promise<string> {
  const named = person.trim()
  if (named !== '') return named
  const account = await db
    .selectFrom('account')
    .select(['name', 'nickname'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return account.nickname || (account.name ?? '')
}
