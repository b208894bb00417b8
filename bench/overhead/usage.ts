/** Preloaded into a program: at its end writes the CPU time of it and its children to a file. */
import { writeFileSync } from 'node:fs'
import { processorSeconds } from '../extract/run.ts'

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1e6
  writeFileSync(process.env['CUELANE_USAGE_FILE'] ?? '/dev/null', JSON.stringify({ own, all: processorSeconds() }))
})
