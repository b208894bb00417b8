import { mostScriptBytes, mostScriptLetters } from '#core/domain/limits.ts'
import { decodeBytes } from '#core/subtitle/encoding.ts'
import { SAID } from '#core/subtitle/sentence-ranges.ts'

/** Why a file is no script, as a message's key and what stands in it. */
export interface ScriptFault {
  readonly fault: 'script_unreadable' | 'script_empty' | 'script_too_long'
  readonly params: Readonly<Record<string, number>>
}

/** A script that was read from a file. */
export interface ScriptFile {
  readonly text: string
  readonly sentences: number
  readonly speakers: string[]
}

/** The text of a file with a script: plain, Markdown or Word. */
export async function scriptText(name: string, bytes: Uint8Array): Promise<string | ScriptFault> {
  const tooLong: ScriptFault = { fault: 'script_too_long', params: { n: mostScriptLetters } }
  if (bytes.length > mostScriptBytes) return tooLong
  const text = await readText(name, bytes)
  if (text === undefined) return { fault: 'script_unreadable', params: {} }
  if (text.length > mostScriptLetters) return tooLong
  return SAID.test(text) ? text : { fault: 'script_empty', params: {} }
}

/** Undefined for what is no text. */
async function readText(name: string, bytes: Uint8Array): Promise<string | undefined> {
  if (!/\.docx$/i.test(name)) {
    const { text } = await decodeBytes(bytes)
    return text.includes('\0') ? undefined : text
  }
  try {
    return await (await import('#core/subtitle/word-document.ts')).wordText(bytes)
  } catch {
    // Damaged, no such file, or larger inside than any script: the user can do nothing but take another.
    return undefined
  }
}
