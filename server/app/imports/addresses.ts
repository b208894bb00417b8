import ipaddr from 'ipaddr.js'

/** A network that imports may read from though it is not public: `10.1.0.0/16`, `fd12::/48`. */
export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** IPv4 addresses in an old notation of IPv6 (RFC 4291, 2.5.5.1): what is behind them depends on the machine. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96')

/** Public by its number, but a cloud's own service for the machines in it. */
const CLOUD_SERVICES = new Set(['168.63.129.16'])

/** Networks as they are written, with commas between them; throws where one is none. */
export function readNetworks(text: string): Network[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ipaddr.parseCIDR(part))
}

/**
 * Whether an address may be read from: one that the whole world can reach, or one of the given networks. IPv4 written
 * as IPv6 counts as what it is; forms that lead into other networks by a gateway are refused with all that is special.
 */
export function addressStanding(address: string, networks: readonly Network[]): 'public' | 'allowed' | 'refused' {
  if (!ipaddr.isValid(address)) return 'refused'
  const parsed = ipaddr.process(address)
  if (networks.some((network) => isIn(parsed, network))) return 'allowed'
  // The library takes `::8.8.8.8` for `::ffff:8.8.8.8`.
  const isOld = /^::\d+\./.test(address) || (parsed instanceof ipaddr.IPv6 && parsed.match(IPV4_COMPATIBLE))
  return parsed.range() === 'unicast' && !isOld && !CLOUD_SERVICES.has(parsed.toString()) ? 'public' : 'refused'
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, [range, bits]: Network): boolean {
  if (address instanceof ipaddr.IPv4) return range instanceof ipaddr.IPv4 && address.match(range, bits)
  return range instanceof ipaddr.IPv6 && address.match(range, bits)
}
