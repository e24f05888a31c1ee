import { createRouter } from '@tanstack/react-router'
import { queryClient, whenSessionEnds } from './lib/api.ts'
import { routeTree } from './route-tree.gen.ts'

export const router = createRouter({
  routeTree,
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
