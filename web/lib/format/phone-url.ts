/** Calls a number as it was typed: '(021) 555 0101'. */
export const createPhoneUrl = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`
