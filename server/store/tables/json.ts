import type { JSONColumnType } from 'kysely'

/** jsonb columns are written as JSON text and read as values. */
export type Json<T extends object | null> = JSONColumnType<T>
