import { Card } from '../../ui/layout/card.tsx'
import { LinkButton } from '../../ui/layout/link-button.tsx'
import { AccountRow } from './account-row.tsx'

export const WebhooksCard = () => (
  <Card title="Webhooks" flush>
    <AccountRow
      label="For other programs"
      value="Send sales, low stock, cash-ups and imports to an address"
      action={
        <LinkButton variant="default" flex="none" to="/account/webhooks" aria-label="Manage webhooks">
          Manage
        </LinkButton>
      }
    />
  </Card>
)
