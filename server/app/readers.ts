import { AsyncLocalStorage } from 'node:async_hooks'

/** The reader that file addresses are signed for: a session, by its token's hash, or a call's key. */
export type Reader = { readonly session: string } | { readonly key: string }

const storage = new AsyncLocalStorage<string>()

/** Signs the file addresses that `work` makes for this reader. */
export function readFor<T>(reader: Reader, work: () => T): T {
  return storage.run('session' in reader ? `s${reader.session}` : `k${reader.key}`, work)
}

/** The reader as written in an address; empty without a session. */
export const readerNow = (): string => storage.getStore() ?? ''
