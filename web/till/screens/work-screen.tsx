import { useEffect, useState } from 'react'
import type { TillEmployee } from '../../../contract/till-catalogue.ts'
import { readOpenShift } from '../device/shifts.ts'
import { useLive } from '../device/use-live.ts'
import { SellerContext, useTill } from '../till-context.ts'
import { setFree } from '../updates.ts'
import { MessageScreen } from './message-screens.tsx'
import { OpenDrawer } from './open-drawer.tsx'
import { SellScreen } from './sell-screen.tsx'
import { SignIn } from './sign-in.tsx'

/** From the sign-in of a seller to the sale. */
export function WorkScreen() {
  const { setup } = useTill()
  const [sellerid, setSellerid] = useState<number>()
  // A person who was disabled or moved to another site is signed out.
  const seller = setup.employees.find(({ employeeid }) => employeeid === sellerid)
  // Null where there is none, to tell it from the time before the answer.
  const shift = useLive(async () => (await readOpenShift()) ?? null)

  useEffect(() => {
    if (!seller) setFree(true)
  }, [seller])

  if (!seller) return <SignIn onSignIn={({ employeeid }: TillEmployee) => setSellerid(employeeid)} />
  if (shift === undefined) return <MessageScreen title="Loading..." isBusy />
  return (
    <SellerContext value={seller}>
      {shift ? (
        <SellScreen shift={shift} onSignOut={() => setSellerid(undefined)} />
      ) : (
        <OpenDrawer onCancel={() => setSellerid(undefined)} />
      )}
    </SellerContext>
  )
}
