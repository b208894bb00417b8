/**
 * `npm run fuzz -- hostile NAME`: every reader of untrusted data on crafted inputs of a megabyte. Exit code 1 if one
 * blocks a main thread too long. NAME filters readers.
 */
import { Worker } from 'node:worker_threads'
import { printTable } from '../table.ts'
import { type Cost, readers, type Wanted } from './child.ts'
import { ELSEWHERE_MS, MAIN_MS, type Place } from './reader.ts'

const SHOWN = 3
const limits: Record<Place, string> = {
  server: `main thread of the server, ${MAIN_MS} ms`,
  page: `main thread of the page, ${MAIN_MS} ms`,
  thread: `a thread, ${ELSEWHERE_MS / 1000} s`,
  worker: `a worker of the page, ${ELSEWHERE_MS / 1000} s`,
}

const name = process.argv[2] ?? ''
const costs: Cost[] = []

/** Reads on until the end or a slow input; returns where to resume. */
function readFrom(wanted: Wanted): Promise<Wanted | undefined> {
  const worker = new Worker(new URL('child.ts', import.meta.url), { workerData: wanted })
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const end = (next: Wanted | undefined): void => {
      clearTimeout(timer)
      void worker.terminate().then(() => resolve(next))
    }
    worker.on('error', reject)
    worker.on('message', (message: Cost | 'done') => {
      clearTimeout(timer)
      if (message === 'done') return end(undefined)
      if ('took' in message) return costs.push(message)
      const { reader, input } = message as Wanted
      timer = setTimeout(() => {
        costs.push({ reader, input, held: Infinity, took: Infinity })
        end({ reader, input: input + 1, name })
      }, ELSEWHERE_MS + 5000)
      return undefined
    })
  })
}

let next: Wanted | undefined = { reader: 0, input: 0, name }
while (next) next = await readFrom(next)

const isMain = (at: number): boolean => readers[at]!.place === 'server' || readers[at]!.place === 'page'
const costOf = ({ reader, held, took }: Cost): number => (isMain(reader) ? held : took)
const isOver = ({ reader, held, took }: Cost): boolean =>
  (held > MAIN_MS && readers[reader]!.place !== 'thread') || (took > ELSEWHERE_MS && !isMain(reader))
const rows = readers.flatMap(({ name: of, place, inputs }, at) => {
  const own = costs.filter(({ reader }) => reader === at).sort((a, b) => costOf(b) - costOf(a))
  return own
    .filter((cost, rank) => rank < SHOWN || isOver(cost))
    .map((cost, rank) => [
      ...(rank === 0 ? [of, `${inputs.length}`, limits[place]] : ['', '', '']),
      inputs[cost.input]![0],
      ms(cost.held),
      ms(cost.took),
      isOver(cost) ? 'over' : '',
    ])
})
printTable(
  'The costliest inputs of each reader',
  ['reader', 'inputs', 'where, at most', 'input', 'held ms', 'took ms', ''],
  rows,
)
const over = costs.filter(isOver).length
console.log(`\n${costs.length} inputs, ${over} over`)
process.exit(over > 0 ? 1 : 0)

function ms(value: number): string {
  return value === Infinity ? 'no end' : value.toFixed(0)
}
