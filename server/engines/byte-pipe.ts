import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program's standard output that is read into one piece of memory. */
export interface BytePipe {
  /** For the program; closed here once it has it. */
  readonly writer: Socket
  /** When everything that was written has been read, or with what reading failed by. */
  readonly ended: Promise<Error | undefined>
  close(): void
}

const BUFFER_BYTES = 256 * 1024

/**
 * Pipes of Node take new memory for every 64 KiB: the pictures of five minutes are hundreds of megabytes, and each few of
 * them bring a collection of all garbage. `onBytes` has to copy what it keeps. Throws where there is no room for sockets.
 */
export async function openBytePipe(onBytes: (bytes: Buffer) => void): Promise<BytePipe> {
  // In a folder that nobody else can open.
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-pipe-'))
  const path = join(folder, 'pipe')
  const server = createServer({ pauseOnConnect: true })
  try {
    server.listen(path)
    await once(server, 'listening')
    const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
    const take = (count: number): boolean => {
      onBytes(buffer.subarray(0, count))
      return true
    }
    const reader = connect({ path, onread: { buffer, callback: take } })
    const [[writer]] = await Promise.all([once(server, 'connection') as Promise<[Socket]>, once(reader, 'connect')])
    let fault: Error | undefined
    reader.on('error', (error) => (fault = error))
    const ended = new Promise<Error | undefined>((resolve) => reader.once('close', () => resolve(fault)))
    return { writer, ended, close: () => reader.destroy() }
  } finally {
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}
