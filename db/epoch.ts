import type { ClientBase } from 'pg'

/**
 * Tells tills and owners that the database was restored and has data up to `restoredTo`: tills then send again what they keep. On a
 * connection of the owner.
 */
export const startEpoch = (owner: Pick<ClientBase, 'query'>, restoredTo: Date) =>
  owner.query('update winkel_migrations.epoch set id = gen_random_uuid(), restored_at = now(), restored_to = $1', [restoredTo])
