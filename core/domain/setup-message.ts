import type en from '../../locales/en/setup.json'

/** What the operator of an installation is told: a key of the `setup` catalogue, and what stands in it. */
export interface SetupMessage {
  readonly key: keyof typeof en
  readonly params?: Readonly<Record<string, string | number>>
}
