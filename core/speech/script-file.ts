import { mostScriptBytes, mostScriptLetters } from '../domain/limits.ts'
import { decodeBytes } from '../subtitle/formats/encoding/encoding.ts'
import { SAID } from '../subtitle/text/sentence-ranges.ts'

/** Why a file is no script: a message's key and parameters. */
export interface ScriptFault {
  readonly fault: 'script_unreadable' | 'script_empty' | 'script_too_long'
  readonly params: Readonly<Record<string, number>>
}

/** A script read from a file. */
export interface ScriptFile {
  readonly text: string
  readonly sentences: number
  readonly speakers: string[]
}

/** A script's text: plain, Markdown or Word. */
export async function scriptText(name: string, bytes: Uint8Array): Promise<string | ScriptFault> {
  const tooLong: ScriptFault = { fault: 'script_too_long', params: { n: mostScriptLetters } }
  if (bytes.length > mostScriptBytes) return tooLong
  const text = await readText(name, bytes)
  if (text === undefined) return { fault: 'script_unreadable', params: {} }
  if (text.length > mostScriptLetters) return tooLong
  return SAID.test(text) ? text : { fault: 'script_empty', params: {} }
}

/** Undefined for binary content. */
async function readText(name: string, bytes: Uint8Array): Promise<string | undefined> {
  if (!/\.docx$/i.test(name)) {
    const { text } = await decodeBytes(bytes)
    return text.includes('\0') ? undefined : text
  }
  try {
    return await (await import('../subtitle/formats/word-document.ts')).wordText(bytes)
  } catch {
    // Damaged, not a Word document, or too large inside: the user has to choose another file.
    return undefined
  }
}
