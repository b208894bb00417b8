import { z } from 'zod'
import { emailPattern, MAX_EMAIL_LENGTH } from '../domain/account.ts'
import { languageCodes } from '../domain/languages.ts'
import { isOneLine, isStorable, severalLines, unstorable, withoutTurns } from '../domain/storable.ts'

/** Largest value of a 32-bit integer column. */
const INT32_MAX = 2 ** 31 - 1

/** Text of any length that the database can store. */
export const storable = z.string().refine(isStorable, unstorable)

/** Text of `min` to `max` UTF-16 units that the database can store. */
export function text(max: number, min = 0): z.ZodString {
  return z.string().min(min).max(max).refine(isStorable, unstorable)
}

/** A name given by a user: trimmed, not empty, at most `max` UTF-16 units, without direction overrides. */
export function name(max: number): z.ZodString {
  return z.string().overwrite(withoutTurns).trim().min(1).max(max).refine(isStorable, unstorable)
}

/** A trimmed one-line text, safe in a letter's header or a list. */
export function line(max: number, min = 0): z.ZodString {
  return z.string().trim().min(min).max(max).refine(isStorable, unstorable).refine(isOneLine, severalLines)
}

/** An e-mail address, by the same rule as forms in the browser. */
export const email = z.email({ pattern: emailPattern }).max(MAX_EMAIL_LENGTH)

/** A file's text. NUL is allowed: the subtitle readers skip and report lines that contain it. */
export const fileText = z.string().refine((value) => value.isWellFormed(), unstorable)

/** Id of a row, or of a cue. */
export const id = text(64, 1)

/** Id of a row, or empty. */
export const idOrNone = text(64)

/** Ids of a query, with commas between them; at most `max`. */
export function idList(max: number) {
  return text(65 * max, 1)
    .transform((value) => value.split(',').filter((each) => each !== ''))
    .pipe(z.array(id).max(max))
}

/** An integer that fits a 32-bit column. */
export function int32({ min = -INT32_MAX - 1, max = INT32_MAX } = {}): z.ZodNumber {
  return z.number().int().min(min).max(max)
}

/** An integer of a query, where values arrive as text. */
export function queryInt({ min = 0, max = INT32_MAX } = {}) {
  return z.coerce.number().int().min(min).max(max)
}

/** Revision of a stored text; the next one must fit the column too. */
export const revision = int32({ min: 0, max: INT32_MAX - 1 })

export const language = z.enum(languageCodes)

export const idempotencyKey = text(80, 8)

export const pageInput = {
  page: queryInt({ min: 1 }).default(1),
  page_size: queryInt({ min: 1, max: 200 }).default(20),
}

/** Start of a page, as `next` of the answer before; may contain a file name. */
export const pagePlace = text(2000).default('')

/** Another remark of a task on a cue: a verdict, and of what. */
export const lineRemark = z.object({ verdict: z.string(), note: z.string() })
