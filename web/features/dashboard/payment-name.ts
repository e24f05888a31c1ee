/** 'Card' for 'card'. */
export const paymentName = (method: string) => method.charAt(0).toLocaleUpperCase('en-ZA') + method.slice(1)
