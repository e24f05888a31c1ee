/** What the banner above a form says; null for nothing. */
export type Told = { kind: 'error' | 'success'; text: string } | null

export const told = (text: string): Told => ({ kind: 'error', text })
