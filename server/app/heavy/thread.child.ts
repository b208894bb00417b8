import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type WorkName, works } from './work.ts'

const HEAVY_PRIORITY = 10

// On Linux this sets the priority of the thread alone: requests go before heavy work.
if (process.platform === 'linux') setPriority(HEAVY_PRIORITY)

parentPort?.on('message', async ({ name, input }: { name: WorkName; input: never }) => {
  parentPort?.postMessage(await works[name](input))
})
