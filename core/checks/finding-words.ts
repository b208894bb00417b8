import { type TimeNotation, writeLength } from '../timing/time-notation.ts'
import { type Finding, findingMessage, type FindingMessage, type Values } from './rule.ts'

/** Findings about durations, with the names of their values in milliseconds. */
const timed = {
  finding_sequence_time_error: ['overlap'],
  finding_min_gap: ['gap', 'min'],
  finding_chain_gap: ['gap', 'below', 'wanted'],
  finding_min_duration: ['duration', 'min'],
  finding_max_duration: ['duration', 'max'],
} as const
type TimedMessage = keyof typeof timed

/** The message of the catalogue `checks` for a finding, with its parameters. */
export interface FindingWords {
  readonly message: FindingMessage | `${TimedMessage}_length`
  readonly values: Values
}

/**
 * A finding's message for a user who reads times in a notation. Durations that are equal after rounding to frames stay in
 * milliseconds.
 */
export function findingWords(finding: Finding, notation: TimeNotation): FindingWords {
  const { values } = finding
  const message = findingMessage(finding)
  if (notation.unit !== 'frames' || !isTimed(message)) return { message, values }
  const lengths = timed[message].map((name) => [name, writeLength(0, Number(values[name]), notation)] as const)
  const written = lengths.map(([, text]) => text)
  const showsLengths = written[0] !== written[1] && !NOTHING.test(written[0] ?? '')
  return showsLengths ? { message: `${message}_length`, values: Object.fromEntries(lengths) } : { message, values }
}

/** Less than half a frame. */
const NOTHING = /^0:0+$/

function isTimed(message: FindingMessage): message is TimedMessage {
  return Object.hasOwn(timed, message)
}
