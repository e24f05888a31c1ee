/** Read by single commands and not by the server. */
const OF_COMMANDS = ['DEMO_DATA_DIR', 'DEMO_DAYS', 'WINKEL_COMMAND', 'WINKEL_TILL_KEY']

/** Names that other programs use, one letter away from ours. */
const FOREIGN = new Set(['OAUTH_SECRET'])

/** PORT and HOST are not compared: POST, HOSTS or PORTS are ordinary names. */
const MIN_LENGTH = 6

/**
 * A sentence for each variable that is set and nearly has the name of one of ours: without regard to case, underscores and plurals, one
 * letter is wrong, missing, too much, or has changed places with the next one. Two letters are other words: DATABASE_SSL. A common
 * prefix says nothing: other programs have DATABASE_HOST and SMTP_USER, and a Kubernetes service named winkel sets WINKEL_PORT. Where
 * the variable of the right name is present too, even empty, the other one is of another program.
 */
export function findMisspelled(environment: NodeJS.ProcessEnv, ofServer: string[]) {
  const known = [...ofServer, ...OF_COMMANDS]
  const isPresent = new Set(Object.keys(environment))
  const missing = known.filter((name) => name.length >= MIN_LENGTH && !isPresent.has(name))
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value || known.includes(name) || FOREIGN.has(name)) return []
    const meant = missing.find((other) => isNear(simplify(name), simplify(other)))
    return meant ? [`${name} is not a variable of Winkel. Did you mean ${meant}?`] : []
  })
}

/** The words that only our variables and those of tools for the same purpose begin with. */
const OUR_WORDS = /^(BACKUPS?|METRICS?)_/
/** What Kubernetes sets for a service that is named backup or metrics. */
const OF_KUBERNETES = /_(SERVICE_(HOST|PORT)|PORT_\d+_)/

/** Variables about backups and metrics that the server does not read. They may belong to another program. */
export const findUnknown = (environment: NodeJS.ProcessEnv, ofServer: string[]) =>
  Object.keys(environment).filter(
    (name) => environment[name] && OUR_WORDS.test(name) && !OF_KUBERNETES.test(name) && !ofServer.includes(name),
  )

/** DATABASEURL of DATABASE_URLS, TRUSTEDPROXY of TRUSTED_PROXIES */
const simplify = (name: string) =>
  name
    .toUpperCase()
    .replaceAll(/IES(?=_|$)/g, 'Y')
    .replaceAll(/S(?=_|$)/g, '')
    .replaceAll('_', '')

function isNear(one: string, other: string) {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0])
}
