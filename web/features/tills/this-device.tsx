import { Button } from '@mantine/core'
import { IconDeviceTablet } from '@tabler/icons-react'
import { useState } from 'react'
import { readDeviceTill, TILL_PAGE } from './device-till.ts'

/** Says whether this browser is a till, or offers to make it one. */
export function ThisDevice({ onStart }: { onStart: () => void }) {
  const [name] = useState(readDeviceTill)
  if (name !== null)
    return (
      <p className="small">
        This device is the till “{name}”. <a href={TILL_PAGE}>Open it</a>
      </p>
    )
  return (
    <div className="stack gap-8 small">
      <p>No till yet? Sell in this browser, also without a network.</p>
      <div className="row wrap fill-line">
        <Button variant="default" leftSection={<IconDeviceTablet size={18} stroke={1.75} aria-hidden />} onClick={onStart}>
          Use this device as a till
        </Button>
      </div>
    </div>
  )
}
