import { expect, test } from 'vitest'
import { splitName } from './split-name.ts'

test.each([
  ['Lerato Mokoena', 'Lerato', 'Mokoena'],
  ['Mokoena, Lerato', 'Lerato', 'Mokoena'],
  ['Anna Maria Smit', 'Anna Maria', 'Smit'],
  ['Pieter van der Merwe', 'Pieter', 'van der Merwe'],
  ['PIETER JAN VAN DER MERWE', 'PIETER JAN', 'VAN DER MERWE'],
  ['Merwe, Pieter van der', 'Pieter', 'van der Merwe'],
  ['van der Merwe, Pieter', 'Pieter', 'van der Merwe'],
  ['Pieter v.d. Merwe', 'Pieter', 'v.d. Merwe'],
  ['Jan de Klerk Jr.', 'Jan', 'de Klerk Jr.'],
  ['Jan de Klerk, Jr.', 'Jan', 'de Klerk Jr.'],
  ['de Klerk Jr., Jan', 'Jan', 'de Klerk Jr.'],
  ['de Klerk, Jan, Jr.', 'Jan', 'de Klerk Jr.'],
  ['Sipho Dube III', 'Sipho', 'Dube III'],
  ['Sipho Dube Sr', 'Sipho', 'Dube Sr'],
  ['du Plessis, Anna-Marie', 'Anna-Marie', 'du Plessis'],
  ['Jan du Toit', 'Jan', 'du Toit'],
  ['Anna von Wielligh', 'Anna', 'von Wielligh'],
  ['Jean le Roux', 'Jean', 'le Roux'],
  ['Maria de la Rey', 'Maria', 'de la Rey'],
  ['Hans ten Cate', 'Hans', 'ten Cate'],
  ['Anna Janse van Rensburg', 'Anna', 'Janse van Rensburg'],
  ['Van Nguyen', 'Van', 'Nguyen'],
  ['La Toya Jackson', 'La Toya', 'Jackson'],
  ["Sinéad O'Brien-Ndlovu", 'Sinéad', "O'Brien-Ndlovu"],
  ['مريم حسن', 'مريم', 'حسن'],
  ['Madonna', 'Madonna', ''],
  ['Madonna,', 'Madonna', ''],
  ['Jan Jr.', 'Jan', 'Jr.'],
  [' , ', '', ''],
  ['', '', ''],
])('name of a file: %j is %j and %j', (fullname, firstname, lastname) => {
  expect(splitName(fullname)).toEqual({ firstname, lastname })
})
