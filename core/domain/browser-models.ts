/** Models that browsers run themselves: the server hands out their files, and says what each one is. */

export const BROWSER_MODEL_PREFIX = '/browser-models/'

/** By the names that they are served with. */
export const browserModelNames = [
  'moonshine-base-encoder.onnx',
  'moonshine-base-decoder.onnx',
  'moonshine-tiny-encoder.onnx',
  'moonshine-tiny-decoder.onnx',
  'silero-vad.onnx',
] as const
export type BrowserModelName = (typeof browserModelNames)[number]

/** A file as the server has it. */
export interface BrowserModel {
  readonly name: BrowserModelName
  readonly bytes: number
  /** In hexadecimal. */
  readonly sha256: string
}

/** What is answered at `browserModelList`: only the files that are there. */
export interface BrowserModelList {
  readonly files: readonly BrowserModel[]
}

export const browserModelList = `${BROWSER_MODEL_PREFIX}list.json`

/** The digest is part of the address: what is at it never changes. */
export const browserModelPath = ({ name, sha256 }: Pick<BrowserModel, 'name' | 'sha256'>): string =>
  `${BROWSER_MODEL_PREFIX}${sha256}/${name}`
