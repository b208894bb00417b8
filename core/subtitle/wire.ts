import type { Cue } from './cue.ts'
import { formatTimecode, parseTimecode } from './timecode.ts'

/** One line of `subtitle_txt` as the API carries it. */
export interface WireLine {
  line_id: string
  srt_index: number
  time: string
  text: string
  folder_role_id: string[]
}

export function toWire(cues: readonly Cue[]): WireLine[] {
  return cues.map((cue, index) => ({
    line_id: cue.id,
    srt_index: index + 1,
    time: `${formatTimecode(cue.start)} --> ${formatTimecode(cue.end)}`,
    text: cue.text,
    folder_role_id: [...cue.roles],
  }))
}

/** Cues of wire lines; `undefined` when a time can't be read or an id comes twice. */
export function fromWire(lines: readonly WireLine[]): Cue[] | undefined {
  const seen = new Set<string>()
  const cues: Cue[] = []
  for (const line of lines) {
    const [from, to, extra] = line.time.split(' --> ')
    const start = parseTimecode(from ?? '')
    const end = parseTimecode(to ?? '')
    if (start === undefined || end === undefined || extra !== undefined || seen.has(line.line_id)) return undefined
    seen.add(line.line_id)
    cues.push({ id: line.line_id, start, end, text: line.text, roles: line.folder_role_id })
  }
  return cues
}
