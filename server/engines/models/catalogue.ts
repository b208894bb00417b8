import type { EnginePort } from '#core/domain/engines.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import type { SetupMessage } from '#core/domain/setup-message.ts'

/** Weights that an operator can download for an engine of this machine, and their runtime. */
export interface ModelEntry {
  /** The name to fetch it by, and its folder. */
  readonly name: string
  readonly port: EnginePort
  /** Display name. */
  readonly label: string
  readonly title: SetupMessage
  readonly licence: SetupMessage
  /** Approximate download in MB. */
  readonly megabytes: number
  /** The package that runs it, installed beside the weights. */
  readonly runtime: Runtime
  readonly files: readonly ModelFile[]
}

export interface ModelFile {
  /** Repository below `MODELS_URL`, and path in it. */
  readonly repository: string
  readonly path: string
  /** SHA-256 if known beforehand; otherwise the server's value is used. */
  readonly sha256?: string
}

/** Packages that run models, with versions; the last one ships with the product. */
export const runtimes = {
  transformers: { package: '@huggingface/transformers', version: '4.3.1', megabytes: 180 },
  sherpa: { package: 'sherpa-onnx-node', version: '1.13.8', megabytes: 32 },
  onnx: { package: 'onnxruntime-node', version: '1.30.0', megabytes: 0 },
} as const

export type Runtime = keyof typeof runtimes

const textModel = ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json']
const bothHalves = ['onnx/encoder_model_quantized.onnx', 'onnx/decoder_model_merged_quantized.onnx']

const filesOf = (repository: string, paths: readonly string[]): ModelFile[] =>
  paths.map((path) => ({ repository, path }))

const licensed = (name: string): SetupMessage => ({ key: 'licence', params: { name } })

/** A model's name and purpose. */
const named = (label: string, key: SetupMessage['key'], params = {}): Pick<ModelEntry, 'label' | 'title'> => ({
  label,
  title: { key, params: { label, ...params } },
})

const whisper = (size: string, megabytes: number): ModelEntry => ({
  name: `whisper-${size}`,
  port: 'asr',
  ...named(`Whisper ${size}`, 'model_speech'),
  licence: licensed('MIT'),
  megabytes,
  runtime: 'transformers',
  files: filesOf(`onnx-community/whisper-${size}_timestamped`, [
    ...textModel,
    'preprocessor_config.json',
    ...bothHalves,
  ]),
})

const piper = (locale: string, voice: string, label: string, language: LanguageCode): ModelEntry => ({
  name: `piper-${voice}`,
  port: 'tts',
  ...named(`Piper ${label}`, 'model_voices', { languages: language }),
  licence: { key: 'licence_voice', params: { name: 'MIT' } },
  megabytes: 65,
  runtime: 'sherpa',
  files: filesOf(`csukuangfj/vits-piper-${locale}-${voice}`, [`${locale}-${voice}.onnx`, 'tokens.txt']),
})

/** Every supported model; of one kind the better one first. */
export const catalogue: readonly ModelEntry[] = [
  whisper('small', 250),
  whisper('base', 80),
  whisper('tiny', 45),
  {
    name: 'nllb-600m',
    port: 'translate',
    ...named('NLLB-200', 'model_translation'),
    licence: { key: 'licence_not_commercial', params: { name: 'CC-BY-NC-4.0' } },
    megabytes: 900,
    runtime: 'transformers',
    files: filesOf('Xenova/nllb-200-distilled-600M', [...textModel, ...bothHalves]),
  },
  {
    name: 'speakers',
    port: 'diarise',
    ...named('pyannote 3.0, CAM++', 'model_speakers'),
    licence: licensed('MIT, Apache-2.0'),
    megabytes: 35,
    runtime: 'sherpa',
    files: [
      { repository: 'csukuangfj/sherpa-onnx-pyannote-segmentation-3-0', path: 'model.onnx' },
      { repository: 'csukuangfj/speaker-embedding-models', path: 'wespeaker_en_voxceleb_CAM++.onnx' },
    ],
  },
  {
    name: 'spleeter',
    port: 'separate',
    ...named('Spleeter', 'model_apart'),
    licence: licensed('MIT'),
    megabytes: 38,
    runtime: 'onnx',
    files: filesOf('csukuangfj/sherpa-onnx-spleeter-2stems-fp16', ['vocals.fp16.onnx', 'accompaniment.fp16.onnx']),
  },
  {
    name: 'kokoro',
    port: 'tts',
    ...named('Kokoro', 'model_voices', { languages: 'en,zh_cn' }),
    licence: licensed('Apache-2.0'),
    megabytes: 350,
    runtime: 'sherpa',
    files: filesOf('csukuangfj/kokoro-multi-lang-v1_0', [
      ...['model.onnx', 'voices.bin', 'tokens.txt', 'lexicon-us-en.txt', 'lexicon-zh.txt'],
    ]),
  },
  piper('en_US', 'amy-low', 'Amy', 'en'),
  piper('de_DE', 'thorsten-medium', 'Thorsten', 'de'),
  piper('es_ES', 'davefx-medium', 'Davefx', 'es'),
  piper('fr_FR', 'siwis-medium', 'Siwis', 'fr'),
  piper('it_IT', 'paola-medium', 'Paola', 'it'),
  piper('ru_RU', 'irina-medium', 'Irina', 'ru'),
  {
    name: 'zipvoice',
    port: 'clone',
    ...named('ZipVoice', 'model_clone', { languages: 'en,zh_cn' }),
    licence: licensed('Apache-2.0'),
    megabytes: 180,
    runtime: 'sherpa',
    files: filesOf('csukuangfj/sherpa-onnx-zipvoice-distill-int8-zh-en-emilia', [
      ...['encoder.int8.onnx', 'decoder.int8.onnx', 'vocos_24khz.onnx', 'tokens.txt', 'lexicon.txt'],
    ]),
  },
]

/** The languages in the codes of NLLB (FLORES-200). */
export const nllbCodes: Readonly<Record<LanguageCode, string>> = {
  ...{ en: 'eng_Latn', zh_cn: 'zho_Hans', zh_tw: 'zho_Hant', ja: 'jpn_Jpan', ko: 'kor_Hang', es: 'spa_Latn' },
  ...{ fr: 'fra_Latn', de: 'deu_Latn', it: 'ita_Latn', pt: 'por_Latn', ru: 'rus_Cyrl', ar: 'arb_Arab' },
  ...{ hi: 'hin_Deva', vi: 'vie_Latn', th: 'tha_Thai', id: 'ind_Latn', tr: 'tur_Latn', pl: 'pol_Latn' },
  ...{ nl: 'nld_Latn', uk: 'ukr_Cyrl', ro: 'ron_Latn', el: 'ell_Grek', cs: 'ces_Latn', fi: 'fin_Latn' },
}
