/** `npm run bench -- subtitle encodings readers media dub editor keystrokes sync command large erase extract speech synthesis overhead http crowd folder zip first lighthouse`: measurements against peers, each in one run, as tables. `pipeline` is all that measures tasks, with one table of their goals. `editor --only letter,rows`, `speech --only memory`, `http --only getTask` and `lighthouse --only /` measure parts. */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { printGoals } from './goals.ts'

/** What `pipeline` runs, with one table at its end. */
const pipeline = ['extract', 'overhead', 'dub', 'erase', 'synthesis']
const benches: Record<string, () => Promise<void> | void> = {
  subtitle: async () => (await import('./subtitle.ts')).benchSubtitle(),
  encodings: async () => (await import('./encodings.ts')).benchEncodings(),
  readers: async () => (await import('./readers.ts')).benchReaders(),
  media: async () => (await import('./media.ts')).benchMedia(),
  dub: async () => (await import('./dub.ts')).benchDub(),
  editor: async () => (await import('./editor.ts')).benchEditor(),
  first: async () => (await import('./first-page.ts')).benchFirstPage(),
  lighthouse: async () => (await import('./lighthouse.ts')).benchLighthouse(),
  http: async () => (await import('./http.ts')).benchHttp(),
  crowd: async () => (await import('./crowd/run.ts')).benchCrowd(),
  translate: async () => (await import('./translate.ts')).benchTranslate(),
  erase: async () => (await import('./erase.ts')).benchErase(),
  extract: async () => (await import('./extract.ts')).benchExtract(),
  speech: async () => {
    if (values.only === 'memory') return (await import('./speech-memory.ts')).benchSpeechMemory()
    await (await import('./speech.ts')).benchSpeech()
    await (await import('./segmentation.ts')).benchSegmentation()
    await (await import('./script.ts')).benchScript()
  },
  synthesis: async () => (await import('./synthesis.ts')).benchSynthesis(),
  overhead: async () => (await import('./overhead.ts')).benchOverhead(),
  folder: async () => (await import('./folder.ts')).benchFolder(),
  zip: async () => (await import('./zip.ts')).benchZip(),
  sync: async () => (await import('./sync.ts')).benchSync(),
  large: async () => (await import('./large.ts')).benchLarge(),
  command: async () => (await import('./command.ts')).benchCommand(),
  keystrokes: async () => (await import('./keystrokes.ts')).benchKeystrokes(),
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, seconds: { type: 'string' }, language: { type: 'string' } },
})
const chosen = positionals.flatMap((name) => (name === 'pipeline' ? pipeline : [name]))
const unknown = chosen.find((name) => !benches[name])
if (unknown !== undefined) {
  console.error(`No such bench: ${unknown}. There are: pipeline, ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}
console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown processor'}`)
for (const [name, run] of Object.entries(benches)) if (chosen.length === 0 || chosen.includes(name)) await run()
printGoals()
