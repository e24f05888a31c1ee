/** The message in the banner above a form; null for none. */
export type FormMessage = { kind: 'error' | 'success'; text: string } | null

export const createFormError = (text: string): FormMessage => ({ kind: 'error', text })
