/** Maps phonemes of eSpeak NG's American English (`-x`) to the 39 of the CMU dictionary. */
const ARPABET: Readonly<Record<string, string>> = {
  ...{ 'i:': 'IY', i: 'IY', I: 'IH', I2: 'IH', 'I#': 'IH', E: 'EH', a: 'AE', aa: 'AE', 'A:': 'AA', A: 'AA', '0': 'AA' },
  ...{ 'O:': 'AO', O: 'AO', U: 'UH', 'u:': 'UW', u: 'UW', V: 'AH', '@': 'AH', '@2': 'AH', '@5': 'AH', 'a#': 'AH' },
  ...{ '3:': 'ER', '3': 'ER', eI: 'EY', aI: 'AY', OI: 'OY', aU: 'AW', oU: 'OW', '@L': 'AH L' },
  ...{
    'A@': 'AA R',
    'O@': 'AO R',
    'o@': 'AO R',
    'e@': 'EH R',
    'i@': 'IH R',
    'i@3': 'IH R',
    'U@': 'UH R',
    'aI@': 'AY ER',
    aI3: 'AY ER',
  },
  ...{
    p: 'P',
    b: 'B',
    t: 'T',
    't#': 'T',
    t2: 'T',
    d: 'D',
    k: 'K',
    g: 'G',
    f: 'F',
    v: 'V',
    T: 'TH',
    D: 'DH',
    s: 'S',
    z: 'Z',
  },
  ...{ S: 'SH', Z: 'ZH', h: 'HH', m: 'M', n: 'N', N: 'NG', l: 'L', r: 'R', w: 'W', j: 'Y', tS: 'CH', dZ: 'JH', x: 'K' },
}

/** Pronunciation of a word from eSpeak NG's output with `--sep=_`, without stresses and phonemes that English lacks. */
export function arpabetOf(phonemes: string): string {
  const said = phonemes.split(/[_\s]+/).map((phoneme) => ARPABET[phoneme.replaceAll(/[',%=|]/g, '')] ?? '')
  return said.filter((phoneme) => phoneme !== '').join(' ')
}
