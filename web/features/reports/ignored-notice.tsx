import { Box, CloseButton } from '@mantine/core'
import { MAX_FILTER_VALUES } from '../../../contract/search/filters.ts'
import { RANGE_MAX_YEARS } from '../../../contract/shared/constants.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

const FILTER = `a filter (at most ${MAX_FILTER_VALUES} values)`

/** Parameters of the URL in words. */
const WORDS: Record<string, string> = {
  by: 'what the report groups by',
  range: `the dates (at most ${RANGE_MAX_YEARS} years)`,
  compare: 'the comparison',
  columns: 'the columns',
  sort: 'the order',
  dir: 'the order',
  page: 'the page',
  q: 'the search',
  sites: FILTER,
  employees: FILTER,
  products: FILTER,
  categories: FILTER,
  suppliers: FILTER,
  vat_rates: FILTER,
  payment_methods: FILTER,
}

/** What of the address is not valid. */
export function IgnoredNotice({ parameters, onDismiss }: { parameters: string; onDismiss: () => void }) {
  const words = [...new Set(parameters.split(',').flatMap((name) => WORDS[name] ?? []))]
  if (words.length === 0) return null
  return (
    <Box className="screen-only" mb="md">
      <Notice kind="quiet" action={<CloseButton aria-label="Dismiss" size="sm" onClick={onDismiss} />}>
        Ignored parts of this link: {words.join(', ')}.
      </Notice>
    </Box>
  )
}
