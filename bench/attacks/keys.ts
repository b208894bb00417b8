import type { Call } from '#core/contract/call.ts'
import { type CallName, contract } from '#core/contract/index.ts'
import { type KeyScope, keyScopes } from '#core/domain/api-keys.ts'
import { exampleInput } from '#tests/support/example-input.ts'
import type { Area, Tell } from './rows.ts'
import type { Target } from './target.ts'
import { srt } from './things.ts'

const rows = Object.entries(contract) as [CallName, Call][]
const isForKeys = (row: Call): boolean => row.auth.includes('key')

async function attackKeys(target: Target, tell: Tell): Promise<void> {
  const [owner, other] = [await target.person(), await target.person()]
  await attackScopes(target, tell)
  const { folder_id } = await owner.ok('addFolder', { folder_name: 'of the owner' })
  const program = await target.program(owner)
  const theirs = await target.program(other)
  const code = async (answer: Promise<{ code: number }>): Promise<string> => String((await answer).code)
  tell('a key names a folder of another account', '1002', await code(theirs.call('listFiles', { folder_id })))
  const settings = { name: 'x', scopes: [...keyScopes], per_minute: 10, month_credits: null }
  tell('a key makes a key', '2401', await code(theirs.call('addApiKey', settings)))
  const raised = { id: theirs.keyId, ...settings }
  tell('a key gives itself another scope', '2401', await code(theirs.call('editApiKey', raised)))
  const id = program.keyId
  tell('another account changes a key', '1002', await code(other.call('editApiKey', { id, ...settings })))
  await other.call('deleteApiKey', { id })
  tell(
    'another account deletes a key',
    'it works',
    (await program.call('listFolders', {})).code === 0 ? 'it works' : 'gone',
  )

  const { secret } = await owner.ok('addApiKey', settings)
  const { access_token } = await target.nobody().ok('loginAccount', { account: owner.name, password: 'secret-123' })
  const flipped = `${secret.slice(0, -2)}${secret.endsWith('AA') ? 'BB' : 'AA'}`
  const wrong: [string, string, Record<string, string>][] = [
    ['a key with another ending', '2402', { authorization: `Bearer ${flipped}` }],
    ['the part of a key that is shown', '2402', { authorization: `Bearer ${secret.split('.')[0]}` }],
    ['a key as the token of a session', '2402', { token: secret }],
    ['the token of a session as a key', '2402', { authorization: `Bearer ${access_token}` }],
    ['a key and a token together', '2401', { token: access_token, authorization: `Bearer ${secret}` }],
  ]
  for (const [attack, expected, proof] of wrong)
    tell(attack, expected, await code(target.caller('x', proof).call('listFolders', {})))
  await owner.ok('deleteApiKey', { id })
  tell('a key that was deleted', '2402', await code(program.call('listFolders', {})))
  await attackCaps(target, tell)
}

/** Each call by a key with every scope but the needed one, and each call closed to keys by a key with all. */
async function attackScopes(target: Target, tell: Tell): Promise<void> {
  const owner = await target.person()
  const taken = async (scopes: readonly KeyScope[], calls: readonly [CallName, Call][]): Promise<string> => {
    const program = await target.program(owner, { scopes: [...scopes] })
    const open: string[] = []
    for (const [name, row] of calls) {
      const { code } = await program.send(name, exampleInput(row, () => undefined).input)
      if (code !== 2401) open.push(`${name} ${code}`)
    }
    return open.join(', ') || 'refused'
  }
  for (const scope of keyScopes) {
    const calls = rows.filter(([, row]) => row.access !== 'public' && isForKeys(row) && row.scope === scope)
    const others = keyScopes.filter((each) => each !== scope)
    tell(`${calls.length} calls by a key without “${scope}”`, 'refused', await taken(others, calls))
  }
  const closed = rows.filter(([, row]) => row.access !== 'public' && !isForKeys(row))
  tell(`${closed.length} calls that no key may make, by a key`, 'refused', await taken(keyScopes, closed))
}

async function attackCaps(target: Target, tell: Tell): Promise<void> {
  const owner = await target.person()
  const few = await target.program(owner, { per_minute: 5 })
  // Over two minutes, if one ends in between.
  const answers = await Promise.all(Array.from({ length: 60 }, () => few.call('listFolders', {})))
  const taken = answers.filter(({ code }) => code === 0).length
  tell('60 calls at once by a key for 5 a minute', '5', String(taken), taken === 5 || taken === 10)
  const { folder_id } = await owner.ok('addFolder', { folder_name: 'capped' })
  const version = { folder_id, name: 'v', language: 'en', content: srt('x'.repeat(60)) } as const
  // A version for each task, since an equal one is refused.
  const files = await Promise.all(Array.from({ length: 20 }, () => owner.ok('addVersion', version)))
  const capped = await target.program(owner, { month_credits: 1 })
  const pair = { source_language: 'en', to_language: 'es' } as const
  const runs = await Promise.all(
    files.map(({ file_id }, at) => capped.call('runTranslate', { file_id, ...pair, idempotency_key: `capped ${at}` })),
  )
  const started = runs.filter(({ code }) => code === 0).length
  tell('20 tasks at once by a key for 1 credit a month', '1 started', `${started} started`)
}

export const keys: Area<Target> = { name: 'API keys', attack: attackKeys }
