import { Box, Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { clearQueryCache, signOut, useSession } from '../../auth/session.ts'
import { getErrorCode, getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ExportFile } from './business-export-card.tsx'
import { closingQuery, useReopenBusiness } from './closing-queries.ts'
import { ClosingSteps } from './closing-steps.tsx'
import classes from './settings.module.css'

/** What its owner sees of a closed business. */
export function ClosedPage() {
  const session = useSession()
  const closing = useQuery(closingQuery())
  const reopen = useReopenBusiness()
  const leave = useMutation({ mutationFn: signOut, onSuccess: clearQueryCache })
  const navigate = useNavigate()
  const title = useId()
  // The clock of the device may be wrong.
  const isOver = getErrorCode(closing.error) === 'BUSINESS_CLOSED'

  useEffect(() => {
    if (session === null) navigate({ to: '/login', replace: true })
  }, [session, navigate])

  const error = leave.error ?? reopen.error
  return (
    <main className={classes.closed}>
      <Box component="p" className="row gap-12 bold" mb={28} fz="xl">
        <img src="/favicon.svg" alt="" width={28} height={28} />
        Winkel
      </Box>
      <h1>This business is closed</h1>
      <p className="grey break">
        {session?.business?.name} · {session?.user.email}
      </p>
      <Box className="stack gap-16" mt={24}>
        {isOver ? (
          <Notice kind="quiet">Its data is being erased.</Notice>
        ) : closing.isError && !closing.data ? (
          <LoadFailure query={closing} failure="Could not load this." />
        ) : (
          closing.data && (
            <>
              <ClosingSteps closing={closing.data} />
              <section className="stack gap-12" aria-labelledby={title}>
                <h2 id={title}>Download the data</h2>
                <div className="panel">
                  <ExportFile />
                </div>
              </section>
            </>
          )
        )}
        {error && <Notice kind="error">{getErrorMessage(error, SOMETHING_WRONG)}</Notice>}
        <div className="row wrap between gap-12">
          <Button variant="default" size="lg" onClick={() => leave.mutate()} loading={leave.isPending}>
            Sign out
          </Button>
          {!isOver && (
            <Button size="lg" onClick={() => reopen.mutate()} loading={reopen.isPending}>
              Reopen
            </Button>
          )}
        </div>
      </Box>
    </main>
  )
}
