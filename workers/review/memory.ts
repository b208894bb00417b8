import { MemoryFile } from '#core/translate/exchange/memory.ts'
import { NoExchangeFile } from '#core/translate/exchange/xml.ts'

/** Targets of some sources by their `memoryKey`, from a TMX file of any size; undefined if it is none. */
export async function readMemory(
  file: Blob,
  keys: readonly string[],
  sourceLanguage: string,
  targetLanguage: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  const memory = new MemoryFile(keys, sourceLanguage, targetLanguage)
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const decoder = new TextDecoderStream(encodingOf(head)) as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>
  const reader = file.stream().pipeThrough(decoder).getReader()
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
      if (value !== undefined) memory.reader.write(value)
    memory.reader.end()
    return memory.targets
  } catch (error) {
    if (error instanceof NoExchangeFile) return undefined
    throw error
  } finally {
    await reader.cancel()
  }
}

/** TMX is UTF-8 or UTF-16 with a byte order mark (TMX 1.4b, "Character encoding"). */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
