import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type BrowserCommand, type InlineConfig, type TestSpecification } from 'vitest/node'
import { CHROMIUM_ARGS, chromiumPath } from './tools/find-chromium.ts'
import { keepTestFilesInMemory } from './tools/test-folder.ts'

keepTestFilesInMemory()

const COMPONENT_TESTS = 'web/**/*.browser.test.tsx'
const REACT_WARNINGS = 'web/app/react-warnings.browser.test.tsx'

/** Drills and the bench, at their tiny size. They start dozens of servers, so they are not a part of `npm test`. */
const PROOFS = ['drills/drills.test.ts', 'bench/bench.test.ts']
/** These take longest, wait most, and begin first. Without a record of earlier runs, vitest goes by the size of the file. */
const LONGEST = ['server/backup/nightly-backup.test.ts', ...PROOFS]

/** Each test file has its own database and server; loading all modules again for each file takes time. */
const ON_POSTGRES = {
  isolate: false,
  expect: { poll: { timeout: 30_000, interval: 20 } },
  globalSetup: ['db/testing/cluster.ts'],
} satisfies InlineConfig

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(name))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

type Media = { colorScheme?: 'light' | 'dark'; media?: 'print' | null }
const emulateMedia: BrowserCommand<[Media]> = ({ page }, media) => page.emulateMedia(media)
const moveMouseAway: BrowserCommand<[]> = ({ page }) => page.mouse.move(0, 0)

const PICTURE = readFileSync('web/public/icon-192.png')

/** Answers for each picture of a product. The browser reads pictures itself, not by the client that the fake server answers. */
const pictures: Plugin = {
  name: 'pictures',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, response, next) => {
      if (!/^\/api\/v1\/products\/\d+\/picture\b/.test(request.url ?? '')) return next()
      response.setHeader('content-type', 'image/png').end(PICTURE)
    })
  },
}

/** Tests of components in a real browser, against a fake server. */
const createComponentProject = (name: string) =>
  ({
    name,
    // Loading the screens again for each file takes a quarter of the processor time. web/testing/setup.ts leaves nothing of a test.
    isolate: false,
    setupFiles: ['web/testing/setup.ts'],
    expect: { poll: { timeout: 15_000, interval: 50 } },
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
      commands: { emulateMedia, moveMouseAway },
    },
  }) satisfies InlineConfig

const DEPENDENCY_ENTRIES = ['web/app/main.tsx', 'web/testing/*', COMPONENT_TESTS]

export default defineConfig({
  test: {
    // The tests wait for a quarter of their time: for processes that start and stop, and for time limits.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Of concurrent tests of a file.
    maxConcurrency: 3,
    sequence: { sequencer: LongestFirst },
    // Starting servers and killing them takes longer than a function does, and longer still beside other work.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          ...ON_POSTGRES,
          name: 'unit',
          // Before the others, not beside them.
          sequence: { groupOrder: 0 },
          include: ['{bench,contract,db,docs,drills,server,web,cli,tools}/**/*.test.{ts,tsx}'],
          exclude: [COMPONENT_TESTS, ...PROOFS],
        },
      },
      { extends: true, test: { ...ON_POSTGRES, name: 'proofs', include: PROOFS } },
      {
        extends: true,
        plugins: [pictures],
        // React's production build: the tests take half of the CPU time.
        oxc: { jsx: { development: false } },
        optimizeDeps: {
          entries: DEPENDENCY_ENTRIES,
          include: ['react/jsx-runtime'],
          rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
        },
        test: {
          ...createComponentProject('component'),
          include: [COMPONENT_TESTS],
          exclude: [REACT_WARNINGS],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        plugins: [pictures],
        optimizeDeps: { entries: DEPENDENCY_ENTRIES },
        test: { ...createComponentProject('component-development'), include: [REACT_WARNINGS] },
      },
    ],
  },
})
