/**
 * Adds entries to one store at once, for what happens at each key: without the promises for each request that cost as
 * much as the write itself. Committed by hand: left to itself a transaction ends with its page, and is lost. Rejects
 * where the browser does not keep them.
 */
export function committed(db: IDBDatabase, store: string, entries: readonly unknown[]): Promise<void> {
  const transaction = db.transaction(store, 'readwrite')
  const entriesOf = transaction.objectStore(store)
  for (const entry of entries) entriesOf.add(entry)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  transaction.oncomplete = () => resolve()
  transaction.onabort = () => reject(transaction.error ?? new DOMException('Not kept', 'AbortError'))
  transaction.commit()
  return promise
}
