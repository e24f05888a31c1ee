import type { ProductFamily } from './product-family.ts'

/** What nobody eats, by category. */
export const HOUSEHOLD_GOODS = {
  'Braai & Outdoor': [
    ['Braai wood, blue gum', 'Kalahari Charcoal', 'Kiln dried', { '5 kg': 44.99, '12 kg': 89.99, '18 kg': 124.99 }, 4],
    [
      'Braai wood, sickle bush',
      'Kalahari Charcoal',
      'Burns long and hot',
      { '5 kg': 52.99, '12 kg': 104.99, '18 kg': 144.99 },
      3,
    ],
    ['Charcoal', 'Kalahari Charcoal', 'From invader bush', { '4 kg': 54.99, '5 kg': 64.99, '10 kg': 119.99 }, 3],
    ['Briquettes', 'Kalahari Charcoal', 'Even heat for two hours', { '4 kg': 59.99, '5 kg': 72.99, '10 kg': 134.99 }, 2],
    ['Firelighters', 'Kalahari Charcoal', 'White, no smell', { '12 pack': 19.99, '24 pack': 34.99, '48 pack': 59.99 }, 3],
    [
      'Braai grid, hinged',
      'Table Bay Trading',
      'Stainless steel',
      { '38 x 32 cm': 189.99, '45 x 38 cm': 249.99, '60 x 42 cm': 329.99 },
    ],
    ['Braai tongs', 'Table Bay Trading', 'Stainless steel with a wooden grip', { '38 cm': 89.99, '45 cm': 109.99 }],
    [
      'Potjie, cast iron',
      'Table Bay Trading',
      'Three legs, with lid',
      { 'No. 1/4': 349.99, 'No. 2': 749.99, 'No. 3': 949.99 },
      0.4,
    ],
    ['Sosatie sticks', 'Table Bay Trading', 'Bamboo', { '50 pack': 19.99, '100 pack': 32.99 }],
    ['Cooler bag', 'Table Bay Trading', 'Keeps cold for eight hours', { '12 L': 199.99, '24 L': 299.99 }, 0.5],
    ['Braai spice', 'Boland Kitchen', 'Salt, coriander and paprika', { '100 g': 29.99, '200 g': 44.99, '600 g': 109.99 }, 2],
    ['Foil, heavy duty', 'Table Bay Trading', 'For the coals', { '5 m': 39.99, '10 m': 69.99, '25 m': 149.99 }],
  ],
  Household: [
    ['Dishwashing liquid', 'Table Bay Trading', 'Lemon', { '400 ml': 24.99, '750 ml': 39.99, '1.5 L': 69.99 }, 3],
    ['Washing powder', 'Table Bay Trading', 'For hand and machine', { '1 kg': 49.99, '2 kg': 84.99, '4 kg': 154.99 }, 3],
    ['Fabric softener', 'Table Bay Trading', 'Fynbos', { '500 ml': 29.99, '1 L': 49.99, '2 L': 84.99 }, 2],
    ['All-purpose cleaner', 'Table Bay Trading', 'Pine', { '500 ml': 27.99, '750 ml': 36.99, '1.5 L': 62.99 }, 2],
    ['Bleach', 'Table Bay Trading', 'Regular', { '750 ml': 22.99, '1.5 L': 37.99, '3 L': 64.99 }, 2],
    ['Toilet paper, two ply', 'Table Bay Trading', 'Recycled', { '4 pack': 39.99, '9 pack': 84.99, '18 pack': 159.99 }, 4],
    ['Kitchen towel', 'Table Bay Trading', 'Two ply', { '2 pack': 34.99, '4 pack': 62.99 }, 2],
    ['Refuse bags', 'Table Bay Trading', 'Black, tied', { '10 pack': 24.99, '20 pack': 44.99 }, 2],
    ['Candles', 'Table Bay Trading', 'For load-shedding', { '6 pack': 29.99, '12 pack': 52.99 }, 2],
    ['Matches', 'Table Bay Trading', 'Safety matches', { '10 boxes': 16.99, '20 boxes': 29.99 }, 2],
    ['Rechargeable lamp', 'Table Bay Trading', 'LED, four hours', { '5 W': 129.99, '9 W': 179.99 }, 0.6],
    [
      'Batteries, alkaline',
      'Table Bay Trading',
      'With a shelf life of ten years',
      { 'AA 4 pack': 64.99, 'AAA 4 pack': 64.99, 'D 2 pack': 74.99 },
    ],
    ['Sponges', 'Table Bay Trading', 'For pots', { '3 pack': 14.99, '6 pack': 24.99 }, 2],
  ],
} as const satisfies Record<string, readonly ProductFamily[]>
