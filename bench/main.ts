/** `npm run bench -- subtitle media editor keystrokes http`: measurements against peers, each in one run, as tables. */
import { cpus } from 'node:os'

const benches: Record<string, () => Promise<void> | void> = {
  subtitle: async () => (await import('./subtitle.ts')).benchSubtitle(),
  media: async () => (await import('./media.ts')).benchMedia(),
  editor: async () => (await import('./editor.ts')).benchEditor(),
  http: async () => (await import('./http.ts')).benchHttp(),
  keystrokes: async () => (await import('./keystrokes.ts')).benchKeystrokes(),
}

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !benches[name])
if (unknown !== undefined) {
  console.error(`No such bench: ${unknown}. There are: ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}
console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown processor'}`)
for (const [name, run] of Object.entries(benches)) if (chosen.length === 0 || chosen.includes(name)) await run()
