import type { Change } from '../../contract/changes.ts'

/** A change of the price of a product. */
export const createChange = (more: Partial<Change> = {}): Change => ({
  ...{ changeid: 1, at: new Date('2026-11-24T14:05:00+02:00'), actor: 'person', person: 'Thandi Nkosi' },
  ...{
    client_ip: '41.0.0.7',
    device: 'Chrome on Android',
    noun: 'product',
    rowid: '7',
    name: 'Bread',
    sitename: 'Sandton Rivonia',
  },
  ...{ action: 'changed', before: { price: 12 }, after: { price: 13.5 }, is_undo: false, undo: 'possible' },
  ...more,
})
