import { getErrorCode } from './messages.ts'

/** The words of browsers for a lost network and for a script that a newer version has replaced, and that of a call without an answer. */
const EXPECTED = /Failed to fetch|NetworkError|Load failed|dynamically imported|module script|No answer/
/** Messages of browsers that name code. Others may have data in them. */
const ABOUT_CODE = /\bis not (a function|an object|iterable|defined|a constructor)\b|\b(is|of) (undefined|null)\b/
const MAX_REPORTS = 5

const reported = new Set<string>()

/** Sends a fault of the screens to the log of the server, each once: where it happened, and nothing that was typed or loaded. */
export function sendErrorReport(error: unknown) {
  if (!(error instanceof Error) || getErrorCode(error) !== null || EXPECTED.test(error.message)) return
  const frames = (error.stack ?? '').split('\n').flatMap((line) => {
    const [, path = '', place = ''] = /:\/\/[^/]+(\/[^?#)\s]+)[^)\s]*?(:\d+:\d+)\)?$/.exec(line) ?? []
    return line.includes(location.origin) && place ? [path + place] : []
  })
  const places = frames.slice(0, 20).join('\n')
  if (!places || reported.has(places) || reported.size >= MAX_REPORTS) return
  reported.add(places)
  fetch('/api/browser-errors', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: describe(error), stack: places, path: location.pathname }),
    keepalive: true,
  }).catch(() => {}) // it is in the console of the browser
}

function describe({ name, message }: Error) {
  const isAboutCode = (name === 'TypeError' || name === 'ReferenceError') && ABOUT_CODE.test(message)
  return isAboutCode
    ? `${name}: ${message.replaceAll(/(['"`]).*?\1/gs, '…')}`
    : (/Minified React error #\d+/.exec(message)?.[0] ?? name)
}
