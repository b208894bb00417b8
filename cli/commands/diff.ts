import type { Cue } from '#core/subtitle/cue/cue.ts'
import { diffCues, type Difference } from '#core/subtitle/cue/diff.ts'
import { profiles } from '#core/checks/profiles.ts'
import { subtitleMetrics } from '#core/metrics/subtitle-metrics.ts'
import { itemAt } from '#core/subtitle/text/item-at.ts'
import { formatTimecode } from '#core/subtitle/text/timecode.ts'
import { expandInputs, type ReadFlags, readInput } from '../inputs.ts'
import { printable, say, usage } from '../messages.ts'
import { tell, tellProblems } from '../report.ts'
import { ruleChoice, type RuleFlags } from '../values.ts'

/** `cuelane diff`: exit code 0 equal, 1 different, 3 if a file has no subtitles. */
export async function diff(
  names: string[],
  flags: ReadFlags & RuleFlags & { json?: boolean; metrics?: boolean },
): Promise<number> {
  const inputs = names.flatMap((name) => expandInputs([name]))
  const [left, right] = inputs
  if (!left || !right || inputs.length !== 2) throw usage('no_input', { input: names.join(' ') })
  const [a, b] = [await readInput(left, flags), await readInput(right, flags)]
  tellProblems(left.path, a.problems)
  tellProblems(right.path, b.problems)
  const differences = diffCues(a.cues, b.cues)
  const changed = differences.filter((one) => one.kind !== 'same')
  if (flags.metrics) process.stdout.write(metrics(a.cues, b.cues, flags))
  else if (flags.json)
    process.stdout.write(
      `${JSON.stringify(
        changed.map((one) => asData(one, a.cues, b.cues)),
        null,
        2,
      )}\n`,
    )
  else for (const one of changed) process.stdout.write(asLines(one, a.cues, b.cues))
  tell(changed.length === 0 ? say('same') : summary(differences))
  if (a.cues.length === 0 || b.cues.length === 0) return 3
  return changed.length === 0 ? 0 : 1
}

/** Distance of the second file from the first, the reference, and its findings by the profile. */
function metrics(a: readonly Cue[], b: readonly Cue[], flags: RuleFlags & { json?: boolean }): string {
  const measured = subtitleMetrics(b, a, ruleChoice(flags).limits)
  if (flags.json) return `${JSON.stringify(measured)}\n`
  const { words, wrong, wer, suber, breaks, within } = measured
  const percent = (share: number): string => (100 * share).toFixed(1)
  return [
    say('diff_metrics', { percent: percent(wer), wrong, words }),
    say('diff_suber', { percent: percent(suber) }),
    say('diff_breaks', { percent: percent(breaks) }),
    say('diff_within', { percent: percent(within), profile: profiles[ruleChoice(flags).id].name }),
    '',
  ].join('\n')
}

function summary(differences: readonly Difference[]): string {
  const count = (kind: Difference['kind']) => differences.filter((one) => one.kind === kind).length
  return say('diff_summary', {
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    same: count('same'),
  })
}

const plain = ({ start, end, text }: Cue) => ({ start, end, text })

function asData(one: Difference, a: readonly Cue[], b: readonly Cue[]): object {
  const old = 'a' in one ? { was: { number: one.a + 1, ...plain(itemAt(a, one.a)) } } : {}
  const now = 'b' in one ? { is: { number: one.b + 1, ...plain(itemAt(b, one.b)) } } : {}
  return { kind: one.kind, ...old, ...now }
}

function asLines(one: Difference, a: readonly Cue[], b: readonly Cue[]): string {
  const old = 'a' in one ? `- ${line(one.a, itemAt(a, one.a))}\n` : ''
  const now = 'b' in one ? `+ ${line(one.b, itemAt(b, one.b))}\n` : ''
  return old + now
}

function line(at: number, { start, end, text }: Cue): string {
  return `${at + 1} ${formatTimecode(start)} --> ${formatTimecode(end)} ${printable(text.replaceAll('\n', ' / '), 100)}`
}
