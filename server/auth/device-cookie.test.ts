import { expect, test } from 'vitest'
import { createDeviceCookie } from './device-cookie.ts'

const options = { publicUrl: 'http://localhost:3000', authSecret: 'the same in every test, and long' }
const { findDevice, remember } = createDeviceCookie(options)

const toHeaders = (setCookie: string) => new Headers({ cookie: setCookie.split(';')[0] ?? '' })
const signInAs = (emails: string[]) => emails.reduce((headers, email) => toHeaders(remember(headers, email)), new Headers())

test('device cookie: names the accounts of this browser, with one id for all', () => {
  const browser = signInAs(['thandi@winkel.example', 'anna@winkel.example', 'thandi@winkel.example'])
  const device = findDevice(browser, 'thandi@winkel.example')
  expect(device).toMatch(/^[\w-]{22}$/)
  expect(findDevice(browser, 'anna@winkel.example')).toBe(device)
  expect(findDevice(browser, 'sipho@winkel.example')).toBeUndefined()
  expect(findDevice(new Headers(), 'thandi@winkel.example')).toBeUndefined()
})

test('device cookie: keeps the latest five accounts', () => {
  const browser = signInAs(['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example', 'e@x.example', 'f@x.example'])
  expect(findDevice(browser, 'a@x.example')).toBeUndefined()
  for (const email of ['b@x.example', 'f@x.example']) expect(findDevice(browser, email)).toBeDefined()
})

test('device cookie: is not accepted with another id, another signature or another secret', () => {
  const cookie = String(signInAs(['thandi@winkel.example']).get('cookie'))
  const [name, id, signature] = cookie.split(/[=.]/)
  const other = createDeviceCookie({ ...options, authSecret: 'another secret, and as long as ours' })
  for (const forged of [
    `${name}=${'x'.repeat(22)}.${signature}`,
    `${name}=${id}.${'x'.repeat(43)}`,
    `${name}=${id}.`,
    `${name}=.`,
    `${name}=%`,
  ])
    expect(findDevice(new Headers({ cookie: forged }), 'thandi@winkel.example')).toBeUndefined()
  expect(other.findDevice(new Headers({ cookie }), 'thandi@winkel.example')).toBeUndefined()
})
