import { Command, Option } from 'commander'
import { dubForms } from '#core/domain/dubbing.ts'
import { profileIds } from '#core/domain/profiles.ts'
import { formats } from '#core/subtitle/formats/format.ts'
import packageFile from '../package.json' with { type: 'json' }
import { say, UsageError } from './messages.ts'
import type { DubPlanFlags } from './commands/dub-plan.ts'
import type { DubMixFlags, DubSpeakFlags } from './remote/dub.ts'
import type { LocaliseFlags } from './remote/localise-wanted.ts'
import type { TaskFlags } from './remote/wanted.ts'

/** Commands load their code when run: most need little. */
type Load<F> = () => Promise<(names: string[], flags: F) => Promise<number>>

const FAILED = 3

function command<F>(program: Command, name: string, about: string, load: Load<F>): Command {
  return program
    .command(name)
    .description(say(about))
    .argument('<files...>', say('files'))
    .option('--encoding <label>', say('option_encoding'))
    .option('--from-format <format>', say('option_from_format'))
    .option('--watch', say('option_watch'))
    .action(async (names: string[], flags: F & { watch?: boolean }) => {
      const action = await load()
      const run = (): Promise<number> => action(names, flags)
      process.exitCode = flags.watch ? await (await import('./watch.ts')).runWatching(names, run) : await run()
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
      // The option's former name, for existing scripts.
      .addOption(new Option('--cuts <file>').hideHelp())
      .option('--rules <names>', say('option_rules'))
  )
}

function makeProgram(): Command {
  const program = new Command('cuelane').description(say('about')).version(packageFile.version)
  withOutput(command(program, 'convert', 'about_convert', async () => (await import('./commands/convert.ts')).convert))
    .option('--to <format>', say('option_to', { formats: [...formats, 'json'].join(', ') }))
    .option('--unroll', say('option_unroll'))
    .option('--words', say('option_words'))
    .option('--rate <fps>', say('option_rate'))
    .option('--language <tag>', say('option_language'))
  command(program, 'info', 'about_info', async () => (await import('./commands/info.ts')).info).option(
    '--json',
    say('option_json'),
  )
  withRules(command(program, 'check', 'about_check', async () => (await import('./commands/check.ts')).check))
    .option('--json', say('option_json'))
    .option('--csv', say('option_csv'))
  withRules(withOutput(command(program, 'fix', 'about_fix', async () => (await import('./commands/edit.ts')).fix)))
  withOutput(command(program, 'shift', 'about_shift', async () => (await import('./commands/edit.ts')).shift))
    .requiredOption('--ms <number>', say('option_ms'))
    .option('--from <time>', say('option_from'))
    .option('--until <time>', say('option_until'))
    .option('--duration <time>', say('option_length'))
  withOutput(command(program, 'sync', 'about_sync', async () => (await import('./commands/edit.ts')).sync))
    .option('--first <from=to>', say('option_point'))
    .option('--second <from=to>', say('option_point'))
    .option('--audio <video>', say('option_audio'))
    .option('--to <file>', say('option_sync_to'))
    .option('--fps <rate>', say('option_fps'))
    .option('--fps-to <rate>', say('option_fps_to'))
    .option('--duration <time>', say('option_length'))
  withOutput(command(program, 'split-long', 'about_split', async () => (await import('./commands/edit.ts')).splitLong))
    .option('--max-chars <number>', say('option_max_chars'), '84')
    .option('--max-duration <seconds>', say('option_max_duration'), '7')
  withOutput(command(program, 'overlaps', 'about_overlaps', async () => (await import('./commands/edit.ts')).overlaps))
  withOutput(
    command(program, 'durations', 'about_durations', async () => (await import('./commands/edit.ts')).durations),
  )
    .option('--cps <number>', say('option_cps'), '17')
    .option('--min-ms <number>', say('option_min_ms'), '833')
    .option('--max-ms <number>', say('option_max_ms'), '7000')
    .option('--shorten', say('option_shorten'))
    .option('--duration <time>', say('option_length'))
  withOutput(
    command(program, 'snap', 'about_snap', async () => (await import('./commands/edit.ts')).snap),
  ).requiredOption('--rate <fps>', say('option_rate'))
  withRules(command(program, 'diff', 'about_diff', async () => (await import('./commands/diff.ts')).diff))
    .option('--json', say('option_json'))
    .option('--metrics', say('option_metrics'))
  withTask(program)
  withLocalise(program)
  withDub(program)
  program
    .command('completion')
    .description(say('about_completion'))
    .argument('<shell>', 'bash, zsh, fish')
    .action(async (shell: string) => {
      process.stdout.write((await import('./completion.ts')).completionScript(shell, program))
    })
  program.addHelpText('after', `\n${say('about_task')}`)
  return program
}

/** Tasks of an installation. Without `--server` the launcher runs this machine's engines instead. */
function withTask(program: Command): void {
  program
    .option('--server <url>', say('option_server'))
    .option('--key <secret>', say('option_key'))
    .command('task')
    .description(say('about_remote_task'))
    .argument('<kind>', say('task_kind'))
    .argument('<files...>', say('task_files'))
    .requiredOption('-o, --output <path>', say('option_output'))
    .option('--subtitles <file>', say('option_subtitles'))
    .option('--lines-from <speech|text|both>', say('option_lines_from'), 'speech')
    .option('--lines-out <file>', say('option_lines_out'))
    .option('--language <code>', say('option_language'), 'en')
    .option('--to <code>', say('option_to_language'))
    .option('--glossary <file>', say('option_glossary'))
    .option('--set <name=value>', say('option_set'), (text: string, before: string[]) => [...before, text], [])
    .option('--remove', say('option_remove'))
    .action(async (kind: string, files: string[], flags: TaskFlags) => {
      // The client takes a while to load: commands on files don't wait for it.
      const { remoteTask } = await import('./remote/task.ts')
      process.exitCode = await remoteTask(kind, files, { ...program.opts(), ...flags })
    })
}

/** Files to finished results, on an installation or this machine's engines. */
function withLocalise(program: Command): void {
  program
    .command('localise')
    .description(say('about_localise'))
    .argument('<files...>', say('localise_files'))
    .option('--to <codes>', say('option_localise_to'))
    .option('--dub', say('option_dub'))
    .option('--burn', say('option_burn'))
    .option('--soft', say('option_soft'))
    .option('--erase', say('option_erase'))
    .option('--picture-only', say('option_picture_only'))
    .option('-o, --output <folder>', say('option_localise_output'))
    .option('--language <code>', say('option_spoken_language'), 'en')
    .option('--subtitles <file>', say('option_localise_subtitles'))
    .option('--lines-from <speech|text|both>', say('option_lines_from'), 'speech')
    .option('--glossary <file>', say('option_glossary'))
    .option(
      '--set <step.name=value>',
      say('option_localise_set'),
      (text: string, before: string[]) => [...before, text],
      [],
    )
    .option('--dry-run', say('option_localise_dry_run'))
    .option('--remove', say('option_remove'))
    .action(async (files: string[], flags: LocaliseFlags) => {
      const { localise } = await import('./remote/localise.ts')
      process.exitCode = await localise(files, { ...program.opts(), ...flags })
    })
}

/** The plan of a dub, takes of its lines, and the dub with the chosen ones. */
function withDub(program: Command): void {
  const dub = program.command('dub').description(say('about_dub'))
  dub
    .command('plan')
    .description(say('about_dub_plan'))
    .argument('<file>', say('dub_plan_file'))
    .option('--encoding <label>', say('option_encoding'))
    .option('--from-format <format>', say('option_from_format'))
    .option('--language <code>', say('option_language'), 'en')
    .option('--duration <time>', say('option_length'))
    .action(async (name: string, flags: DubPlanFlags) => {
      process.exitCode = await (await import('./commands/dub-plan.ts')).dubPlan(name, flags)
    })
  dub
    .command('speak')
    .description(say('about_dub_speak'))
    .argument('<version>', say('dub_version'))
    .requiredOption('--voice <id>', say('option_voice'))
    .option('--lines <ids>', say('option_dub_lines'))
    .option('--speed <number>', say('option_dub_speed'))
    .option('--pitch <semitones>', say('option_dub_pitch'))
    .option('--gap <ms>', say('option_dub_gap'))
    .action(async (version: string, flags: DubSpeakFlags) => {
      process.exitCode = await (await import('./remote/dub.ts')).dubSpeak(version, { ...program.opts(), ...flags })
    })
  dub
    .command('mix')
    .description(say('about_dub_mix'))
    .argument('<version>', say('dub_version'))
    .requiredOption('--voice <id>', say('option_voice'))
    .requiredOption('-o, --output <path>', say('option_output'))
    .option('--form <name>', say('option_dub_form', { forms: dubForms.join(', ') }))
    .option('--surround', say('option_dub_surround'))
    .action(async (version: string, flags: DubMixFlags) => {
      process.exitCode = await (await import('./remote/dub.ts')).dubMix(version, { ...program.opts(), ...flags })
    })
}

// A reader that closes early (head, less) ends the work without an error.
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
