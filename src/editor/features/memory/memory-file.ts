import { bcp47, type LanguageCode, languageOfTrack } from '#core/domain/languages.ts'
import { memoryLimits } from '#core/domain/memory.ts'
import { type MemoryPair, TmxReader, writeTmx } from '#core/translate/exchange/tmx.ts'
import { NoExchangeFile } from '#core/translate/exchange/xml.ts'
import { call } from '#src/api/call.ts'

/** What came of a file: pairs that were new, and pairs that could not be taken. */
export interface ImportedMemory {
  readonly added: number
  readonly leftOut: number
}

/** The product's language for a tag; script and region of Chinese decide. */
function languageOf(tag: string): LanguageCode | undefined {
  const code = languageOfTrack(tag.replaceAll('_', '-'))
  return code === 'zh_cn' && /hant|-(tw|hk|mo)\b/i.test(tag) ? 'zh_tw' : code
}

/** Adds the pairs of a TMX file of any size to the memory, some hundred at a time; undefined if it is none. */
export async function importTmx(file: Blob, signal: AbortSignal): Promise<ImportedMemory | undefined> {
  const waiting = new Map<string, MemoryPair[]>()
  let added = 0
  let leftOut = 0
  const reader = new TmxReader((pair) => {
    const [from, to] = [languageOf(pair.sourceLanguage), languageOf(pair.targetLanguage)]
    if (!from || !to || from === to || !isSendable(pair)) leftOut++
    else waiting.set(`${from} ${to}`, [...(waiting.get(`${from} ${to}`) ?? []), pair])
  })
  const send = async (least: number): Promise<void> => {
    for (const [languages, pairs] of waiting) {
      if (pairs.length < least) continue
      waiting.delete(languages)
      const [source_language, target_language] = languages.split(' ') as [LanguageCode, LanguageCode]
      for (let from = 0; from < pairs.length; from += AT_ONCE) {
        const part = pairs.slice(from, from + AT_ONCE)
        const input = { source_language, target_language, pairs: part.map(wirePair) }
        added += (await call('importMemory', input, { signal })).added
      }
    }
  }
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const decoder = new TextDecoder(head[0] === 0xff ? 'utf-16le' : head[0] === 0xfe ? 'utf-16be' : 'utf-8')
  try {
    for (let from = 0; from < file.size; from += PIECE) {
      signal.throwIfAborted()
      reader.write(decoder.decode(await file.slice(from, from + PIECE).arrayBuffer(), { stream: true }))
      await send(AT_ONCE)
    }
    reader.write(decoder.decode())
    reader.end()
  } catch (error) {
    if (!(error instanceof NoExchangeFile)) throw error
    // What was read before the fault stays.
    if (added === 0 && waiting.size === 0) return undefined
  }
  await send(1)
  return { added, leftOut: leftOut + reader.leftOut }
}

/** Pairs of one request, and bytes of the file that are read at once. */
const AT_ONCE = 500
const PIECE = 64 * 1024

const isSendable = ({ source, target }: MemoryPair): boolean =>
  [source, target].every((text) => text.isWellFormed() && !text.includes('\0'))

function wirePair({ source, target, video, person, at, date }: MemoryPair) {
  const plain = (text: string): string => text.replaceAll('\0', '').slice(0, 400).toWellFormed()
  return {
    ...{ source, target, video_name: plain(video), person: plain(person) },
    at_ms: at !== undefined && at < 2 ** 31 ? at : null,
    date: date !== undefined && date >= 0 && date <= memoryLimits.latestMs ? date : null,
  }
}

/** The memory for two languages as a TMX file; undefined without pairs. */
export async function exportTmx(from: LanguageCode, to: LanguageCode, signal: AbortSignal): Promise<Blob | undefined> {
  const pieces: string[] = []
  const pairs: MemoryPair[] = []
  let after = ''
  do {
    const input = { source_language: from, target_language: to, after, limit: 1000 }
    const page = await call('listMemory', input, { signal })
    for (const { source, target, video_name: video, person, confirm_time, at_ms } of page.list) {
      const languages = { sourceLanguage: bcp47(from), targetLanguage: bcp47(to) }
      pairs.push({
        ...languages,
        source,
        target,
        video,
        person,
        date: Date.parse(confirm_time),
        at: at_ms ?? undefined,
      })
    }
    after = page.next
  } while (after !== '')
  if (pairs.length === 0) return undefined
  for (const piece of writeTmx(pairs, bcp47(from))) pieces.push(piece)
  return new Blob(pieces, { type: 'application/xml' })
}
