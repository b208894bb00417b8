/* Rewrites spoken English for rule-based engines with dictionaries of written English. */

const SPOKEN: readonly (readonly [pattern: RegExp, written: string])[] = (
  [
    ['yeah|yep|yup', 'yes'],
    ['nope|nah', 'no'],
    [
      '(?:am|are|is) (I|you|he|she|it|we|they) (?:gonna|going to(?= (?:be|have|do|make|get|say|tell|take|give|see|find|know|put|let|keep|leave|try|ask) ))',
      'will $1',
    ],
    ["(I|you|he|she|it|we|they)(?: had|['’]d)? better(?= \\p{Ll})(?! (?:than|at|in|when|off))", '$1 should'],
    [
      '(?:what|how) about(?= (?:you|him|her|us|them|me|the|a|an|my|your|his|our|their|this|that)(?!\\p{L})| \\p{Lu})',
      'and',
    ],
    ['movie theat(?:er|re)', 'cinema'],
    ['gonna', 'going to'],
    ['wanna', 'want to'],
    ['gotta', 'have to'],
    ['(have|has|had) got to', '$1 to'],
    ["(I|you|we|they)['’]ve got to", '$1 have to'],
    ["(he|she|it)['’]s got to", '$1 has to'],
    ["let['’]s(?= \\p{Ll})(?! not)", 'we'],
    ['lemme', 'let me'],
    ['gimme', 'give me'],
    ['dunno', 'do not know'],
    [
      '(?:kinda|sorta|(?<!(?:an?|the|this|that|what|which|some|any|every|each|one|same|different|other|all|new|right) )(?:kind|sort) of(?! (?:you|him|her|them|us|me)(?!\\p{L})))(?= \\p{L})',
      '',
    ],
    ['anymore', 'any more'],
    ['fellas', 'friends'],
    ["['’]?til(?=\\s)", 'until'],
    ["['’](?:cause|cos|cuz)|cuz", 'because'],
    ["(\\p{L}{2,}in)['’](?=\\s|[,.!?]|$)", '$1g'],
  ] as const
).map(([pattern, written]) => [new RegExp(`(?<![\\p{L}\\p{N}'’])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'), written])

/** A text without spoken contractions; leading capitals stay. */
export function writtenEnglish(text: string): string {
  return SPOKEN.reduce(
    (plain, [pattern, written]) =>
      plain.replace(pattern, (said: string, ...groups: unknown[]) => {
        const group = typeof groups[0] === 'string' ? groups[0] : ''
        const whole = written.replace('$1', group)
        return /^['’]?\p{Lu}/u.test(said) ? whole.replace(/\p{L}/u, (letter) => letter.toUpperCase()) : whole
      }),
    text,
  )
}

const MAIN_DO =
  /(?<![\p{L}'’])(did|does|do|doing|done)(?=\s+(?:that|this|it|so|what|all|nothing|something|everything|the|an?|my|your|his|her|our|their)(?![\p{L}'’]))/giu
const MADE: Readonly<Record<string, string>> = { did: 'made', does: 'makes', do: 'make', doing: 'making', done: 'made' }
/** `that` behind a verb is a conjunction to them. */
const MADE_THAT = /(?<![\p{L}'’])(made|makes?|making)\s+that(?=\s*(?:[.,!?;:]|$))/giu
const BELIEVED = /(?<![\p{L}'’])(believe|think|know|hope|say|said|guess)(?=\s+(?:I|you|he|she|it|we|they)\s)/gu
const OWNER = /(?<![\p{L}'’])(\p{Lu}[\p{L}\p{M}-]+)['’]s\s+(\p{Ll}[\p{L}-]+)(?=\s*(?:[.,!?;:]|$|\p{Ll}))/gu

/** Alternatives for what rules mistranslate: `do` as a main verb, read as an auxiliary, and possessive `'s`. */
export function otherEnglish(text: string): string[] {
  const verb = text.replace(MAIN_DO, (said) => MADE[said.toLowerCase()] ?? said)
  const made = verb === text ? text : verb.replace(MADE_THAT, '$1 this').replace(BELIEVED, '$1 that')
  const owned = made.replace(OWNER, 'the $2 of $1')
  return [...new Set([made, owned])].filter((other) => other !== text)
}

const SOUND =
  /^(?:u+h+|u+m+|h+m+|m+|mm-?hm+m*|uh-?huh|uh-?oh|a+h+|o+h+|ooh+|hey|wow|shh+|psst|ha(?:-?ha)*|heh|hah|ugh|huh|eh|er|erm|la(?:-la)*|ba(?:-(?:ba|da))*|na(?:-na)*)$/iu

/** Whether a word is only a sound, equal in every language. */
export const isSound = (word: string): boolean => SOUND.test(word)
