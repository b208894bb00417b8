/** What a zod schema (also one of zod/mini) offers to check a value. */
interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false }
}

/** One value that this browser keeps for a person. */
export interface Stored<T> {
  readonly key: string
  /** The value; the fallback where nothing is kept or what is kept does not fit the schema. */
  get(): T
  set(value: T): void
  clear(): void
  /** Calls `listener` when another tab changes the value; returns what ends that. */
  subscribe(listener: (value: T) => void): () => void
}

/** Values of this page only, where the browser refuses to keep them: private windows, blocked or full storage. */
const unsaved = new Map<string, string>()

/** localStorage that never throws. Only for libraries that want a storage; everything else uses `stored`. */
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
      // Nothing can be kept there, so nothing has to go.
    }
  },
}

/** A value kept under `key`: text as it is, everything else as JSON. Reading and writing never throw. */
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

/** As it stands, since text is kept without quotes, and as JSON. */
function readingsOf(text: string): unknown[] {
  try {
    return [text, JSON.parse(text)]
  } catch {
    return [text]
  }
}
