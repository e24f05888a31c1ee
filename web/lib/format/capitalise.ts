/** 'Card' for 'card'. */
export const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase('en-ZA') + text.slice(1)
