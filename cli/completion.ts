import type { Command } from 'commander'
import { profileIds } from '#core/domain/profiles.ts'
import { formats } from '#core/subtitle/formats/format.ts'
import { usage } from './messages.ts'

/** Shells that have completion. */
const shells = ['bash', 'zsh', 'fish'] as const

interface Known {
  readonly name: string
  readonly about: string
  readonly options: readonly KnownOption[]
}

interface KnownOption {
  readonly flag: string
  readonly about: string
  /** Possible values; undefined for anything, including files. */
  readonly values: readonly string[] | undefined
}

/** Values by option, or by command and option if a command differs. */
const valuesOf: Readonly<Record<string, readonly string[]>> = {
  'convert --to': [...formats, 'json'],
  '--from-format': formats,
  '--profile': profileIds,
}

/** A completion script for commands, options and file names in a shell. */
export function completionScript(shell: string, program: Command): string {
  const commands = program.commands.map((command) => ({
    name: command.name(),
    about: command.description(),
    options: command.options
      .filter(({ hidden }) => !hidden)
      .map(({ long, description }) => {
        const flag = long ?? ''
        return { flag, about: description, values: valuesOf[`${command.name()} ${flag}`] ?? valuesOf[flag] }
      }),
  }))
  if (shell === 'bash') return bash(commands)
  if (shell === 'zsh') return zsh(commands)
  if (shell === 'fish') return fish(commands)
  throw usage('unknown_shell', { shell, known: shells.join(', ') })
}

const flagsOf = ({ options }: Known): string => options.map(({ flag }) => flag).join(' ')

function bash(commands: readonly Known[]): string {
  return [
    '_cuelane() {',
    '  local word="${COMP_WORDS[COMP_CWORD]}" options=""',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$word"))`,
    '    return',
    '  fi',
    '  case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in',
    ...commands.flatMap(({ name, options }) =>
      options.flatMap(({ flag, values }) =>
        values ? [`    "${name} ${flag}") COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$word")); return ;;`] : [],
      ),
    ),
    '  esac',
    '  case "${COMP_WORDS[1]}" in',
    ...commands.map((command) => `    ${command.name}) options="${flagsOf(command)}" ;;`),
    '  esac',
    '  case "$word" in',
    '    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;',
    '    *) COMPREPLY=($(compgen -f -- "$word")) ;;',
    '  esac',
    '}',
    'complete -o filenames -F _cuelane cuelane',
    '',
  ].join('\n')
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const zshText = (text: string): string => text.replace(/[[\]:]/g, ' ')

function zshOption({ flag, about, values }: KnownOption): string {
  return `${flag}[${zshText(about)}]${values ? `:value:(${values.join(' ')})` : ''}`
}

function zsh(commands: readonly Known[]): string {
  return [
    '#compdef cuelane',
    '_cuelane() {',
    '  local -a commands',
    `  commands=(${commands.map(({ name, about: text }) => quoted(`${name}:${zshText(text)}`)).join(' ')})`,
    '  if (( CURRENT == 2 )); then',
    "    _describe 'command' commands",
    '    return',
    '  fi',
    '  case "$words[2]" in',
    ...commands.map(
      ({ name, options }) =>
        `    ${name}) _arguments ${options.map((option) => quoted(zshOption(option))).join(' ')} '*:file:_files' ;;`,
    ),
    '  esac',
    '}',
    'compdef _cuelane cuelane',
    '',
  ].join('\n')
}

function fish(commands: readonly Known[]): string {
  const first = commands.map(
    ({ name, about }) => `complete -c cuelane -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`,
  )
  const rest = commands.flatMap(({ name, options }) =>
    options.map(({ flag, about, values }) => {
      const choice = values ? ` -x -a ${quoted(values.join(' '))}` : ''
      return `complete -c cuelane -n '__fish_seen_subcommand_from ${name}' -l ${flag.replace(/^--/, '')}${choice} -d ${quoted(about)}`
    }),
  )
  return [...first, ...rest, ''].join('\n')
}
