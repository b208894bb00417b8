/**
 * Path and query of an own address that a checkout may redirect to; undefined for any other. `origin` is the request's.
 */
export function ownPath(address: string, origin: string): string | undefined {
  if (/[\\\s\p{Cc}]/u.test(address)) return undefined
  const [url, own] = [URL.parse(address, origin), URL.parse(origin)]
  if (!url || !own) return undefined
  const isOwn = url.origin === own.origin && url.username === '' && url.password === ''
  const isPath = address.startsWith('/') ? !address.startsWith('//') : /^https?:\/\//.test(address)
  return isOwn && isPath ? `${url.pathname}${url.search}` : undefined
}
