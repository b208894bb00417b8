/** URLs by the URL Standard: in Node and browsers, not in the language's library. */
interface URLSearchParams {
  get(name: string): string | null
  set(name: string, value: string): void
  delete(name: string): void
}
declare class URL {
  constructor(url: string | URL, base?: string | URL)
  static canParse(url: string, base?: string): boolean
  href: string
  protocol: string
  username: string
  password: string
  hostname: string
  pathname: string
  hash: string
  readonly host: string
  readonly origin: string
  readonly searchParams: URLSearchParams
}
