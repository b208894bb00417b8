import { expect, test } from 'vitest'
import { isEmail, loginFaults, signUpFaults } from '#core/domain/account.ts'

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

test('what is too long is called that, and not too short', () => {
  const long = 'x'.repeat(500)
  const email = `${long}@example.org`
  expect(signUpFaults({ name: 'marta', email, password: long })).toEqual({ email: 'long', password: 'long' })
  expect(loginFaults({ account: long, password: '' })).toEqual({ account: 'long', password: 'missing' })
  expect(loginFaults({ account: 'marta', password: 'secret-123' })).toEqual({})
})

test.each([
  ['marta@example.org', true],
  ["o'neil+news@mail.example.co", true],
  ['a@b.c', false],
  ['marta@example', false],
  ['ma rta@example.org', false],
  ['.marta@example.org', false],
  ['ma..rta@example.org', false],
  ['marta@-example.org', false],
])('%s is an e-mail address: %s', (text, isOne) => {
  expect(isEmail(text)).toBe(isOne)
})
