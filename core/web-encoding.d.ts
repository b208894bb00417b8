/** The two codecs of the Encoding Standard: Node and every browser have them, the language's own library does not. */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(input?: Uint8Array): string
}
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>
  encodeInto(text: string, target: Uint8Array): { read: number; written: number }
}
