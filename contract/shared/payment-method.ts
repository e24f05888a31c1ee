const NAMES = new Map([
  ['eft', 'EFT'],
  ['snapscan', 'SnapScan'],
])

/** 'Card' for 'card', 'EFT' for 'eft'. */
export const formatPaymentMethod = (method: string) =>
  NAMES.get(method.toLowerCase()) ?? method.charAt(0).toLocaleUpperCase('en-ZA') + method.slice(1)
