/** The screens, and the key after `g` that opens each. Those with a range get the one that was shown last. */
export const SCREENS = [
  { name: 'Dashboard', to: '/dashboard', key: 'd', hasRange: true },
  { name: 'Sales', to: '/sales', key: 's', hasRange: true },
  { name: 'Products', to: '/products', key: 'p', hasRange: false },
  { name: 'Stock', to: '/stock', key: 'k', hasRange: false },
  { name: 'Employees', to: '/employees', key: 'e', hasRange: false },
  { name: 'Sites', to: '/sites', key: 'i', hasRange: false },
  { name: 'Reports', to: '/reports', key: 'r', hasRange: true },
  { name: 'Cash-ups', to: '/cash-ups', key: 'c', hasRange: false },
] as const

export type Screen = (typeof SCREENS)[number]
