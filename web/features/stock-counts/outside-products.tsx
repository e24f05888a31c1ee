import { Button } from '@mantine/core'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { OutsideQuestion } from './use-outside-question.ts'

type Props = {
  question: OutsideQuestion
  /** 'in Bakery'. */
  inside: string
  /** '2 units'. */
  formatUnits: (units: number) => string
}

/** Scanned products that are not in the scope, each until the person says whether it is counted too. */
export const OutsideProducts = ({ question: { asked, answer }, inside, formatUnits }: Props) =>
  asked.map((one) => {
    const name = one.product?.productname
    return (
      <Notice
        key={one.barcode}
        kind="error"
        action={
          <div className="row wrap keep-size">
            <Button variant="default" size="xs" onClick={() => answer(one, true)}>
              Count it too
            </Button>
            <Button variant="default" size="xs" onClick={() => answer(one, false)}>
              Leave it out
            </Button>
          </div>
        }
      >
        <b className="break">{name ?? one.barcode}</b>
        <span className="second-line digits">{[name && one.barcode, formatUnits(one.units)].filter(Boolean).join(' · ')}</span>
        {one.product ? `This product is not ${inside}.` : `You are offline, so Winkel cannot check if this product is ${inside}.`}{' '}
        Count it too?
      </Notice>
    )
  })
