import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findNoticeKinds, type NoticeKind } from '../../../contract/notices.ts'
import { ProveEmailButton } from '../../auth/prove-email.tsx'
import { useSession } from '../../auth/session.ts'
import { client } from '../../lib/api/api.ts'
import { getErrorMessage } from '../../lib/api/messages.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showFailure, showToast } from '../../ui/feedback/toast.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { describeNotice, NOTICE_CONTENTS, NOTICE_NAMES } from './notice-names.ts'
import { SettingRow } from './setting-row.tsx'
import { noticesQuery } from './settings-queries.ts'

const NoticeDialog = lazyDialog('Notice', async () => (await import('./notice-dialog.tsx')).NoticeDialog)

/** What the person gets by e-mail. */
export function NoticesCard({ needsProof = false }: { needsProof?: boolean | undefined }) {
  const notices = useQuery(noticesQuery())
  const right = useSession()?.right?.name
  const [open, setOpen] = useState<NoticeKind | null>(null)
  const find = (kind: NoticeKind) => notices.data?.find((notice) => notice.kind === kind)
  const opened = open && find(open)
  return (
    <Card title="Notices by e-mail" flush>
      {needsProof && (
        <div className="to-edge line-above">
          <Notice kind="quiet" action={<ProveEmailButton />}>
            Confirm your e-mail to get notices.
          </Notice>
        </div>
      )}
      {notices.isError && !notices.data && <LoadFailure query={notices} failure="Failed to load the notices" />}
      {!notices.isError &&
        findNoticeKinds(right).map((kind) => {
          const notice = find(kind)
          const name = NOTICE_NAMES[kind]
          return (
            <SettingRow
              key={kind}
              label={name}
              value={notice && describeNotice(notice)}
              hint={
                <>
                  {NOTICE_CONTENTS[kind]}
                  {notice && !needsProof && <SendNowButton kind={kind} />}
                </>
              }
              action={
                notice && (
                  <Button
                    variant="default"
                    flex="none"
                    aria-label={`${notice.is_on ? 'Change' : 'Turn on'}: ${name}`}
                    onClick={() => setOpen(kind)}
                  >
                    {notice.is_on ? 'Change' : 'Turn on'}
                  </Button>
                )
              }
            />
          )
        })}
      {opened && <NoticeDialog notice={opened} onClose={() => setOpen(null)} />}
    </Card>
  )
}

/** Mails the notice as it would be, to see one. */
function SendNowButton({ kind }: { kind: NoticeKind }) {
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    await client.account.notices.sendNow({ kind }).then(
      ({ email }) => showToast(`Sent to ${email}`),
      (error) => showFailure(getErrorMessage(error, 'Could not send the e-mail. Try again later.')),
    )
    setSending(false)
  }
  return (
    <Button
      variant="subtle"
      size="xs"
      display="block"
      ml={-14}
      aria-label={`Send a test: ${NOTICE_NAMES[kind]}`}
      loading={isSending}
      onClick={send}
    >
      Send a test
    </Button>
  )
}
