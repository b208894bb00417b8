import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * Environment of a child that reads untrusted files: no credentials of the database or the bucket, but the place of compiled
 * modules, without which it strips the types of its own at each start.
 */
export function childEnv(named: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  return folder === undefined ? named : { ...named, NODE_COMPILE_CACHE: dirname(folder) }
}
