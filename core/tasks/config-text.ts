import { z } from 'zod'
import type { TaskKind } from './kind.ts'

/** Parses a field as `name=value`: the value is JSON if valid, else text. Undefined without a name. */
export function readConfigField(text: string): readonly [string, unknown] | undefined {
  const at = text.indexOf('=')
  if (at < 1) return undefined
  const value = text.slice(at + 1)
  try {
    return [text.slice(0, at), JSON.parse(value)]
  } catch {
    return [text.slice(0, at), value]
  }
}

/** A field of a kind's configuration, for help texts. */
export interface ConfigField {
  readonly name: string
  /** Its values if they are few names, else its JSON type. */
  readonly values: readonly string[]
  readonly type: string
  /** As JSON; undefined if there is none. */
  readonly usual: string | undefined
  readonly isRequired: boolean
}

interface Described {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly anyOf?: readonly Described[]
}

/** The fields of a kind, from its schema. */
export function configFields({ config }: Pick<TaskKind, 'config'>): ConfigField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, property]) => {
    const described: Described = typeof property === 'boolean' ? {} : (property as Described)
    const inner = described.anyOf?.find(({ type }) => type !== 'null') ?? described
    return {
      name,
      values: (inner.enum ?? (inner.type === 'boolean' ? [true, false] : [])).map(String),
      type: inner.type ?? 'any',
      usual: described.default === undefined ? undefined : JSON.stringify(described.default),
      isRequired: required.includes(name),
    }
  })
}

/** Unknown names in a configuration. */
export function unknownFields(kind: Pick<TaskKind, 'config'>, config: Readonly<Record<string, unknown>>): string[] {
  const known = new Set(configFields(kind).map(({ name }) => name))
  return Object.keys(config).filter((name) => !known.has(name))
}
