import { expect, test } from 'vitest'
import { getEmailInitials, getNameInitials } from './initials.ts'

test.each([
  ['naledi.dlamini@karoopantry.co.za', 'ND'],
  ['johan-pieter_smit+shop@x.za', 'JS'],
  ['owner@x.za', 'O'],
  ['o2shop@x.za', 'OS'],
  ['édith@x.za', 'É'],
  ['123@x.za', '?'],
  ['@x.za', '?'],
  ['', '?'],
])('initials: of the e-mail %j (2.3.8)', (email, initials) => expect(getEmailInitials(email)).toBe(initials))

test.each([
  ['Lerato Mokoena', 'LM'],
  ['Johan van der Merwe', 'JM'],
  ['  Till  ', 'T'],
  ["Thabo 'Tee' Nkosi", 'TN'],
  ['', '?'],
])('initials: of the name %j', (name, initials) => expect(getNameInitials(name)).toBe(initials))
