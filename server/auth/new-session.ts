import type { DeviceCookie } from './device-cookie.ts'
import type { Client } from './password-check.ts'
import type { Sessions, SignedIn } from './sessions.ts'

/** A session that a sign-in has opened. `replacePrevious` ends the session of the request. */
export type NewSession = { person: SignedIn; cookies: string[]; replacePrevious: () => Promise<void> }

type Opened = { response: { token: string; user: { id: string; email: string } }; headers: Headers }

/** What a sign-in returns for the session that Better Auth has opened. */
export async function toNewSession(
  { sessions, deviceCookie }: { sessions: Sessions; deviceCookie: DeviceCookie },
  { response: { token, user }, headers }: Opened,
  client: Client,
): Promise<NewSession> {
  const previous = await sessions.findSession(client.headers)
  return {
    person: { user_id: user.id, email: user.email, sessionId: await sessions.findId(token) },
    cookies: [...headers.getSetCookie(), deviceCookie.remember(client.headers, user.email)],
    replacePrevious: async () => {
      if (previous) await sessions.endSession(previous.person.sessionId)
    },
  }
}
