import type { LanguageCode } from './languages.ts'

export const voiceGenders = ['female', 'male'] as const
export type VoiceGender = (typeof voiceGenders)[number]

export const voiceAges = ['old', 'youth', 'teenager', 'middleAge', 'child'] as const
export type VoiceAge = (typeof voiceAges)[number]

/** A preset voice. */
export interface Voice {
  /** Unique among all engines: `<engine>/<voice>`. */
  readonly id: string
  readonly name: string
  /** Name of the engine's adapter. */
  readonly engine: string
  readonly languages: readonly LanguageCode[]
  readonly gender: VoiceGender
  readonly age: VoiceAge
  /** One word for the style, such as `calm`. */
  readonly style: string
  /** Lowest and highest pitch, in semitones from its usual one; absent for a fixed pitch. */
  readonly pitch?: readonly [number, number]
  /** Its sample text in its first language. */
  readonly sample: string
}

/** What can be changed about how a voice speaks. */
export interface VoiceManner {
  /** Slowest and fastest speed, 1 being usual; null for a fixed one. */
  readonly speed: readonly [number, number] | null
  /** Lowest and highest pitch in semitones; null for a fixed one. */
  readonly pitch: readonly [number, number] | null
  /** Longest added pause after each word in milliseconds; 0 for none. */
  readonly gap: number
  /** Whether it speaks phonemes between double brackets. */
  readonly phonemes: boolean
}

/** Styles with a word in the interface. */
export const voiceStyles = [
  'calm',
  'even',
  'serious',
  'narrating',
  'dry',
  'deep',
  'clear',
  'bright',
  'warm',
  'soft',
  'gentle',
  'lively',
  'playful',
] as const
export type VoiceStyle = (typeof voiceStyles)[number]

/** A voice that an engine always has. */
export interface PresetVoice extends Voice {
  readonly style: VoiceStyle
}

/** A sentence for hearing a voice, in each language. */
export const voiceSamples: Readonly<Record<LanguageCode, string>> = {
  en: 'Good morning. Let me tell you what happened yesterday.',
  zh_cn: '早上好，我来告诉你昨天发生的事情。',
  zh_tw: '早安，我來告訴你昨天發生的事情。',
  ja: 'おはようございます。きのうのできごとをおはなしします。',
  ko: '안녕하세요. 어제 있었던 일을 말씀드릴게요.',
  es: 'Buenos días. Déjame contarte lo que pasó ayer.',
  fr: 'Bonjour. Laissez-moi vous raconter ce qui s’est passé hier.',
  de: 'Guten Morgen. Ich erzähle Ihnen, was gestern geschehen ist.',
  it: 'Buongiorno. Lascia che ti racconti che cosa è successo ieri.',
  pt: 'Bom dia. Deixe-me contar o que aconteceu ontem.',
  ru: 'Доброе утро. Я расскажу вам, что случилось вчера.',
  ar: 'صباح الخير. دعني أخبرك بما حدث أمس.',
  hi: 'सुप्रभात। मैं आपको बताता हूँ कि कल क्या हुआ।',
  vi: 'Chào buổi sáng. Để tôi kể cho bạn nghe chuyện hôm qua.',
  th: 'สวัสดีตอนเช้า ให้ฉันเล่าเรื่องเมื่อวานให้คุณฟัง',
  id: 'Selamat pagi. Biar saya ceritakan apa yang terjadi kemarin.',
  tr: 'Günaydın. Size dün neler olduğunu anlatayım.',
  pl: 'Dzień dobry. Opowiem panu, co się wczoraj wydarzyło.',
  nl: 'Goedemorgen. Ik vertel u wat er gisteren is gebeurd.',
  uk: 'Доброго ранку. Я розповім вам, що сталося вчора.',
  ro: 'Bună dimineața. Lasă-mă să-ți spun ce s-a întâmplat ieri.',
  el: 'Καλημέρα. Θα σας πω τι συνέβη χθες.',
  cs: 'Dobré ráno. Povím vám, co se včera stalo.',
  fi: 'Hyvää huomenta. Kerron teille, mitä eilen tapahtui.',
}
