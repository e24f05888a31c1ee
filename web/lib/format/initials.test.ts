import { expect, test } from 'vitest'
import { initialsOfEmail, initialsOfName } from './initials.ts'

test.each([
  ['naledi.dlamini@karoopantry.co.za', 'ND'],
  ['johan-pieter_smit+shop@x.za', 'JS'],
  ['owner@x.za', 'O'],
  ['o2shop@x.za', 'OS'],
  ['édith@x.za', 'É'],
  ['123@x.za', '?'],
  ['@x.za', '?'],
  ['', '?'],
])('%s', (email, initials) => expect(initialsOfEmail(email)).toBe(initials))

test.each([
  ['Lerato Mokoena', 'LM'],
  ['Johan van der Merwe', 'JM'],
  ['  Till  ', 'T'],
  ["Thabo 'Tee' Nkosi", 'TN'],
  ['', '?'],
])('%s', (name, initials) => expect(initialsOfName(name)).toBe(initials))
