/** The link of an e-mail to one address. Nothing in the address can add a recipient or a header (RFC 6068). */
export const createMailUrl = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

/** Calls a number as it was typed: '(021) 555 0101'. */
export const createPhoneUrl = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`
