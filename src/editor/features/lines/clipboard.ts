import { lineMaxLength, subtitleMaxBytes } from '#core/domain/limits.ts'
import { type Cue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { LIGHT_COST, readingCost } from '#core/subtitle/text/reading-cost.ts'
import { writeSrt } from '#core/subtitle/formats/srt/srt.ts'
import { FileUnreadable } from '#src/subtitles/file-unreadable.ts'
import { readBytes } from '#src/subtitles/reading.ts'
import type { Editor } from '../../context/editor.ts'
import { pasteAt, pasteText, removeSelected } from '../../model/document/commands.ts'

/**
 * Lines are copied as SubRip, which every subtitle program reads. It has no speakers, so the cues are kept here too.
 */
let copied: { readonly text: string; readonly cues: readonly Cue[] } | undefined

/** The selected lines as text for the clipboard; undefined without a selection. */
export function copyLines({ session }: Editor): string | undefined {
  const { selection } = session.cells
  if (selection.length === 0) return undefined
  const places = selection.flatMap((id) => session.list.index.get(id) ?? [])
  const cues = places.toSorted((a, b) => a - b).flatMap((at) => session.list.at(at) ?? [])
  const text = writeSrt(cues)
  copied = { text, cues }
  return text
}

/** Copies the selected cues and deletes them. Without confirmation, since the user can paste or undo. */
export function cutLines(editor: Editor): string | undefined {
  const text = copyLines(editor)
  if (text !== undefined) editor.session.run(removeSelected)
  return text
}

/**
 * Pastes lines: the first at the playhead, or all at their original times. Text that is no subtitles becomes one line
 * at the playhead.
 */
export async function pasteLines({ session, roles }: Editor, text: string, inPlace: boolean): Promise<void> {
  if (text.trim() === '' || text.length > subtitleMaxBytes) return session.refuse('nothing_to_paste')
  const known = new Set(roles.map(({ folder_role_id }) => folder_role_id))
  const lines = await linesOf(text)
  if (!lines) return session.refuse('paste_late')
  const cues = lines.map((cue) => ({ ...cue, roles: cue.roles.filter((id) => known.has(id)) }))
  if (cues.length > 0) session.run(pasteAt(cues, inPlace))
  else if (text.trim().length > lineMaxLength) session.refuse('nothing_to_paste')
  else session.run(pasteText(text.trim()))
}

/** Undefined if parsing takes too long. */
async function linesOf(text: string): Promise<readonly Cue[] | undefined> {
  if (copied && inUnixRows(copied.text) === inUnixRows(text)) return copied.cues
  if (readingCost(text) > LIGHT_COST) {
    return longLinesOf(text)
  }
  // The parsers load on the first paste.
  const { readSubtitle } = await import('#core/subtitle/formats/file.ts')
  return readSubtitle(text, sequentialIds('p')).cues
}

async function longLinesOf(text: string): Promise<readonly Cue[] | undefined> {
  try {
    const bytes = new TextEncoder().encode(text)
    return (await readBytes({ bytes, name: '', encoding: 'utf-8' })).read.cues
  } catch (error) {
    if (error instanceof FileUnreadable) return undefined
    throw error
  }
}

/** Systems and browsers change the line ends of copied text. */
const inUnixRows = (text: string): string => text.replaceAll('\r\n', '\n').trim()

/** Menu commands have no clipboard event, so they use the clipboard API, which may ask for permission. */
export async function writeClipboard(editor: Editor, text: string | undefined): Promise<boolean> {
  if (text === undefined) return false
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    editor.session.refuse('clipboard_closed')
    return false
  }
}

/** Pastes from the clipboard; the browser may ask for permission. */
export async function pasteFromClipboard(editor: Editor, inPlace: boolean): Promise<void> {
  let text: string
  try {
    text = await navigator.clipboard.readText()
  } catch {
    return editor.session.refuse('clipboard_closed')
  }
  await pasteLines(editor, text, inPlace)
}
