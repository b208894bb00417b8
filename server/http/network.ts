import ipaddr from 'ipaddr.js'

/** Providers give one customer a /64 of IPv6 at least (RFC 6177): all of it counts as one address. */
const CUSTOMER_BITS = 64

/** The network that an address counts for, in limits: IPv4 itself, also as IPv6 writes it, or the /64 of IPv6. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${CUSTOMER_BITS}`).toString()
}
