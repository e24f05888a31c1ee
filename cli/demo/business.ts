/** The demo business Karoo Pantry with its three shops and fourteen employees. */

export const BUSINESS = { p_name: 'Karoo Pantry', p_reg: '2019/123456/07' }
const [firstname, lastname] = ['Naledi', 'Dlamini']
export const OWNER = { email: 'naledi.dlamini@karoopantry.co.za', password: 'karoo-pantry-demo', firstname, lastname }

/** Of those who sell, and of managers and the owner. */
export const TILL_PINS = { seller: '2468', manager: '1357' }

export const RECEIPTS = {
  vat_number: '4123456789',
  receipt_lines: ['Thank you for shopping at Karoo Pantry', 'Goods are exchanged within 14 days'],
  discount_limit: 10,
}

/** `code` is the prefix of the receipt numbers, `customers` the average per day, `paysWith` the weights of the payment methods. */
export type Shop = (typeof SHOPS)[number]

/** The first one is the primary site of the sign-up. */
export const SHOPS = [
  {
    code: 'CPT',
    sitename: 'Cape Town Kloof',
    location: '84 Kloof Street, Gardens, Cape Town 8001',
    customers: 15,
    paysWith: { card: 61, cash: 18, SnapScan: 16, EFT: 5 },
  },
  {
    code: 'SDT',
    sitename: 'Sandton Rivonia',
    location: '112 Rivonia Road, Sandton 2196',
    customers: 17,
    paysWith: { card: 68, cash: 17, SnapScan: 11, EFT: 4 },
  },
  {
    code: 'DBN',
    sitename: 'Durban Florida',
    location: '210 Florida Road, Morningside, Durban 4001',
    customers: 11,
    paysWith: { card: 52, cash: 33, SnapScan: 8, EFT: 7 },
  },
] as const

type Position = 'Owner' | 'Manager' | 'Employee'
type Left = [] | [day: string, reason: string]
type Row = [first: string, last: string, position: Position, shop: Shop['code'], hired: string, share: number, ...left: Left]

const ROWS: Row[] = [
  [firstname, lastname, 'Owner', 'CPT', '2019-03-01', 0.15],
  ['Johan', 'van der Merwe', 'Manager', 'CPT', '2020-02-03', 0.6],
  ['Aisha', 'Adams', 'Employee', 'CPT', '2021-11-15', 1.2],
  ['Sipho', 'Ndlovu', 'Employee', 'CPT', '2023-06-01', 1.1],
  ['Pieter', 'Botha', 'Employee', 'CPT', '2019-09-02', 1, '2025-03-31', 'Retired at the end of March 2025'],
  ['Lerato', 'Mokoena', 'Manager', 'SDT', '2020-07-06', 0.7],
  ['Kagiso', 'Molefe', 'Employee', 'SDT', '2022-01-17', 1.3],
  ['Thabo', 'Sithole', 'Employee', 'SDT', '2022-09-20', 1],
  ['Fatima', 'Davids', 'Employee', 'SDT', '2025-09-01', 0.9],
  ['Mandla', 'Mahlangu', 'Employee', 'SDT', '2021-04-19', 1.1, '2025-08-31', 'Contract ended on 31 August 2025'],
  ['Priya', 'Naidoo', 'Manager', 'DBN', '2021-02-08', 0.8],
  ['Nomvula', 'Zulu', 'Employee', 'DBN', '2022-11-14', 1.1],
  ['Yusuf', 'Essop', 'Employee', 'DBN', '2023-03-06', 1],
  ['Zanele', 'Khumalo', 'Employee', 'DBN', '2020-10-05', 1, '2024-06-30', 'Moved to another city'],
]

/** The owner comes first, because the sign-up creates that record. `salesShare` is the weight among the sellers of the shop. */
export const STAFF = ROWS.map(([firstname, lastname, position, siteCode, hiredate, salesShare, day, disablereason]) => ({
  ...{ firstname, lastname, position, siteCode, hiredate, salesShare },
  left: day && disablereason ? { day, disablereason } : undefined,
}))
export type Person = (typeof STAFF)[number]

export const hasLeft = ({ left }: Person, day: string) => left !== undefined && day > left.day

/** The employees of a shop who work on a day. Everybody has two days off in a week. */
export function findStaffOnDuty(code: Shop['code'], day: string, weekday: number) {
  const team = STAFF.filter((person) => person.siteCode === code && person.hiredate <= day && !hasLeft(person, day))
  return team.filter((_, index) => {
    const first = (index * 2 + 1) % 7
    return weekday !== first && weekday !== (first + 1) % 7
  })
}
