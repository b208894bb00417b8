import { runProgram } from './program.ts'

/** What a program prints within 20 s; empty if it is missing or fails. */
export async function outputOf(program: string, args: readonly string[]): Promise<string> {
  return runProgram(program, args, { timeoutMs: 20_000, gate: 'short' }).then(
    ({ stdout }) => stdout,
    () => '',
  )
}

/** The first line that a program prints; empty if it is missing or fails. */
export async function firstLineOf(program: string, args: readonly string[]): Promise<string> {
  const [line = ''] = (await outputOf(program, args)).split('\n')
  return line.trim()
}
