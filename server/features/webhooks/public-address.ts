import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
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

export type UrlRules = {
  allowsPrivate: boolean
  /** Of this server. Messages are not sent to its host. */
  publicUrl?: string
  resolve?: Resolve
  findOwnAddresses?: () => string[]
}

/**
 * The addresses of a URL, looked up once: a connection goes to one of these and to no other. Throws UrlRefused when one of them is not
 * public, or is this server.
 */
export async function findAddresses(url: URL, rules: UrlRules) {
  const { allowsPrivate, resolve = allowsPrivate ? resolveLocal : resolvePublic } = rules
  const find = async (host: string) => (isIP(host) ? [toAddress(host)] : await resolve(host))
  const host = getHost(url)
  const isLiteral = isIP(host) > 0
  if (allowsPrivate) return requireAny(await find(host))
  refuseUrl(url)
  const ownHost = getHost(new URL(rules.publicUrl ?? 'http://localhost'))
  if (host === ownHost) throw new UrlRefused(PRIVATE)
  const addresses = await find(host)
  const own = (rules.findOwnAddresses ?? listInterfaces)()
  // A name may share the addresses of this server: those of a proxy or a network in front of both. Its certificate tells them apart.
  if (isLiteral && ownHost !== 'localhost') own.push(...(await find(ownHost)).map(({ address }) => address))
  const isRefused = !addresses.every(({ address }) => isPublicAddress(address) && !own.some((other) => isSame(address, other)))
  if (isRefused) throw new UrlRefused(isLiteral ? PRIVATE : NOT_PUBLIC)
  return requireAny(addresses)
}

function requireAny(addresses: Address[]) {
  if (addresses.length === 0) throw new UrlRefused(NOT_PUBLIC)
  return addresses
}

/** Without the dot of a full name and the brackets of an IPv6 address. */
const getHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$|\.$/g, '')

/** Connections to these do not leave the machine, so no firewall sees them. */
const listInterfaces = () => Object.values(networkInterfaces()).flatMap((found = []) => found.map(({ address }) => address))

const isSame = (a: string, b: string) =>
  ipaddr.isValid(a) && ipaddr.isValid(b) && ipaddr.parse(a).toNormalizedString() === ipaddr.parse(b).toNormalizedString()

function refuseUrl({ protocol, port, username, password }: URL) {
  if (protocol !== 'https:') throw new UrlRefused('Enter an address that begins with https://.')
  if (username || password) throw new UrlRefused('Leave the user name and password out of the address.')
  // Below are services of other kinds, which could be made to read a message.
  if (port && Number(port) < MIN_OTHER_PORT) throw new UrlRefused('Use port 443, or one from 1024.')
}
