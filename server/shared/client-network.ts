import { isIPv6 } from 'node:net'

/** The unit that limits count: of IPv6 the network of 64 bits, because a client can use every address of it. */
export function findClientNetwork(address: string) {
  const [numeric = ''] = address.split('%')
  if (!isIPv6(numeric)) return address
  if (numeric.includes('.')) return numeric.slice(numeric.lastIndexOf(':') + 1)
  const [front = [], back = []] = numeric.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
