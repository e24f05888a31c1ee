import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { clearQueryCache, signOut } from '../../auth/session.ts'
import { getErrorMessage } from '../../lib/api/messages.ts'

export type SignOut = ReturnType<typeof useSignOut>

/** Ends the session and leads to the login. `message` says why it failed, until `dismiss` or another screen. */
export function useSignOut() {
  const navigate = useNavigate()
  const router = useRouter()
  const [isLeaving, setLeaving] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const dismiss = () => setMessage(null)

  useEffect(() => router.subscribe('onBeforeNavigate', () => setMessage(null)), [router])

  const leave = async () => {
    if (isLeaving) return
    setLeaving(true)
    dismiss()
    try {
      await signOut()
      await navigate({ to: '/login', replace: true })
      clearQueryCache()
    } catch (error) {
      console.error(error)
      setMessage(getErrorMessage(error, 'Could not sign out. Please try again.'))
      setLeaving(false)
    }
  }
  return { leave, isLeaving, message, dismiss }
}
