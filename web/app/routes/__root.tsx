import { createRootRoute, Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'

export const Route = createRootRoute({ component: Root })

function Root() {
  const title = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title })
  useEffect(() => {
    document.title = title ? `${title} · Winkel` : 'Winkel'
  }, [title])
  return <Outlet />
}
