import { createRouter } from '@tanstack/react-router'
import { whenSessionEnds } from './lib/api.ts'
import { parseSearch, stringifySearch } from './lib/url-search.ts'
import { routeTree } from './route-tree.gen.ts'
import { forgetWhatWasRead, sessionEnded } from './session/session.ts'
import { ToLogin } from './session/to-login.tsx'
import { PageError } from './ui/page-error.tsx'

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: ToLogin,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0, // the query cache alone says what is stale
  scrollRestoration: true,
})

whenSessionEnds(async (isRefused) => {
  if (router.state.location.pathname === '/login') return
  sessionEnded(isRefused)
  await router.navigate({ to: '/login', replace: true })
  forgetWhatWasRead()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** What the browser's tab says before ' · Winkel'. */
    title?: string
  }
}
