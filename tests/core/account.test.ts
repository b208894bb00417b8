import { expect, test } from 'vitest'
import { signUpFaults } from '#core/domain/account.ts'

test('each field of a sign-up that can not be sent is named with why', () => {
  const fine = { name: 'marta', email: 'marta@example.org', password: 'secret-123' }
  expect(signUpFaults(fine)).toEqual({})
  expect(signUpFaults({ name: '', email: '', password: '' })).toEqual({
    name: 'missing',
    email: 'missing',
    password: 'missing',
  })
  expect(signUpFaults({ name: 'a b', email: 'marta@', password: 'short' })).toEqual({
    name: 'form',
    email: 'form',
    password: 'form',
  })
})
