import { z } from 'zod'
import { emailPattern, MAX_EMAIL_LENGTH } from '../domain/account.ts'
import { languageCodes } from '../domain/languages.ts'
import { isOneLine, isStorable, severalLines, unstorable, withoutTurns } from '../domain/storable.ts'

/** Largest value of a 32-bit integer column. */
const INT32_MAX = 2 ** 31 - 1

/** Text of any length that a database can hold. */
export const storable = z.string().refine(isStorable, unstorable)

/** Text of `min` to `max` UTF-16 units that a database can hold. */
export function text(max: number, min = 0): z.ZodString {
  return z.string().min(min).max(max).refine(isStorable, unstorable)
}

/** A name that a person gives: trimmed, not empty, at most `max` UTF-16 units, and read in the order of its letters. */
export function name(max: number): z.ZodString {
  return z.string().overwrite(withoutTurns).trim().min(1).max(max).refine(isStorable, unstorable)
}

/** A text of one line, without blanks around it: what may come to stand in a head of a letter or in a list. */
export function line(max: number, min = 0): z.ZodString {
  return z.string().trim().min(min).max(max).refine(isStorable, unstorable).refine(isOneLine, severalLines)
}

/** An e-mail address, by the rule that forms in the browser have too. */
export const email = z.email({ pattern: emailPattern }).max(MAX_EMAIL_LENGTH)

/** The text of a file. NUL is let through: the readers of subtitles leave out the lines that hold one and say so. */
export const fileText = z.string().refine((value) => value.isWellFormed(), unstorable)

/** Id of a row, or of a cue. */
export const id = text(64, 1)

/** Id of a row, or nothing. */
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

/** State of a stored text; the next one has to fit the column too. */
export const revision = int32({ min: 0, max: INT32_MAX - 1 })

export const language = z.enum(languageCodes)

export const idempotencyKey = text(80, 8)

export const pageInput = {
  page: queryInt({ min: 1 }).default(1),
  page_size: queryInt({ min: 1, max: 200 }).default(20),
}

/** Where a page of a list begins, as the answer before said in `next`: the name of a file may be in it. */
export const pagePlace = text(2000).default('')

/** One more thing that a task says of a line: a verdict, and of what. */
export const lineRemark = z.object({ verdict: z.string(), note: z.string() })
