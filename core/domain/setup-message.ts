import type en from '../../locales/en/setup.json'

/** A message to the operator: a key of the `setup` catalogue with its parameters. */
export interface SetupMessage {
  readonly key: keyof typeof en
  readonly params?: Readonly<Record<string, string | number>>
}
