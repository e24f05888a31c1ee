/** Karoo Pantry: its three shops and the fourteen people who work there. */

export const BUSINESS = { p_name: 'Karoo Pantry', p_reg: '2019/123456/07' }

export const OWNER = {
  email: 'naledi.dlamini@karoopantry.co.za',
  password: 'karoo-pantry-demo',
  firstname: 'Naledi',
  lastname: 'Dlamini',
}

/** `code` begins the till's numbers; `customers` come on an ordinary day; `paysWith` is how often, by method. */
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
  at: Shop['code']
  hiredate: string
  /** How much of the time on duty is spent at the till. */
  sells: number
  left?: { day: string; disablereason: string }
}

/** The owner first: that record comes with the sign-up. */
export const STAFF: readonly Person[] = [
  { firstname: 'Naledi', lastname: 'Dlamini', position: 'Owner', at: 'CPT', hiredate: '2019-03-01', sells: 0.15 },
  { firstname: 'Johan', lastname: 'van der Merwe', position: 'Manager', at: 'CPT', hiredate: '2020-02-03', sells: 0.6 },
  { firstname: 'Aisha', lastname: 'Adams', position: 'Employee', at: 'CPT', hiredate: '2021-11-15', sells: 1.2 },
  { firstname: 'Sipho', lastname: 'Ndlovu', position: 'Employee', at: 'CPT', hiredate: '2023-06-01', sells: 1.1 },
  {
    firstname: 'Pieter',
    lastname: 'Botha',
    position: 'Employee',
    at: 'CPT',
    hiredate: '2019-09-02',
    sells: 1,
    left: { day: '2025-03-31', disablereason: 'Retired at the end of March 2025' },
  },
  { firstname: 'Lerato', lastname: 'Mokoena', position: 'Manager', at: 'SDT', hiredate: '2020-07-06', sells: 0.7 },
  { firstname: 'Kagiso', lastname: 'Molefe', position: 'Employee', at: 'SDT', hiredate: '2022-01-17', sells: 1.3 },
  { firstname: 'Thabo', lastname: 'Sithole', position: 'Employee', at: 'SDT', hiredate: '2022-09-20', sells: 1 },
  { firstname: 'Fatima', lastname: 'Davids', position: 'Employee', at: 'SDT', hiredate: '2025-09-01', sells: 0.9 },
  {
    firstname: 'Mandla',
    lastname: 'Mahlangu',
    position: 'Employee',
    at: 'SDT',
    hiredate: '2021-04-19',
    sells: 1.1,
    left: { day: '2025-08-31', disablereason: 'Contract ended on 31 August 2025' },
  },
  { firstname: 'Priya', lastname: 'Naidoo', position: 'Manager', at: 'DBN', hiredate: '2021-02-08', sells: 0.8 },
  { firstname: 'Nomvula', lastname: 'Zulu', position: 'Employee', at: 'DBN', hiredate: '2022-11-14', sells: 1.1 },
  { firstname: 'Yusuf', lastname: 'Essop', position: 'Employee', at: 'DBN', hiredate: '2023-03-06', sells: 1 },
  {
    firstname: 'Zanele',
    lastname: 'Khumalo',
    position: 'Employee',
    at: 'DBN',
    hiredate: '2020-10-05',
    sells: 1,
    left: { day: '2024-06-30', disablereason: 'Moved to another city' },
  },
]

export const hasLeft = ({ left }: Person, day: string) => left !== undefined && day > left.day

/** Who stands at a shop's tills on a day: everybody has two days of the week off. */
export function onDuty(code: Shop['code'], day: string, weekday: number) {
  const team = STAFF.filter((person) => person.at === code && person.hiredate <= day && !hasLeft(person, day))
  return team.filter((_, nth) => {
    const first = (nth * 2 + 1) % 7
    return weekday !== first && weekday !== (first + 1) % 7
  })
}
