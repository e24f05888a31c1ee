import { MantineProvider, type MantineProviderProps } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createPortal } from 'react-dom'
import { queryClient } from '../lib/api/api.ts'
import { nonce } from '../lib/browser/csp-nonce.ts'
import type { AppRouter } from './router.ts'
import { theme, tokens } from './theme.ts'

const MANTINE: MantineProviderProps = {
  theme,
  cssVariablesResolver: tokens,
  defaultColorScheme: 'auto',
  getStyleNonce: () => nonce,
}

export const App = ({ router }: { router: AppRouter }) => (
  <StrictMode>
    <MantineStyles />
    <MantineProvider {...MANTINE} withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
)

/**
 * The style elements of Mantine, in the head and not in the body, where Mantine has them: when a style sheet of a screen is added before
 * another one, Chromium reads all fonts again and lays out the whole page.
 */
const MantineStyles = () => createPortal(<MantineProvider {...MANTINE} getRootElement={() => undefined} />, document.head)
