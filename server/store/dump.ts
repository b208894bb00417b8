import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/** The embedded database of an unused data folder, as a tar file to open in memory. */
export async function dumpEmbedded(dataDir: string): Promise<Buffer<ArrayBuffer>> {
  const embedded = await PGlite.create(join(dataDir, 'database'))
  try {
    return Buffer.from(await (await embedded.dumpDataDir('none')).arrayBuffer())
  } finally {
    await embedded.close()
  }
}
