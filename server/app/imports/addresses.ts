import ipaddr from 'ipaddr.js'

/** A network that imports may read though it is not public: `10.1.0.0/16`, `fd12::/48`. */
export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** IPv4 addresses in an old IPv6 notation (RFC 4291, 2.5.5.1): their target depends on the machine. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96')

/** Public by number, but a cloud's metadata service. */
const CLOUD_SERVICES = new Set(['168.63.129.16'])

/** Parses networks separated by commas; throws on an invalid one. */
export function readNetworks(text: string): Network[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ipaddr.parseCIDR(part))
}

/**
 * Whether imports may read an address: a public one, or one of the given networks. IPv4 within IPv6 counts as IPv4;
 * gateway and special forms are refused.
 */
export function addressStanding(address: string, networks: readonly Network[]): 'public' | 'allowed' | 'refused' {
  if (!ipaddr.isValid(address)) return 'refused'
  const parsed = ipaddr.process(address)
  if (networks.some((network) => isIn(parsed, network))) return 'allowed'
  // The library reads `::8.8.8.8` as `::ffff:8.8.8.8`.
  const isOld = /^::\d+\./.test(address) || (parsed instanceof ipaddr.IPv6 && parsed.match(IPV4_COMPATIBLE))
  return parsed.range() === 'unicast' && !isOld && !CLOUD_SERVICES.has(parsed.toString()) ? 'public' : 'refused'
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, [range, bits]: Network): boolean {
  if (address instanceof ipaddr.IPv4) return range instanceof ipaddr.IPv4 && address.match(range, bits)
  return range instanceof ipaddr.IPv6 && address.match(range, bits)
}
