/** Name, supplier, description, price in rand by size; then the popularity (1 is average). */
export type ProductFamily = readonly [string, Supplier, string, Readonly<Record<string, number>>, number?]

/** What the owner knows of each supplier: email, phone, account number, lead time in days, minimum order in rand. */
const CONTACTS = {
  'Boland Kitchen': ['orders@bolandkitchen.example', '021 555 0104', 'KP-0412', 3, 800],
  'Cederberg Tea Co.': ['sales@cederbergtea.example', '027 555 0119', 'C-10277', 7, 1500],
  'Citrusdal Growers': ['packhouse@citrusdalgrowers.example', '022 555 0132', '', 2, null],
  'Drakensberg Springs': ['orders@drakensbergsprings.example', '036 555 0145', '88231', 5, 2000],
  'Hantam Roasters': ['roastery@hantamroasters.example', '027 555 0158', 'KAROO', 4, 1200],
  'Kalahari Charcoal': ['', '054 555 0161', '', 10, 2500],
  'Karoo Biltong': ['orders@karoobiltong.example', '049 555 0174', 'KP019', 4, 1000],
  'Lowveld Nut Farm': ['farm@lowveldnuts.example', '013 555 0187', '', 7, null],
  'Montagu Fruit Co.': ['orders@montagufruit.example', '023 555 0190', 'M-3310', 5, 900],
  'Overberg Bakery': ['bakery@overbergbakery.example', '028 555 0203', 'KAROO PANTRY', 1, 350],
  'Swartland Mills': ['orders@swartlandmills.example', '022 555 0216', '40117', 6, 1800],
  'Table Bay Trading': ['orders@tablebaytrading.example', '021 555 0229', 'TBT-7781', 14, 5000],
  'Tsitsikamma Sweets': ['hello@tsitsikammasweets.example', '', '', 7, 600],
  'Umgeni Dairy': ['orders@umgenidairy.example', '031 555 0242', 'D-552', 1, 500],
  'Winelands Meats': ['orders@winelandsmeats.example', '021 555 0255', 'WM 20418', 2, 1500],
} as const

export type Supplier = keyof typeof CONTACTS
export const SUPPLIERS = Object.keys(CONTACTS) as Supplier[]

export function findContact(name: Supplier) {
  const [email, phone, account_number, lead_time_days, minimum_order] = CONTACTS[name]
  return { name, email, phone, account_number, lead_time_days, minimum_order }
}
