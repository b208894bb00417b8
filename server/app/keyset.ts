import { z } from 'zod'
import { isStorable } from '#core/domain/storable.ts'
import { Refusal } from './refusal.ts'

/** The position after a page: the last row's sort value as text, and its id. */
export interface Place {
  readonly key: string
  readonly id: string
}

const place = z.tuple([z.string().max(400).refine(isStorable), z.string().max(64).refine(isStorable)])

/** Encodes a place for the next request. */
export function writePlace({ key, id }: Place): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

/** Throws a Refusal unless `writePlace` wrote it for the same order. */
export function readPlace(text: string, { isNumber }: { isNumber: boolean }): Place {
  const read = place.safeParse(jsonOf(Buffer.from(text, 'base64url').toString()))
  if (!read.success || (isNumber && !/^\d{1,17}$/.test(read.data[0])))
    throw new Refusal('refused', 'invalid_input', { field: 'after', detail: '' })
  const [key, id] = read.data
  return { key, id }
}

/** A search as a pattern of `ilike`. */
export const patternOf = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
