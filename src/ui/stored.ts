/** What is used of a zod schema (or zod/mini) to check a value. */
interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false }
}

/** A value that this browser stores for the user. */
export interface Stored<T> {
  readonly key: string
  /** The value; the fallback if none is stored or it does not match the schema. */
  get(): T
  set(value: T): void
  clear(): void
  /** Calls `listener` when another tab changes the value; returns a function that ends that. */
  subscribe(listener: (value: T) => void): () => void
}

/** Values of this page only, if the browser refuses to store them: private windows, blocked or full storage. */
const unsaved = new Map<string, string>()

/** localStorage that never throws. Only for libraries that need a storage; other code uses `stored`. */
export const textStorage = {
  getItem(key: string): string | null {
    const value = unsaved.get(key)
    if (value !== undefined) return value
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  setItem(key: string, text: string): void {
    try {
      localStorage.setItem(key, text)
      unsaved.delete(key)
    } catch {
      unsaved.set(key, text)
    }
  },
  removeItem(key: string): void {
    unsaved.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // Nothing is stored, so there is nothing to remove.
    }
  },
}

/** A value stored under `key`: text as it is, other values as JSON. Reading and writing never throw. */
export function stored<T>(key: string, schema: Schema<T>, fallback: T): Stored<T> {
  return {
    key,
    get: () => read(textStorage.getItem(key), schema, fallback),
    set: (value) => textStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value)),
    clear: () => textStorage.removeItem(key),
    subscribe(listener) {
      const onStorage = (event: StorageEvent): void => {
        if (event.key === key) listener(read(event.newValue, schema, fallback))
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

function read<T>(text: string | null, schema: Schema<T>, fallback: T): T {
  if (text === null) return fallback
  for (const value of readingsOf(text)) {
    const result = schema.safeParse(value)
    if (result.success) return result.data
  }
  return fallback
}

/** The raw text, since strings are stored without quotes, and its JSON value. */
function readingsOf(text: string): unknown[] {
  try {
    return [text, JSON.parse(text)]
  } catch {
    return [text]
  }
}
