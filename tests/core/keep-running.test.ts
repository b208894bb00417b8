import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type KeepRunning = (
  program: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; say: (text: string) => void; pauseMs: number },
) => Promise<number>
const file: string = '../../scripts/setup/keep-running.mjs'
const { keepRunning } = (await import(file)) as { keepRunning: KeepRunning }

const RUNS = "process.send({ running: true }); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 10)"

/** How often a program was started, what was said of it, and what it came to. */
async function kept(program: string, onStart?: () => void) {
  const path = join(await mkdtemp(join(tmpdir(), 'kept-')), 'starts')
  await writeFile(path, '')
  const script = `require('node:fs').appendFileSync(${JSON.stringify(path)}, '.'); ${program}`
  const said: string[] = []
  const say = (text: string) => {
    said.push(text)
    onStart?.()
  }
  const code = await keepRunning(process.execPath, ['-e', script], { env: process.env, say, pauseMs: 0 })
  return { code, starts: (await readFile(path, 'utf8')).length, said }
}

test('a server that dies is started again, five times in ten minutes', async () => {
  const { code, starts, said } = await kept(RUNS)
  expect([code, starts, said.length]).toEqual([1, 6, 6])
  expect(said[0]).toBe('The server died (SIGKILL) and is started again (1 of 5 times in ten minutes).')
  expect(said[5]).toMatch(/it stays off/)
})

test('one that can not start, ends by itself or is asked to stop stays off', async () => {
  expect(await kept('process.exit(1)')).toEqual({ code: 1, starts: 1, said: [] })
  expect(await kept('process.send({ running: true }); process.disconnect()')).toEqual({ code: 0, starts: 1, said: [] })
  const asked = await kept(RUNS, () => process.emit('SIGTERM'))
  expect([asked.starts, asked.said.length]).toEqual([1, 1])
})
