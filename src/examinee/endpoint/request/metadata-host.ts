import { BlockList, isIP, isIPv4 } from 'node:net';

/** Metadata addresses of cloud machines, which provide their identity and keys. A model is never at one of them. */
const OF_CLOUDS: readonly (readonly [address: string, bits: number])[] = [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
];
/** What stands before an IPv4 address in an IPv6 address that leads to it: mapped, compatible, translated, NAT64. */
const BEFORE = ['::ffff:', '::', '::ffff:0:', '64:ff9b::'];
const METADATA = new BlockList();
for (const [address, bits] of OF_CLOUDS) {
  METADATA.addSubnet(address, bits, 'ipv4');
  for (const before of BEFORE) METADATA.addSubnet(before + address, 96 + bits, 'ipv6');
  // 6to4
  const [a, b, c, d] = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  METADATA.addSubnet(`2002:${a}${b}:${c}${d}::`, 16 + bits, 'ipv6');
}
// Link-local addresses, AWS, Google, Oracle, Scaleway, and the ways to IPv4 that each network lays out itself: NAT64 of its own, Teredo.
METADATA.addSubnet('fe80::', 10, 'ipv6');
METADATA.addSubnet('fd00:ec2::', 32, 'ipv6');
METADATA.addSubnet('fd20:ce::', 32, 'ipv6');
METADATA.addSubnet('fd00:c1::', 32, 'ipv6');
METADATA.addSubnet('fd00:42::42', 128, 'ipv6');
METADATA.addSubnet('64:ff9b:1::', 48, 'ipv6');
METADATA.addSubnet('2001::', 32, 'ipv6');
const METADATA_NAMES = /^(?:metadata(?:\.google)?(?:\.internal)?|instance-data(?:\..*)?)\.?$/i;

/** Whether a host of an address, or the address that its name resolves to, is a cloud's metadata service. */
export function isMetadataHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (isIP(bare) === 0) return METADATA_NAMES.test(bare);
  return METADATA.check(bare, isIPv4(bare) ? 'ipv4' : 'ipv6');
}
