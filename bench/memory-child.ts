/** One chain once in a process of its own: what its memory grew by over the file and the idle program. */
import { assOf, makeCorpus, srtOf } from './corpus.ts'
import { assChains, srtChains } from './srt-chains.ts'

const [name = '', count = '100000'] = process.argv.slice(2)
const chain = srtChains[name] ?? assChains[name]!
const source = (name.includes('ASS') ? assOf : srtOf)(makeCorpus(Number(count)))
Buffer.from(source)
globalThis.gc?.()
const before = process.memoryUsage.rss()
let peak = before
chain(source)
peak = Math.max(peak, process.resourceUsage().maxRSS * 1024)
process.stdout.write(String(Math.max(0, peak - before)))
