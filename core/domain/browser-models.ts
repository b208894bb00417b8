/** Models that browsers run; the server serves and describes their files. */

export const BROWSER_MODEL_PREFIX = '/browser-models/'

/** By their served names. */
export const browserModelNames = [
  'moonshine-base-encoder.onnx',
  'moonshine-base-decoder.onnx',
  'moonshine-tiny-encoder.onnx',
  'moonshine-tiny-decoder.onnx',
  'silero-vad.onnx',
] as const
export type BrowserModelName = (typeof browserModelNames)[number]

/** A file on the server. */
export interface BrowserModel {
  readonly name: BrowserModelName
  readonly bytes: number
  /** In hexadecimal. */
  readonly sha256: string
}

/** The answer at `browserModelList`: only existing files. */
export interface BrowserModelList {
  readonly files: readonly BrowserModel[]
}

export const browserModelList = `${BROWSER_MODEL_PREFIX}list.json`

/** The digest is part of the address: its content never changes. */
export const browserModelPath = ({ name, sha256 }: Pick<BrowserModel, 'name' | 'sha256'>): string =>
  `${BROWSER_MODEL_PREFIX}${sha256}/${name}`
