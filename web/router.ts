import { createRouter } from '@tanstack/react-router'
import { queryClient, whenSessionEnds } from './lib/api.ts'
import { parseSearch, stringifySearch } from './lib/url-search.ts'
import { routeTree } from './route-tree.gen.ts'
import { PageError } from './ui/page-error.tsx'

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultErrorComponent: PageError,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0, // the query cache alone says what is stale
  scrollRestoration: true,
})

whenSessionEnds(() => {
  if (router.state.location.pathname === '/login') return
  queryClient.clear()
  router.navigate({ to: '/login', replace: true })
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
