import type { z } from 'zod'

/** A message of the `errors` catalogue. */
interface Words {
  readonly key: string
  readonly params?: Record<string, string | number>
}

/** Why a schema refused a value, in words for people; undefined if only the schema's own message fits. */
export function wordsOfIssue(issue: z.core.$ZodIssue): Words | undefined {
  switch (issue.code) {
    case 'custom': {
      const key: unknown = issue.params?.['key']
      return typeof key === 'string' ? { key } : undefined
    }
    case 'too_big':
      return issue.origin === 'string' ? { key: 'text_too_long', params: { n: Number(issue.maximum) } } : undefined
    case 'too_small':
      if (issue.origin !== 'string') return undefined
      return issue.minimum === 1
        ? { key: 'field_missing' }
        : { key: 'text_too_short', params: { n: Number(issue.minimum) } }
    case 'invalid_format':
      return issue.format === 'email' ? { key: 'email_form' } : undefined
    default:
      return undefined
  }
}
