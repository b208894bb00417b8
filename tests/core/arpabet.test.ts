import { expect, test } from 'vitest'
import { arpabetOf } from '#core/speech/arpabet.ts'

test.each([
  ["b_a#_n_'a_n_@", 'B AH N AE N AH'],
  ["f_'o@_t#_i", 'F AO R T IY'],
  ["k_l_'oU_n_I_N", 'K L OW N IH NG'],
  ["dZ_'o@_d_i m_'a_s", 'JH AO R D IY M AE S'],
  ['', ''],
])('%s is said %s', (phonemes, said) => {
  expect(arpabetOf(phonemes)).toBe(said)
})
