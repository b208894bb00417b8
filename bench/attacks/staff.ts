import type { Call } from '#core/contract/call.ts'
import { type CallName, contract } from '#core/contract/index.ts'
import { exampleInput } from '#tests/support/example-input.ts'
import type { Area, Tell } from './rows.ts'
import { type Caller, PASSWORD, type Target } from './target.ts'

const rows = Object.entries(contract) as [CallName, Call][]

async function attackStaff(target: Target, tell: Tell): Promise<void> {
  const settings = async (): Promise<string> => JSON.stringify(await target.staff.ok('getSettings', {}))
  const before = await settings()
  const customer = await target.person()
  const code = { nobody: 2402, visitor: 2401, customer: 2401 } as const
  const open = async (caller: Caller, who: keyof typeof code, calls: readonly [CallName, Call][]): Promise<string> => {
    const taken: string[] = []
    for (const [name, row] of calls) {
      const { code: said } = await caller.send(name, exampleInput(row, () => undefined).input)
      if (said !== code[who]) taken.push(`${name} ${said}`)
    }
    return taken.join(', ') || 'refused'
  }
  const closed = rows.filter(([, { access }]) => access !== 'public')
  const beyondVisitors = closed.filter(([, { access }]) => access !== 'visitor')
  const ofStaff = closed.filter(([, { access }]) => access === 'staff')
  const says = (calls: readonly unknown[], who: string): string => `${calls.length} calls that ${who} may not make`
  tell(says(closed, 'nobody without a token'), 'refused', await open(target.nobody(), 'nobody', closed))
  tell(says(beyondVisitors, 'a visitor'), 'refused', await open(await target.visitor(), 'visitor', beyondVisitors))
  tell(says(ofStaff, 'a customer'), 'refused', await open(customer, 'customer', ofStaff))
  const program = await target.program(customer)
  tell(`${ofStaff.length} calls of staff by a key`, 'refused', await open(program, 'customer', ofStaff))
  tell(
    'the switches of the installation after that',
    'as before',
    (await settings()) === before ? 'as before' : 'changed',
  )

  const extra = { is_staff: true, auth_list: ['*'], customer_type: 9, credits: 1e6, email_verified: true }
  await customer.send('setProfile', { nickname: 'x', ...extra, userinfo: extra })
  const profile = await customer.ok('getProfile', {})
  tell('a profile that says it is staff', 'no', profile.userinfo.is_staff ? 'yes' : 'no')
  const { credits } = await customer.ok('getInfo', {})
  tell('a profile that says how many credits it has', '200', String(credits))
  const person = { name: 'wouldbe', email: 'wouldbe@example.org', password: PASSWORD, ...extra }
  const { data } = await target.nobody().send('registerAccount', person)
  const isStaff = (data as { userinfo?: { is_staff: boolean } }).userinfo?.is_staff
  tell('a sign-up that says it is staff', 'no', isStaff === false ? 'no' : 'yes')
}

export const staff: Area<Target> = { name: 'staff', attack: attackStaff }
