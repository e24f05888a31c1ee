/** Name, supplier, description, price in rand by size; then the popularity (1 is average). */
export type ProductFamily = readonly [string, Supplier, string, Readonly<Record<string, number>>, number?]

export const SUPPLIERS = [
  'Boland Kitchen',
  'Cederberg Tea Co.',
  'Citrusdal Growers',
  'Drakensberg Springs',
  'Hantam Roasters',
  'Kalahari Charcoal',
  'Karoo Biltong',
  'Lowveld Nut Farm',
  'Montagu Fruit Co.',
  'Overberg Bakery',
  'Swartland Mills',
  'Table Bay Trading',
  'Tsitsikamma Sweets',
  'Umgeni Dairy',
  'Winelands Meats',
] as const
export type Supplier = (typeof SUPPLIERS)[number]
