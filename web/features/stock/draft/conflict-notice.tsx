import { Button } from '@mantine/core'
import type { SiteOption } from '../../../../contract/sites.ts'
import type { StockDocument } from '../../../../contract/stock-documents.ts'
import type { SupplierOption } from '../../../../contract/suppliers.ts'
import { ChangeList } from '../../../ui/edit-conflict/change-list.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { describeEdits } from './describe-edits.ts'
import { type DraftFields, toFields } from './draft-form.ts'

type Props = {
  /** As it was opened or saved last. */
  base: DraftFields
  theirs: StockDocument
  sites: SiteOption[]
  suppliers: SupplierOption[]
  onLoad: (theirs: StockDocument) => void
  onKeep: (theirs: StockDocument) => void
}

/** What somebody else saved in this draft since it was opened, and the choice between both. */
export function ConflictNotice({ base, theirs, sites, suppliers, onLoad, onKeep }: Props) {
  const changes = describeEdits(base, toFields(theirs), { sites, suppliers })
  return (
    <Notice kind="error">
      <b>Someone else changed this document.</b> Your text is kept.
      {changes.length > 0 && <ChangeList changes={changes} />}
      <div className="row wrap" style={{ marginTop: 8 }}>
        <Button variant="default" size="xs" onClick={() => onLoad(theirs)}>
          Load theirs
        </Button>
        <Button variant="default" size="xs" onClick={() => onKeep(theirs)}>
          Keep mine
        </Button>
      </div>
    </Notice>
  )
}
