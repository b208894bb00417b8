import { draftDub } from '#core/speech/dub-draft.ts'
import { expandInputs, type ReadFlags, readInput } from '../inputs.ts'
import { usage } from '../messages.ts'
import { languageOf } from '../remote/wanted.ts'
import { timeValue } from '../values.ts'

export interface DubPlanFlags extends ReadFlags {
  readonly language: string
  readonly duration?: string
}

/** `cuelane dub plan`: where the voices of a dub would lie, as JSON; exit code 1 if a line does not fit. */
export async function dubPlan(name: string, flags: DubPlanFlags): Promise<number> {
  const [input, ...others] = expandInputs([name])
  if (!input || others.length > 0) throw usage('dub_one_file', { name })
  const { cues } = await readInput(input, flags)
  const mediaMs = flags.duration === undefined ? (cues.at(-1)?.end ?? 0) : timeValue(flags.duration)
  const { rows } = draftDub(cues, { language: languageOf(flags.language), mediaMs })
  const lines = rows.map(({ id, start, end, rate, verdict }) => ({ line: id, start, end, rate, verdict }))
  process.stdout.write(`${JSON.stringify(lines, null, 2)}\n`)
  return lines.some(({ verdict }) => verdict === 'does_not_fit') ? 1 : 0
}
