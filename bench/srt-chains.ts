import { parse as parsePlussub } from '@plussub/srt-vtt-parser'
import { compile, decompile } from 'ass-compiler'
import SrtParser from 'srt-parser-2'
import subsrt from 'subsrt-ts'
import { parseSync, stringifySync } from 'subtitle'
import vttParser from 'subtitles-parser-vtt'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { readAss } from '#core/subtitle/formats/ass/ass.ts'
import { writeAss } from '#core/subtitle/formats/ass/write.ts'
import { LossList } from '#core/subtitle/formats/convert.ts'
import { cueErrors } from '#core/subtitle/cue/cue-errors.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { readSrt, writeSrt } from '#core/subtitle/formats/srt/srt.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { planShift } from '#core/timing/shift.ts'

/** Parse, move by 100 ms, write. Returns a number that depends on the output. */
export type Chain = (source: string) => number

/** Reading a letter forces the engine to flatten its string tree. */
const made = (text: string): number => text.length + text.charCodeAt(text.length >> 1)

/** Ours does more: problems, the specification's three errors, and bounds checks of the shift. */
const ours: Chain = (source) => {
  const { cues } = readSrt(source, sequentialIds('c'))
  const list = cueList(cues)
  const [plan] = planShift([{ key: 0, list, rules: defaultRules }], { kind: 'all' }, 100)
  const moved = applyPatch(list, plan!.patch).cues
  cueErrors(moved)
  return made(writeSrt(moved))
}

const subtitle: Chain = (source) => {
  const nodes = parseSync(source)
  for (const node of nodes) {
    if (node.type !== 'cue') continue
    node.data.start += 100
    node.data.end += 100
  }
  return made(stringifySync(nodes, { format: 'SRT' }))
}

const subsrtTs: Chain = (source) =>
  made(subsrt.build(subsrt.resync(subsrt.parse(source, { format: 'srt' }), 100), { format: 'srt' }))

const srtParser2: Chain = (source) => {
  const parser = new SrtParser()
  const lines = parser.fromSrt(source)
  const stamp = (seconds: number) => new Date(seconds * 1000 + 100).toISOString().slice(11, 23).replace('.', ',')
  return made(
    parser.toSrt(
      lines.map((line) => ({ ...line, startTime: stamp(line.startSeconds), endTime: stamp(line.endSeconds) })),
    ),
  )
}

const subtitlesParserVtt: Chain = (source) => {
  const items = vttParser.fromVtt(source, 'ms')
  for (const item of items) {
    item.startTime += 100
    item.endTime += 100
  }
  return made(vttParser.toVtt(items))
}

/** It has no writer: its chain is reading and moving. */
const plussubReads: Chain = (source) => {
  const { entries } = parsePlussub(source)
  for (const entry of entries) {
    entry.from += 100
    entry.to += 100
  }
  return entries.length
}

const oursAss: Chain = (source) => {
  const { cues, extras } = readAss(source, sequentialIds('c'))
  const list = cueList(cues)
  const [plan] = planShift([{ key: 0, list, rules: defaultRules }], { kind: 'all' }, 100)
  return made(writeAss(applyPatch(list, plan!.patch).cues, extras, new Map(), new LossList()))
}

const assCompiler: Chain = (source) => {
  const compiled = compile(source, {})
  for (const dialogue of compiled.dialogues) {
    dialogue.start += 0.1
    dialogue.end += 0.1
  }
  return made(decompile(compiled))
}

export const srtChains: Record<string, Chain> = {
  cuelane: ours,
  subtitle,
  'subsrt-ts': subsrtTs,
  'srt-parser-2': srtParser2,
  'subtitles-parser-vtt': subtitlesParserVtt,
  '@plussub/srt-vtt-parser (no writing)': plussubReads,
}

export const assChains: Record<string, Chain> = { 'cuelane (ASS)': oursAss, 'ass-compiler (ASS)': assCompiler }
