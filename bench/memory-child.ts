/**
 * One chain once in a process of its own: what its memory grew by over the file and the idle program. The file is made by
 * another process: what making it took would count as this one's peak.
 */
import { readFileSync } from 'node:fs'
import { assChains, srtChains } from './srt-chains.ts'

const [name = '', path = ''] = process.argv.slice(2)
const chain = srtChains[name] ?? assChains[name]!
const source = readFileSync(path, 'utf8')
globalThis.gc?.()
const before = process.memoryUsage.rss()
chain(source)
const peak = process.resourceUsage().maxRSS * 1024
process.stdout.write(String(Math.max(0, peak - before)))
