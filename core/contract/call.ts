import { z } from 'zod'

/** Who may make a call. A visitor has a token too; `customer` needs an account. */
export type Access = 'public' | 'visitor' | 'customer' | 'staff'

/**
 * One row of the contract. `input` is the query of a GET or DELETE and the body of a POST. Rows may share method and
 * path where a field of one value each (`class`) tells their inputs apart.
 */
export interface Call<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly access: Access
  readonly input: In
  readonly data: Out
  readonly summary: string
}

export function call<In extends z.ZodType, Out extends z.ZodType>(row: Call<In, Out>): Call<In, Out> {
  return row
}

export const none = z.object({})

export const id = z.string().min(1).max(64)

/** Query values arrive as text. */
export const pageInput = {
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(200).default(20),
}

export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    list: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    page_size: z.number().int(),
  })
}

/** The answer of every call. */
export interface Envelope<T = unknown> {
  code: number
  message: string
  data: T
}
