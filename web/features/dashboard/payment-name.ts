/** A stored method, in lower case, as people write it: 'Card', 'Unknown'. */
export const paymentName = (method: string) => method.charAt(0).toLocaleUpperCase('en-ZA') + method.slice(1)
