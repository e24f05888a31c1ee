/** 'Card' for 'card'. */
export const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase('en-ZA') + text.slice(1)

/** 'payment methods' for 'Payment methods'. 'VAT rates' stays. */
export const decapitalise = (text: string) => (/^.[A-Z]/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))
