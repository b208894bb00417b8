import type { LanguageCode } from '../domain/languages.ts'

const LANGUAGES = ['es', 'fr', 'it', 'pt'] as const

/** Idiomatic whole clauses; in the languages above, in order. */
const PHRASES: Readonly<Record<string, readonly [es: string, fr: string, it: string, pt: string]>> = {
  please: ['por favor', "s'il te plaît", 'per favore', 'por favor'],
  'of course': ['claro', 'bien sûr', 'certo', 'claro'],
  'thank you so much|thank you very much|thanks a lot|thanks so much': [
    'muchas gracias',
    'merci beaucoup',
    'grazie mille',
    'muito obrigado',
  ],
  "you(?:['’]| a)re welcome": ['de nada', 'de rien', 'prego', 'de nada'],
  "(?:I['’]m |I am )?sorry": ['lo siento', 'désolé', 'mi dispiace', 'desculpa'],
  'excuse me': ['disculpa', 'pardon', 'scusa', 'com licença'],
  "(?:it[’']s )?(?:very )?(?:nice|good|pleased|(?:a )?pleasure) to meet you": [
    'mucho gusto',
    'enchanté',
    'piacere',
    'muito prazer',
  ],
  'how are you(?: doing)?': ['cómo estás', 'comment vas-tu', 'come stai', 'como estás'],
  "what['’]s your name|what is your name": [
    'cómo te llamas',
    "comment t'appelles-tu",
    'come ti chiami',
    'como te chamas',
  ],
  'good night': ['buenas noches', 'bonne nuit', 'buona notte', 'boa noite'],
  'good luck': ['buena suerte', 'bonne chance', 'buona fortuna', 'boa sorte'],
  'have fun': ['diviértete', 'amuse-toi', 'divertiti', 'diverte-te'],
  'bye|bye-bye': ['adiós', 'salut', 'ciao', 'tchau'],
  'see you(?: later)?': ['hasta luego', 'à plus tard', 'a dopo', 'até logo'],
  'come on': ['vamos', 'allez', 'dai', 'vamos'],
  'all right|okay|right': ['bien', "d'accord", 'va bene', 'certo'],
  "that['’]s right": ['así es', "c'est ça", 'esatto', 'isso mesmo'],
  really: ['de veras', 'vraiment', 'davvero', 'a sério'],
  'you know': ['sabes', 'tu sais', 'sai', 'sabes'],
  'I mean': ['o sea', 'enfin', 'cioè', 'quer dizer'],
  'I guess': ['supongo', 'je suppose', 'suppongo', 'suponho'],
  'anyway|so anyway': ['en fin', 'bref', 'comunque', 'enfim'],
  'what do you mean': ['qué quieres decir', 'que veux-tu dire', 'che vuoi dire', 'o que queres dizer'],
  'what are you talking about': ['de qué hablas', 'de quoi tu parles', 'di che parli', 'de que estás a falar'],
  'what are you doing': ['qué haces', 'que fais-tu', 'che fai', 'o que fazes'],
  "what['’]s wrong|what['’]s the matter": ['qué pasa', "qu'est-ce qu'il y a", 'che succede', 'o que se passa'],
  "never mind|it doesn['’]t matter": ['no importa', 'peu importe', 'non importa', 'não importa'],
  'be quiet|shut up': ['cállate', 'tais-toi', 'sta’ zitto', 'cala-te'],
  'wait a (?:minute|second|moment)': [
    'espera un momento',
    'attends un instant',
    'aspetta un attimo',
    'espera um momento',
  ],
  "I don['’]t know|I do not know": ['no lo sé', 'je ne sais pas', 'non lo so', 'não sei'],
  'I see': ['ya veo', 'je vois', 'capisco', 'estou a ver'],
  'no way': ['ni hablar', 'pas question', 'neanche per sogno', 'nem pensar'],
}

/** Boundaries of clauses. */
const BEGIN = String.raw`(?<=^["'“‘(]*|[.!?…,;:—–]["'”’)]*\s+["'“‘(]*)`
const END = String.raw`(?=["'”’)]*(?:[.!?…,;:—–]|$))`
const patterns = Object.entries(PHRASES).map(
  ([said, meanings]) => [new RegExp(`${BEGIN}(?:${said})${END}`, 'giu'), meanings] as const,
)

/** A phrase in a text, with its meaning. */
export interface PhraseSpan {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Phrases that are whole clauses of an English text; none for a language without a list. */
export function phraseSpans(text: string, to: LanguageCode): PhraseSpan[] {
  const column = LANGUAGES.findIndex((language) => language === to)
  if (column < 0) return []
  return patterns.flatMap(([pattern, meanings]) =>
    [...text.matchAll(pattern)].map(({ 0: said, index: from }) => {
      const meaning = meanings[column] ?? said
      const isBig = /^\p{Lu}/u.test(said) && !said.startsWith('I')
      return {
        from,
        to: from + said.length,
        text: isBig ? meaning.replace(/\p{L}/u, (letter) => letter.toUpperCase()) : meaning,
      }
    }),
  )
}
