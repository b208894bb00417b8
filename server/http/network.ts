import ipaddr from 'ipaddr.js'

/** Providers give a customer at least a /64 of IPv6 (RFC 6177): it counts as one address. */
const CUSTOMER_BITS = 64

/** An address's network for limits: IPv4 itself, also within IPv6, or the /64 of IPv6. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${CUSTOMER_BITS}`).toString()
}
