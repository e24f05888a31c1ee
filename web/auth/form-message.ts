/** What the banner above a form says; null for nothing. */
export type FormMessage = { kind: 'error' | 'success'; text: string } | null

export const formMessage = (text: string): FormMessage => ({ kind: 'error', text })
