import { Command, Option } from 'commander'
import { profileIds } from '#core/domain/profiles.ts'
import packageFile from '../package.json' with { type: 'json' }
import { check } from './commands/check.ts'
import { convert } from './commands/convert.ts'
import { diff } from './commands/diff.ts'
import { durations, fix, overlaps, shift, snap, splitLong, sync } from './commands/edit.ts'
import { info } from './commands/info.ts'
import { say, UsageError } from './messages.ts'

type Action<F> = (names: string[], flags: F) => Promise<number>

const FAILED = 3

function command<F>(program: Command, name: string, about: string, action: Action<F>): Command {
  return program
    .command(name)
    .description(say(about))
    .argument('<files...>', say('files'))
    .option('--encoding <label>', say('option_encoding'))
    .option('--from-format <format>', say('option_from_format'))
    .action(async (names: string[], flags: F) => {
      process.exitCode = await action(names, flags)
    })
}

function withOutput(command: Command): Command {
  return command
    .option('-o, --output <path>', say('option_output'))
    .option('--in-place', say('option_in_place'))
    .option('--dry-run', say('option_dry_run'))
    .option('--bom', say('option_bom'))
}

function withRules(command: Command): Command {
  return (
    command
      .option('--profile <name>', say('option_profile', { profiles: profileIds.join(', ') }), 'cuelane')
      .option('--language <tag>', say('option_language'))
      .option('--rate <fps>', say('option_rate'))
      .option('--duration <time>', say('option_length'))
      .option('--shot-changes <file>', say('option_shot_changes'))
      // The option's former name, for scripts that use it.
      .addOption(new Option('--cuts <file>').hideHelp())
      .option('--rules <names>', say('option_rules'))
  )
}

function makeProgram(): Command {
  const program = new Command('cuelane').description(say('about')).version(packageFile.version)
  withOutput(command(program, 'convert', 'about_convert', convert))
    .option('--to <format>', say('option_to'))
    .option('--unroll', say('option_unroll'))
    .option('--rate <fps>', say('option_rate'))
    .option('--language <tag>', say('option_language'))
  command(program, 'info', 'about_info', info).option('--json', say('option_json'))
  withRules(command(program, 'check', 'about_check', check))
    .option('--json', say('option_json'))
    .option('--csv', say('option_csv'))
  withRules(withOutput(command(program, 'fix', 'about_fix', fix)))
  withOutput(command(program, 'shift', 'about_shift', shift))
    .requiredOption('--ms <number>', say('option_ms'))
    .option('--from <time>', say('option_from'))
    .option('--until <time>', say('option_until'))
    .option('--duration <time>', say('option_length'))
  withOutput(command(program, 'sync', 'about_sync', sync))
    .option('--first <from=to>', say('option_point'))
    .option('--second <from=to>', say('option_point'))
    .option('--fps <rate>', say('option_fps'))
    .option('--fps-to <rate>', say('option_fps_to'))
    .option('--duration <time>', say('option_length'))
  withOutput(command(program, 'split-long', 'about_split', splitLong))
    .option('--max-chars <number>', say('option_max_chars'), '84')
    .option('--max-duration <seconds>', say('option_max_duration'), '7')
  withOutput(command(program, 'overlaps', 'about_overlaps', overlaps))
  withOutput(command(program, 'durations', 'about_durations', durations))
    .option('--cps <number>', say('option_cps'), '17')
    .option('--min-ms <number>', say('option_min_ms'), '833')
    .option('--max-ms <number>', say('option_max_ms'), '7000')
    .option('--shorten', say('option_shorten'))
    .option('--duration <time>', say('option_length'))
  withOutput(command(program, 'snap', 'about_snap', snap)).requiredOption('--rate <fps>', say('option_rate'))
  command(program, 'diff', 'about_diff', diff).option('--json', say('option_json'))
  program.addHelpText('after', `\n${say('about_task')}`)
  return program
}

// A reader that closes early (head, less) ends the work; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

try {
  await makeProgram().parseAsync()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`cuelane: ${error.message}\n`)
  process.exitCode = FAILED
}
