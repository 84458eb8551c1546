import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Metadata addresses of cloud machines, which provide their identity and keys. A model is never at one of them. */
const METADATA = new BlockList();
METADATA.addSubnet('169.254.0.0', 16, 'ipv4');
METADATA.addAddress('100.100.100.200', 'ipv4');
METADATA.addAddress('168.63.129.16', 'ipv4');
METADATA.addSubnet('fe80::', 10, 'ipv6');
METADATA.addSubnet('fd00:ec2::', 32, 'ipv6');
METADATA.addSubnet('fd20:ce::', 32, 'ipv6');
const METADATA_NAMES = /^(?:metadata(?:\.google)?(?:\.internal)?|instance-data(?:\..*)?)\.?$/i;

/** Whether a host of an address is a cloud's metadata service. */
export function isMetadataHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIPv4(bare)) return METADATA.check(bare, 'ipv4');
  if (isIPv6(bare)) {
    const inner = innerAddress(bare);
    return METADATA.check(bare, 'ipv6') || (inner !== null && METADATA.check(inner, 'ipv4'));
  }
  return METADATA_NAMES.test(bare);
}

/**
 * The IPv4 address that an IPv6 address leads to: 6to4, NAT64 and addresses in the last 32 bits; null for others.
 * @param address as `new URL` writes it: lower case, without leading zeros
 */
function innerAddress(address: string): string | null {
  const sixToFour = /^2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}):/.exec(address);
  const last = /^(?:::|::ffff:|64:ff9b::)(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/.exec(address);
  const found = sixToFour ?? last;
  if (found === null) return null;
  const [, high = '0', low] = found;
  const bits = [high, low].map((group) => Number.parseInt(group, 16));
  return bits.flatMap((group) => [group >> 8, group & 255]).join('.');
}
