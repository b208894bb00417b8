/**
 * One chain once in a separate process: its memory growth over the file and the idle program. Another process makes the
 * file, as making it would count for the peak.
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
