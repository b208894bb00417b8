import { splitTags } from './ass-text.ts'
import type { TextRun } from './styled.ts'

const KARAOKE = /^\\[kK]/
const VTT_TAG = /^<(\/?)(v|c|lang|ruby|rt)\b/

/**
 * Codes still open after some runs, for a part cut off there: ASS override codes except karaoke, and open WebVTT tags.
 */
export function heldCodes(runs: readonly TextRun[]): TextRun[] {
  const held: TextRun[] = []
  for (const run of runs) {
    if (run.kind !== 'code' || run.of !== 'ass' || !run.code.includes('\\')) continue
    const tags = splitTags(run.code.slice(1, -1)).filter((tag) => !KARAOKE.test(tag))
    if (tags.length > 0) held.push({ ...run, code: `{${tags.join('')}}` })
  }
  return [...held, ...openTags(runs).map((code): TextRun => ({ kind: 'code', of: 'vtt', code }))]
}

/** Closing WebVTT tags for those open after some runs, unless `after` closes them. */
export function closingCodes(runs: readonly TextRun[], after: readonly TextRun[]): TextRun[] {
  const closed = after.flatMap((run) => (run.kind === 'code' && run.of === 'vtt' ? [nameOf(run.code, true)] : []))
  return openTags(runs)
    .reverse()
    .map((code) => nameOf(code, false))
    .filter((name) => closed.includes(name))
    .map((name): TextRun => ({ kind: 'code', of: 'vtt', code: `</${name}>` }))
}

function nameOf(code: string, isClosing: boolean): string | undefined {
  const [, slash, name] = VTT_TAG.exec(code) ?? []
  return (slash === '/') === isClosing ? name : undefined
}

function openTags(runs: readonly TextRun[]): string[] {
  const open: string[] = []
  for (const run of runs) {
    if (run.kind !== 'code' || run.of !== 'vtt') continue
    const closed = nameOf(run.code, true)
    const at = closed === undefined ? -1 : open.findLastIndex((code) => nameOf(code, false) === closed)
    if (nameOf(run.code, false) !== undefined) open.push(run.code)
    else if (at >= 0) open.splice(at, 1)
  }
  return open
}
