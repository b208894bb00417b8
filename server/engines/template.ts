import { z } from 'zod'
import { priceUnits } from '#core/domain/engines.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

const json: z.ZodType<Json> = z.json()

/** A JSON text in a setting. */
export function jsonSetting(usual: string) {
  return z
    .string()
    .default(usual)
    .transform((text, context): Json => {
      try {
        return json.parse(JSON.parse(text))
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' })
        return null
      }
    })
}

/** Headers in a setting, as a JSON object of texts. */
export const headersSetting = jsonSetting('{}').pipe(
  z.record(z.string(), z.string(), { error: 'must be a JSON object of texts' }),
)

/** What the template's service counts. */
export const priceUnitSetting = z
  .enum(priceUnits, { error: `must be one of ${priceUnits.join(', ')}` })
  .default('character')

/**
 * A JSON value with `{{name}}` filled in. A text of exactly one name becomes its value of any type; inside other text the
 * value is written out.
 */
export function fill(template: Json, values: Readonly<Record<string, Json>>): Json {
  if (typeof template === 'string') {
    const whole = /^\{\{(\w+)\}\}$/.exec(template)?.[1]
    if (whole !== undefined) return values[whole] ?? ''
    return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => textOf(values[name]))
  }
  if (Array.isArray(template)) return template.map((part: Json) => fill(part, values))
  if (template === null || typeof template !== 'object') return template
  return Object.fromEntries(Object.entries(template).map(([key, part]: [string, Json]) => [key, fill(part, values)]))
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The values at a simple JSONPath: `$.data.items[0].text`, `$.data[*].text`. Empty if there is no such place. */
export function valuesAt(value: unknown, path: string): unknown[] {
  const steps = [...path.replace(/^\$/, '').matchAll(/\.([^.[\]]+)|\[(\d+|\*)\]/g)]
  let found: unknown[] = [value]
  for (const [, key, index] of steps) found = found.flatMap((at) => step(at, key ?? index ?? ''))
  return found.filter((at) => at !== undefined)
}

function step(at: unknown, key: string): unknown[] {
  if (at === null || typeof at !== 'object') return []
  if (key === '*') return Object.values(at)
  return Object.hasOwn(at, key) ? [(at as Record<string, unknown>)[key]] : []
}
