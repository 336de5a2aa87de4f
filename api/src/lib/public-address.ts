import { BlockList, isIP } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Addresses outside the public internet: the IANA special-purpose registries, multicast and reserved ranges, and
 * Azure's wire server, a metadata service on a public address.
 * https://www.iana.org/assignments/iana-ipv4-special-registry,
 * https://www.iana.org/assignments/iana-ipv6-special-registry,
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const special = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
  // Within global unicast: Teredo and other protocol assignments, documentation, 6to4.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]) {
  const [network = '', bits] = range.split('/')
  special.addSubnet(network, Number(bits), familyOf(network))
}

/**
 * All allocated IPv6 unicast; loopback, mapped, NAT64, unique local and link-local addresses lie outside. RFC 4291,
 * 2.4.
 */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address belongs to the public internet. */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0 || special.check(address, familyOf(address))) return false
  return isIP(address) === 4 || globalUnicast.check(address, 'ipv6')
}

/** Whether a list contains an IP address, independent of notation. */
export const includesAddress = (addresses: readonly string[], address: string): boolean => {
  const list = new BlockList()
  for (const each of addresses) list.addAddress(each, familyOf(each))
  return isIP(address) !== 0 && list.check(address, familyOf(address))
}
