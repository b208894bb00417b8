import { expect, test } from 'vitest'
import fc from 'fast-check'
import { isAccountName } from '#core/domain/account-name.ts'
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

test.each([
  ['marta', true],
  ['Zoë_K-9', true],
  ['марта', true],
  ['μάρθα', true],
  ['مارتا', true],
  ['小明abc', true],
  ['たなかタロウ田中', true],
  ['김철수kim', true],
  ['नमस्ते', true],
  ['Nguye\u0302\u0303n', true],
  ['2048', true],
  ['cat🐈', true],
  // Looks like the name of another: letters of two scripts, unseen ones, variants of letters.
  ['vip\u0430', false],
  ['\u0440aypal', false],
  ['αlpha', false],
  ['vip\u200b', false],
  ['vip\u2060', false],
  ['vip\u3164', false],
  ['\u0301vip', false],
  ['vip\u00ad', false],
  ['𝐯𝐢𝐩', false],
  ['ｖｉｐ', false],
])('that a new account may be named %j is %s', (name, isFine) => {
  expect(isAccountName(name)).toBe(isFine)
})

test('law: a name of one script may be had, and with a letter of another one that is not written with it it may not', () => {
  const letters = { Latn: 'abcxyzé', Cyrl: 'абвгджя', Grek: 'αβγδωλ', Hebr: 'אבגד', Thai: 'กขคง', Armn: 'աբգդ' }
  const script = fc.constantFrom(...(Object.keys(letters) as (keyof typeof letters)[]))
  const word = (of: keyof typeof letters) =>
    fc.string({ unit: fc.constantFrom(...letters[of]), minLength: 2, maxLength: 9 })
  const pair = fc
    .tuple(script, script)
    .chain(([a, b]) => fc.record({ isOne: fc.constant(a === b), one: word(a), other: word(b) }))
  fc.assert(
    fc.property(pair, ({ isOne, one, other }) => isAccountName(one + other) === isOne && isAccountName(`${one}_7`)),
  )
})
