import { z } from 'zod'
import type { TaskKind } from './kind.ts'

/**
 * A field of a configuration as `name=value`, where the value is JSON if it can be read as such, else a text. Undefined
 * for what has no name.
 */
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

/** A field of a kind's configuration, for people who write it down. */
export interface ConfigField {
  readonly name: string
  /** Its values where they are few names, else its JSON type. */
  readonly values: readonly string[]
  readonly type: string
  /** As JSON; undefined where there is none. */
  readonly usual: string | undefined
  readonly isRequired: boolean
}

interface Described {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly anyOf?: readonly Described[]
}

/** The fields of a kind, as its schema has them. */
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

/** Names of a configuration that its kind does not have. */
export function unknownFields(kind: Pick<TaskKind, 'config'>, config: Readonly<Record<string, unknown>>): string[] {
  const known = new Set(configFields(kind).map(({ name }) => name))
  return Object.keys(config).filter((name) => !known.has(name))
}
