import { expect, test } from 'vitest'
import { isGuessable } from '#core/domain/guessable.ts'

const who = { name: 'Margot', email: 'm.leroy@example.org' }
const common = new Set(['password', '12345678', 'iloveyou'])

test.each([
  ['password', true],
  ['PassWord', true],
  ['１２３４５６７８', true],
  ['aaaaaaaaaa', true],
  ['12121212', true],
  ['margot1234', true],
  ['Margot-Margot', true],
  ['m.leroy2026', true],
  ['margot-reads-late', false],
  ['three harbour words', false],
  ['k8#Lq2v9', false],
])('%s can be guessed: %s', (password, guessable) => expect(isGuessable(password, who, common)).toBe(guessable))
