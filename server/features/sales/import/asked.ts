import type { SalesImportSearch } from '../../../../contract/sales-imports.ts'

/** What nothing is known about in a row: the word of its status, and its VAT rate in per cent. */
export type Asked = { status?: string; rate?: number }

/** What a person says of them. */
export type Answers = Pick<SalesImportSearch, 'statuses' | 'rates'>

export const findAnswer = <Is>(answers: Readonly<Record<string, Is>> | undefined, key: string | number) =>
  answers && Object.hasOwn(answers, key) ? answers[key] : undefined
