import { createKeyedLimiter } from '../../db/connection/keyed-limiter.ts'
import { QueueTimeout } from '../../db/errors.ts'
import { createLimiter, TooBusy } from '../shared/limiter.ts'
import { TooManyAttempts } from './too-many-attempts.ts'

/** Sent as Retry-After when a queue is full or a wait was too long. */
const RETRY_SECONDS = 10
/** Passwords hashed at the same time: each fills a core and 32 MB. */
const MAX_HASHES = 2
/** Sign-ins of one client IP, or at one account, under way: some hash while others store their session. */
const MAX_SIGN_INS = 2 * MAX_HASHES
/** Sign-ins that one client IP has waiting. */
const MAX_SIGN_INS_QUEUED = 200
/** Accounts that one client IP, or one owner, has waiting. */
const MAX_CREATIONS_QUEUED = 20
/** Hashes that wait in each lane. Those of the last two take some ten seconds on two cores. */
const MAX_QUEUED = { known: 1_000, unknown: 100, creation: 20 }
/** New accounts that are looked up in the database at the same time. Sign-ins use the same connections. */
const MAX_CREATION_CHECKS = 30
/** How long a hash waits in its lane: a person is answered while the browser still waits. */
const HASH_WAIT_MS = 10_000
/** How long a call waits for those of the same client IP, account or owner, whose turns may be kept for `pauseMs`. */
const TURN_WAIT_MS = 60_000

/** `known`: from a place where the person has signed in before. `creation`: a new account. */
export type Lane = 'known' | 'unknown' | 'creation'

type Turn = { pauseMs: number }

export type HashQueue = ReturnType<typeof createHashQueue>

/**
 * Who may hash a password next. New accounts and unknown places wait in queues of their own, which pass on one and two at a time: a
 * sign-in from a known place has at most three hashes before it. Throws TooManyAttempts when a queue is full or a wait too long.
 */
export function createHashQueue() {
  const createLane = (name: Lane, concurrency: number) =>
    createLimiter({ concurrency, maxQueued: MAX_QUEUED[name], waitMs: HASH_WAIT_MS })
  const hashing = createLane('known', MAX_HASHES)
  const unknown = createLane('unknown', MAX_HASHES)
  const creation = createLane('creation', 1)
  const lanes: Record<Lane, typeof hashing> = {
    known: hashing,
    unknown: (work) => unknown(() => hashing(work)),
    creation: (work) => creation(() => hashing(work)),
  }
  const checks = createLimiter({ concurrency: MAX_CREATION_CHECKS, maxQueued: 0 })
  const turns = {
    signIn: createKeyedLimiter({ concurrency: MAX_SIGN_INS, maxQueued: MAX_SIGN_INS_QUEUED, waitMs: TURN_WAIT_MS }),
    creation: createKeyedLimiter({ concurrency: MAX_HASHES, maxQueued: MAX_CREATIONS_QUEUED, waitMs: TURN_WAIT_MS }),
  }

  return {
    /** Runs the look-up before the turn of a new account. */
    checkCreation: (work: () => Promise<void>) => checks(work).catch(throwTooMany),
    /** Runs work that hashes a password, and what must not be done for a call that gets no place in the lane. */
    hash: <T>(lane: Lane, work: () => Promise<T>) => lanes[lane](work).catch(throwTooMany),
    /**
     * Runs work in the turn of this client IP, account or owner, so that one with many calls waits for its own and holds up no
     * other. Work may set `pauseMs`, which keeps the turn after the answer: it slows down those who guess.
     */
    async takeTurn<T>(kind: keyof typeof turns, key: string, work: (turn: Turn) => Promise<T>): Promise<T> {
      const permit = await turns[kind](key).catch(throwTooMany)
      const turn: Turn = { pauseMs: 0 }
      try {
        return await work(turn)
      } finally {
        if (turn.pauseMs > 0) setTimeout(permit.release, turn.pauseMs).unref()
        else permit.release()
      }
    },
  }
}

function throwTooMany(error: unknown): never {
  throw error instanceof TooBusy || error instanceof QueueTimeout
    ? new TooManyAttempts(RETRY_SECONDS, { reason: 'queue' })
    : error
}
