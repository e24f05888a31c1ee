import { useEffect, useRef, useState } from 'react'
import { showFailure } from '../feedback/toast.tsx'

/** A secret that is shown once. Where its answer comes after the screen was left, a message says so until the person closes it. */
export function useShownOnce<Secret>(describeLoss: (secret: Secret) => string) {
  const [secret, setSecret] = useState<Secret | null>(null)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return {
    secret,
    show: (created: Secret) => (isOpen.current ? setSecret(created) : showFailure(describeLoss(created))),
    close: () => setSecret(null),
  }
}
