import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_ARGS, chromiumPath } from './tools/find-chromium.ts'

const COMPONENT_TESTS = 'web/**/*.browser.test.tsx'

export default defineConfig({
  test: {
    // On two cores Vitest would take one; most of a test's time is waiting for PostgreSQL or a hash.
    maxWorkers: 2,
    // Starting servers and killing them takes longer than a function does, and longer still beside other work.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Each test file has its own database and server; loading all modules again for each file takes time.
          isolate: false,
          include: ['{contract,db,server,web,cli,tools}/**/*.test.{ts,tsx}'],
          exclude: [COMPONENT_TESTS],
          globalSetup: ['db/testing/cluster.ts'],
        },
      },
      {
        extends: true,
        optimizeDeps: { entries: ['web/app/main.tsx', 'web/testing/*', COMPONENT_TESTS] },
        test: {
          name: 'component',
          include: [COMPONENT_TESTS],
          setupFiles: ['web/testing/setup.ts'],
          expect: { poll: { timeout: 15_000 } },
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            viewport: { width: 1440, height: 900 },
            testerHtmlPath: 'web/testing/tester.html',
            screenshotFailures: false,
            traceView: false,
            dependencySourcemaps: false,
            provider: playwright({
              launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_ARGS },
              contextOptions: { locale: 'en-ZA', timezoneId: 'Africa/Johannesburg', reducedMotion: 'reduce' },
              actionTimeout: 15_000,
            }),
            instances: [{ browser: 'chromium' }],
            commands: {
              setColorScheme: ({ page }, colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme }),
            },
          },
        },
      },
    ],
  },
})
