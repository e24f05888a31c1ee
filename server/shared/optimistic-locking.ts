/** The result of an update that names the version it was made from. `Saved` is what a saved update returns beside its status. */
export type UpdateOutcome<Row, Saved = unknown> =
  | ({ status: 'saved' } & Saved)
  | { status: 'not found' }
  /** Somebody else edited the row since it was opened; `current` is the row now. */
  | { status: 'conflict'; current: Row }

type Errors<Row> = { NOT_FOUND(): Error; VERSION_CONFLICT(options: { data: Row }): Error }

/** Throws the contract's error for an update that was not saved. */
export function requireSaved<Row, Saved>(outcome: UpdateOutcome<Row, Saved>, errors: Errors<Row>): Saved {
  if (outcome.status === 'not found') throw errors.NOT_FOUND()
  if (outcome.status === 'conflict') throw errors.VERSION_CONFLICT({ data: outcome.current })
  return outcome
}

/** The outcome of an update that found no row of the opened version. */
export const notSaved = <Row>(current: Row | undefined): UpdateOutcome<Row, never> =>
  current ? { status: 'conflict', current } : { status: 'not found' }
