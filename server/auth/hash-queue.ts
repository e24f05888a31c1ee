import { createLimiter } from '../../db/connection/limiter.ts'
import { QueueTimeout } from '../../db/errors.ts'
import { TooManyAttempts } from './too-many-attempts.ts'

/** Sent as Retry-After when a queue is full or a wait was too long. */
const RETRY_SECONDS = 10
/** Passwords hashed at the same time: each fills a core and 32 MB. */
const MAX_HASHES = 2
/** Sign-ins of one client IP, or at one account, under way: some hash while others store their session. */
const MAX_SIGN_INS = 2 * MAX_HASHES
/** Sign-ins that one client IP has waiting. */
export const MAX_SIGN_INS_QUEUED = 200
/** Accounts that one client IP, or one owner, has waiting. */
export const MAX_CREATIONS_QUEUED = 20
/** Hashes of each kind that wait. Those of the last two take some ten seconds on two cores. */
const MAX_QUEUED = { known: 1_000, unknown: 100, creation: 20 }
/** New accounts that are looked up in the database at the same time. Sign-ins use the same connections. */
const MAX_CREATION_CHECKS = 30
/** How long a hash waits: a person is answered while the browser still waits. */
const HASH_WAIT_MS = 10_000
/** How long a call waits for those of the same client IP, account or owner, whose permits may be kept for `pauseMs`. */
const PERMIT_WAIT_MS = 60_000

/** `known`: from a place where the person has signed in before. `creation`: a new account. */
export type HashKind = 'known' | 'unknown' | 'creation'

type Held = { pauseMs: number }

export type HashQueue = ReturnType<typeof createHashQueue>

/**
 * Who may hash a password next. New accounts and unknown places wait in queues of their own, which pass on one and two at a time: a
 * sign-in from a known place has at most three hashes before it. Throws TooManyAttempts when a queue is full or a wait too long.
 */
export function createHashQueue() {
  const createQueue = (name: HashKind, concurrency: number) => {
    const { run } = createLimiter({ concurrency, maxQueued: MAX_QUEUED[name], waitMs: HASH_WAIT_MS })
    return <T>(work: () => Promise<T>) => run(name, work)
  }
  const hashing = createQueue('known', MAX_HASHES)
  const unknown = createQueue('unknown', MAX_HASHES)
  const creation = createQueue('creation', 1)
  const queues: Record<HashKind, typeof hashing> = {
    known: hashing,
    unknown: (work) => unknown(() => hashing(work)),
    creation: (work) => creation(() => hashing(work)),
  }
  const checks = createLimiter({ concurrency: MAX_CREATION_CHECKS, maxQueued: 0 })
  const limiters = {
    signIn: createLimiter({ perKey: MAX_SIGN_INS, maxQueued: MAX_SIGN_INS_QUEUED, waitMs: PERMIT_WAIT_MS }),
    creation: createLimiter({ perKey: MAX_HASHES, maxQueued: MAX_CREATIONS_QUEUED, waitMs: PERMIT_WAIT_MS }),
  }

  return {
    /** Runs the look-up before a new account waits. */
    checkCreation: (work: () => Promise<void>) => checks.run('all', work).catch(throwTooMany),
    /** Runs work that hashes a password, and what must not be done for a call that finds the queue full. */
    hash: <T>(kind: HashKind, work: () => Promise<T>) => queues[kind](work).catch(throwTooMany),
    /**
     * Runs work with a permit of this client IP, account or owner, so that one with many calls waits for its own and holds up no
     * other. Work may set `pauseMs`, which keeps the permit after the answer: it slows down those who guess.
     */
    async withPermit<T>(limiter: keyof typeof limiters, key: string, work: (held: Held) => Promise<T>): Promise<T> {
      const permit = await limiters[limiter].take(key).catch(throwTooMany)
      const held: Held = { pauseMs: 0 }
      try {
        return await work(held)
      } finally {
        if (held.pauseMs > 0) setTimeout(permit.release, held.pauseMs).unref()
        else permit.release()
      }
    },
  }
}

function throwTooMany(error: unknown): never {
  throw error instanceof QueueTimeout ? new TooManyAttempts(RETRY_SECONDS, { reason: 'queue' }) : error
}
