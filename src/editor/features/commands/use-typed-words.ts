import { useTranslation } from 'react-i18next'
import { readCommand, type TypedCommand } from '#core/timing/typed-command.ts'
import { type TimeNotation, writeTime } from '#core/timing/time-notation.ts'
import { useNotation } from '../../context/use-editor.ts'

/** What a typed command will do, in the user's language; empty for an incomplete one. */
export function useTypedWords(): (text: string) => string {
  const { t } = useTranslation('editor')
  const notation = useNotation()
  return (text) => {
    const read = readCommand(text, notation)
    if (read?.kind !== 'command') return ''
    const { command } = read
    const lines = 'scope' in command ? t(`typed_lines_${command.scope}`) : ''
    return t(`typed_${nameOf(command)}`, { ...valuesOf(command, notation), lines })
  }
}

/** Key of its message, which differs for a line and for a time. */
function nameOf(command: TypedCommand) {
  if (command.name === 'go') return 'line' in command.place ? 'go_line' : 'go_time'
  if (command.name === 'select') return command.to === Infinity ? 'select_all' : 'select'
  return command.name
}

function valuesOf(command: TypedCommand, notation: TimeNotation): Record<string, string | number> {
  switch (command.name) {
    case 'shift':
      return { by: `${command.ms < 0 ? '−' : '+'}${seconds(Math.abs(command.ms))}` }
    case 'duration':
    case 'gap':
      return { by: seconds(command.ms) }
    case 'go':
      return 'line' in command.place ? { n: command.place.line } : { time: writeTime(command.place.ms, notation) }
    case 'wrap':
      return { n: command.length }
    case 'select':
      return { from: command.from, to: command.to }
    default:
      return { from: rate(command.from), to: rate(command.to) }
  }
}

const seconds = (ms: number): string => `${ms / 1000} s`
const rate = ({ num, den }: { num: number; den: number }): string => String(Math.round((num / den) * 1000) / 1000)
