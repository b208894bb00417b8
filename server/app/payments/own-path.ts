/**
 * The path with query of an address of our own, as a checkout may send people to; undefined for any other. `origin` is
 * that of the request.
 */
export function ownPath(address: string, origin: string): string | undefined {
  if (/[\\\s\p{Cc}]/u.test(address)) return undefined
  const [url, own] = [URL.parse(address, origin), URL.parse(origin)]
  if (!url || !own) return undefined
  const isOwn = url.origin === own.origin && url.username === '' && url.password === ''
  const isPath = address.startsWith('/') ? !address.startsWith('//') : /^https?:\/\//.test(address)
  return isOwn && isPath ? `${url.pathname}${url.search}` : undefined
}
