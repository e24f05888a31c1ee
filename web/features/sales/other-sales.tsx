import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasSalesQuery } from '../../lib/api/has-sales.ts'
import { addDays, formatDateIn } from '../../lib/format/dates.ts'
import type { RangeChoice } from '../../lib/format/ranges.ts'

const SHOWN_DAYS = 30

type Props = { today: string; timezone: string; onChoose: (choice: RangeChoice) => void }

/** For an empty range: a button for the latest sales, or how to connect a till. */
export function OtherSales({ today, timezone, onChoose }: Props) {
  const { data } = useQuery(hasSalesQuery(today))
  const [newest] = data?.rows ?? []
  const to = newest && formatDateIn(timezone, newest.saledate)
  return (
    <Box className="stack gap-12" mih={68} style={{ placeContent: 'start', justifyItems: 'center' }}>
      {to && (
        <Button variant="default" onClick={() => onChoose({ from: addDays(to, 1 - SHOWN_DAYS), to })}>
          Show the latest sales
        </Button>
      )}
      {data && !to && (
        <>
          <p>Sales come from your tills. Create a till key to see them here.</p>
          <Button variant="default" renderRoot={(props) => <Link to="/sites" search={{ tills: 'connect' }} {...props} />}>
            Connect a till
          </Button>
        </>
      )}
    </Box>
  )
}
