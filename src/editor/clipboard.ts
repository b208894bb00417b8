import { lineMaxLength, subtitleMaxBytes } from '#core/domain/limits.ts'
import { type Cue, sequentialIds } from '#core/subtitle/cue.ts'
import { LIGHT_COST, readingCost } from '#core/subtitle/reading-cost.ts'
import { writeSrt } from '#core/subtitle/srt.ts'
import { FileUnreadable } from '#src/subtitles/file-unreadable.ts'
import { readBytes } from '#src/subtitles/reading.ts'
import type { Editor } from './editor.ts'
import { pasteAt, pasteText, removeSelected } from './document/commands.ts'

/** Lines travel as SubRip, which every subtitle program reads. It has no place for speakers: those stay here. */
let copied: { readonly text: string; readonly cues: readonly Cue[] } | undefined

/** The selected lines as text for the clipboard; undefined where none is selected. */
export function copyLines({ session }: Editor): string | undefined {
  const { selection } = session.cells
  if (selection.length === 0) return undefined
  const places = selection.flatMap((id) => session.list.index.get(id) ?? [])
  const cues = places.toSorted((a, b) => a - b).flatMap((at) => session.list.at(at) ?? [])
  const text = writeSrt(cues)
  copied = { text, cues }
  return text
}

/** Copies the selected cues and deletes them. No confirmation: they can be pasted or the step undone. */
export function cutLines(editor: Editor): string | undefined {
  const text = copyLines(editor)
  if (text !== undefined) editor.session.run(removeSelected)
  return text
}

/**
 * Lines of the clipboard come in as new ones: the first at the playhead, or all at their own times. A text that is no
 * subtitles becomes one line at the playhead.
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

/** Undefined where reading them takes too long. */
async function linesOf(text: string): Promise<readonly Cue[] | undefined> {
  if (copied && inUnixRows(copied.text) === inUnixRows(text)) return copied.cues
  if (readingCost(text) > LIGHT_COST) {
    return longLinesOf(text)
  }
  // The readers of all formats come when the user pastes.
  const { readSubtitle } = await import('#core/subtitle/file.ts')
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

/** Systems and browsers have line ends of their own for what goes through the clipboard. */
const inUnixRows = (text: string): string => text.replaceAll('\r\n', '\n').trim()

/** Commands of menus have no event of the clipboard: they ask the browser, which may ask the person. */
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

/** Pastes what the clipboard holds; the browser may ask the person for permission. */
export async function pasteFromClipboard(editor: Editor, inPlace: boolean): Promise<void> {
  let text: string
  try {
    text = await navigator.clipboard.readText()
  } catch {
    return editor.session.refuse('clipboard_closed')
  }
  await pasteLines(editor, text, inPlace)
}
