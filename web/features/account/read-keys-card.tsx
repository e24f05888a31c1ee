import { Card } from '../../ui/layout/card.tsx'
import { LinkButton } from '../../ui/layout/link-button.tsx'
import { AccountRow } from './account-row.tsx'

export const ReadKeysCard = () => (
  <Card title="Read keys" flush>
    <AccountRow
      label="For other programs"
      value="Let accountants' and warehouse tools read sales, stock and reports"
      action={
        <LinkButton variant="default" flex="none" to="/account/read-keys" aria-label="Manage read keys">
          Manage
        </LinkButton>
      }
    />
  </Card>
)
