import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { worker: false })
})
afterAll(() => server.close())

const one = { id: 'a', value: '{"name":"One"}' }
const two = { id: 'b', value: '{"name":"Two"}' }

test('a list is kept at its revision; a stale one writes nothing and gets what is there; each account has its own', async () => {
  const token = await signUp(server)
  const other = await signUp(server)
  const read = (who: string) => server.ok('getOwnList', { kind: 'macros' }, who)
  const keep = (who: string, revision: number, items: { id: string; value: string }[]) =>
    server.ok('setOwnList', { kind: 'macros', revision, items }, who)
  expect(await read(token)).toEqual({ revision: 0, items: [] })
  expect(await keep(token, 0, [one])).toEqual({ is_kept: true, revision: 1, items: [one] })
  // From another browser that has not read it yet.
  expect(await keep(token, 0, [two])).toEqual({ is_kept: false, revision: 1, items: [one] })
  expect(await keep(token, 1, [one, two])).toMatchObject({ is_kept: true, revision: 2 })
  expect(await keep(token, 1, [])).toEqual({ is_kept: false, revision: 2, items: [one, two] })
  expect(await read(other)).toEqual({ revision: 0, items: [] })
  expect(await server.ok('getOwnList', { kind: 'profiles' }, token)).toEqual({ revision: 0, items: [] })
  expect((await server.call('getOwnList', { kind: 'macros' }, '')).code).toBe(2402)
  const both = await Promise.all([keep(other, 0, [one]), keep(other, 0, [two])])
  expect(both.filter(({ is_kept }) => is_kept)).toHaveLength(1)
})
