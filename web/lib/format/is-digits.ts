/** Whether a search may be a barcode that a hand scanner typed. */
export const isDigits = (text: string) => /^\d+$/.test(text)
