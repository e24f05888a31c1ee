import { pluralize } from '../../lib/format/money.ts'

/** ' 12 lines are rejected.', behind the sentence that says what an import does; '' without any. */
export const describeRejected = (lines: number) =>
  lines === 0 ? '' : ` ${pluralize(lines, 'line')} ${lines === 1 ? 'is' : 'are'} rejected.`
