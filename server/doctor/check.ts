import type { ClientBase } from 'pg'
import type { OperatorConfig } from '../config.ts'
import type { ObjectStore } from '../storage/object-store.ts'

/** What a check found, in a sentence, and what the operator can do about it. */
export type Outcome = { status: 'ok'; sentence: string } | { status: 'warning' | 'problem'; sentence: string; remedy: string }

/** One line of the doctor. */
export type Finding = { check: string } & Outcome

export type DoctorContext = {
  /** A connection of the owner of the database. */
  client: ClientBase
  /** The name of the role that servers sign in as. */
  login: string
  isEmbedded: boolean
  config: OperatorConfig
  environment: NodeJS.ProcessEnv
  files: ObjectStore
}

/** `Needed`: the parts of the context that it reads. */
export type Check<Needed extends keyof DoctorContext = keyof DoctorContext> = {
  /** As it is printed before the sentence: 'roll-ups'. */
  name: string
  /** One outcome, or one for each fault. */
  run(context: Pick<DoctorContext, Needed>): Promise<Outcome | Outcome[]>
}

export const ok = (sentence: string): Outcome => ({ status: 'ok', sentence })
export const warning = (sentence: string, remedy: string): Outcome => ({ status: 'warning', sentence, remedy })
export const problem = (sentence: string, remedy: string): Outcome => ({ status: 'problem', sentence, remedy })

/** '1 row', '2 rows' */
export const count = (number: number, noun: string, plural = `${noun}s`) => `${number} ${number === 1 ? noun : plural}`
