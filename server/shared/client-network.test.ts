import { expect, test } from 'vitest'
import { findClientNetwork } from './client-network.ts'

test.each([
  ['196.25.1.1', '196.25.1.1'],
  ['::ffff:196.25.1.1', '196.25.1.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['unknown', 'unknown'],
])('client network: %s counts as %s', (address, network) => {
  expect(findClientNetwork(address)).toBe(network)
})
