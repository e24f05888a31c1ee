import { createRootRoute, Outlet, useMatches } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'

export const Route = createRootRoute({ component: Root })

function Root() {
  const title = useMatches({ select: findTitle })
  // Before the effects of screens with a title of their own.
  useLayoutEffect(() => {
    document.title = title ? `${title} · Winkel` : 'Winkel'
  }, [title])
  return <Outlet />
}

type Match = ReturnType<typeof useMatches>[number]

function findTitle(matches: Pick<Match, 'staticData' | 'params'>[]) {
  const match = matches.findLast(({ staticData }) => staticData.title)
  const title = match?.staticData.title
  return typeof title === 'function' ? title(match?.params ?? {}) : title
}
