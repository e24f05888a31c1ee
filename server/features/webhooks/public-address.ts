import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = { address: string; family: 4 | 6 }
/** The addresses of a host name; none when it is not found. */
export type Resolve = (hostname: string) => Promise<Address[]>

/** The message is shown to the person who entered the URL. */
export class UrlRefused extends Error {}

const PRIVATE = 'This address leads to a private network or to this server. Use one on the public internet.'
/** The same for a name of the own network and one that nobody has: nobody learns which names there are. */
const NOT_PUBLIC = 'The host of this address was not found on the public internet.'
const MIN_OTHER_PORT = 1024

/** Without the thread pool of getaddrinfo: slow name servers of receivers would hold up files and password hashes. */
export async function resolvePublic(hostname: string): Promise<Address[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value.map(toAddress) : []))
}

/** As other programs of this machine do, with its file of hosts. */
export const resolveLocal: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true }).catch(() => [])).map(({ address }) => toAddress(address))

const toAddress = (address: string): Address => ({ address, family: isIP(address) === 6 ? 6 : 4 })

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Whether the internet routes it, and it is not a way to a private address: no address that contains an IPv4 one is. */
export function isPublicAddress(address: string) {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6))
}

export type UrlRules = { allowsPrivate: boolean; resolve?: Resolve }

/**
 * The addresses of a URL, looked up once: a connection goes to one of these and to no other. Throws UrlRefused when one of them is not
 * public.
 */
export async function findAddresses(
  url: URL,
  { allowsPrivate, resolve = allowsPrivate ? resolveLocal : resolvePublic }: UrlRules,
) {
  if (!allowsPrivate) refuseUrl(url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [toAddress(host)] : await resolve(host)
  const isRefused = !allowsPrivate && !addresses.every(({ address }) => isPublicAddress(address))
  if (isRefused && isIP(host)) throw new UrlRefused(PRIVATE)
  if (isRefused || addresses.length === 0) throw new UrlRefused(NOT_PUBLIC)
  return addresses
}

function refuseUrl({ protocol, port, username, password }: URL) {
  if (protocol !== 'https:') throw new UrlRefused('Enter an address that begins with https://.')
  if (username || password) throw new UrlRefused('Leave the user name and password out of the address.')
  // Below are services of other kinds, which could be made to read a message.
  if (port && Number(port) < MIN_OTHER_PORT) throw new UrlRefused('Use port 443, or one from 1024.')
}
