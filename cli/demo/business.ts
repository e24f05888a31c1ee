/** The demo business Karoo Pantry with its three shops and fourteen employees. */

export const BUSINESS = { p_name: 'Karoo Pantry', p_reg: '2019/123456/07' }

export const OWNER = {
  email: 'naledi.dlamini@karoopantry.co.za',
  password: 'karoo-pantry-demo',
  firstname: 'Naledi',
  lastname: 'Dlamini',
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

export type Person = {
  firstname: string
  lastname: string
  position: 'Owner' | 'Manager' | 'Employee'
  siteCode: Shop['code']
  hiredate: string
  /** The weight of this person among the sellers of the shop. */
  salesShare: number
  left?: { day: string; disablereason: string }
}

/** The owner comes first, because the sign-up creates that record. */
export const STAFF: readonly Person[] = [
  { firstname: 'Naledi', lastname: 'Dlamini', position: 'Owner', siteCode: 'CPT', hiredate: '2019-03-01', salesShare: 0.15 },
  {
    firstname: 'Johan',
    lastname: 'van der Merwe',
    position: 'Manager',
    siteCode: 'CPT',
    hiredate: '2020-02-03',
    salesShare: 0.6,
  },
  { firstname: 'Aisha', lastname: 'Adams', position: 'Employee', siteCode: 'CPT', hiredate: '2021-11-15', salesShare: 1.2 },
  { firstname: 'Sipho', lastname: 'Ndlovu', position: 'Employee', siteCode: 'CPT', hiredate: '2023-06-01', salesShare: 1.1 },
  {
    firstname: 'Pieter',
    lastname: 'Botha',
    position: 'Employee',
    siteCode: 'CPT',
    hiredate: '2019-09-02',
    salesShare: 1,
    left: { day: '2025-03-31', disablereason: 'Retired at the end of March 2025' },
  },
  { firstname: 'Lerato', lastname: 'Mokoena', position: 'Manager', siteCode: 'SDT', hiredate: '2020-07-06', salesShare: 0.7 },
  { firstname: 'Kagiso', lastname: 'Molefe', position: 'Employee', siteCode: 'SDT', hiredate: '2022-01-17', salesShare: 1.3 },
  { firstname: 'Thabo', lastname: 'Sithole', position: 'Employee', siteCode: 'SDT', hiredate: '2022-09-20', salesShare: 1 },
  { firstname: 'Fatima', lastname: 'Davids', position: 'Employee', siteCode: 'SDT', hiredate: '2025-09-01', salesShare: 0.9 },
  {
    firstname: 'Mandla',
    lastname: 'Mahlangu',
    position: 'Employee',
    siteCode: 'SDT',
    hiredate: '2021-04-19',
    salesShare: 1.1,
    left: { day: '2025-08-31', disablereason: 'Contract ended on 31 August 2025' },
  },
  { firstname: 'Priya', lastname: 'Naidoo', position: 'Manager', siteCode: 'DBN', hiredate: '2021-02-08', salesShare: 0.8 },
  { firstname: 'Nomvula', lastname: 'Zulu', position: 'Employee', siteCode: 'DBN', hiredate: '2022-11-14', salesShare: 1.1 },
  { firstname: 'Yusuf', lastname: 'Essop', position: 'Employee', siteCode: 'DBN', hiredate: '2023-03-06', salesShare: 1 },
  {
    firstname: 'Zanele',
    lastname: 'Khumalo',
    position: 'Employee',
    siteCode: 'DBN',
    hiredate: '2020-10-05',
    salesShare: 1,
    left: { day: '2024-06-30', disablereason: 'Moved to another city' },
  },
]

export const hasLeft = ({ left }: Person, day: string) => left !== undefined && day > left.day

/** The employees of a shop who work on a day. Everybody has two days off in a week. */
export function findStaffOnDuty(code: Shop['code'], day: string, weekday: number) {
  const team = STAFF.filter((person) => person.siteCode === code && person.hiredate <= day && !hasLeft(person, day))
  return team.filter((_, index) => {
    const first = (index * 2 + 1) % 7
    return weekday !== first && weekday !== (first + 1) % 7
  })
}
