import { AsyncLocalStorage } from 'node:async_hooks'

/** For whom addresses of files are made: the session, by the hash of its token, or the key of a call. */
export type Reader = { readonly session: string } | { readonly key: string }

const storage = new AsyncLocalStorage<string>()

/** Addresses of files that `work` makes are this reader's. */
export function readFor<T>(reader: Reader, work: () => T): T {
  return storage.run('session' in reader ? `s${reader.session}` : `k${reader.key}`, work)
}

/** The reader as an address names it; empty where a call is made without a session. */
export const readerNow = (): string => storage.getStore() ?? ''
