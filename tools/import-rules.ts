import type { IForbiddenRuleType } from 'dependency-cruiser'

/** What a module may import of the other modules. Everything else between modules is forbidden. */
const MODULES: Record<string, string[]> = {
  contract: [],
  db: [],
  server: ['contract', 'db'],
  web: ['contract'],
  cli: ['contract', 'db', 'server', 'docs'],
  docs: ['db', 'server'],
  tools: ['cli'],
  e2e: ['contract', 'db', 'tools', 'web'],
  bench: ['db', 'server', 'tools'],
  drills: ['contract', 'db', 'server', 'tools', 'docs'],
}

/** The packages that a module may import. A module that is not listed may import any. */
const PACKAGES: Record<string, string[]> = {
  contract: ['zod', '@orpc/contract'],
  db: ['kysely', 'pg'],
}

/** What a layer of `web/` may import of the other layers, from the bottom to the top. */
const WEB_LAYERS: Record<string, string[]> = {
  lib: [],
  ui: ['lib'],
  list: ['lib', 'ui'],
  auth: ['lib', 'ui'],
  figures: ['lib', 'ui', 'auth'],
  'import-sites': ['lib', 'ui'],
  'unknown-products': ['lib', 'ui'],
  'missing-products': ['lib', 'ui', 'auth'],
  'refused-sales': ['lib', 'auth'],
  'till-clocks': ['lib', 'auth'],
  rights: ['lib', 'ui'],
  changes: ['lib', 'ui', 'auth'],
  worker: ['lib'],
  // A page of its own, that knows no session.
  till: ['lib', 'ui'],
  features: [
    'lib',
    'ui',
    'list',
    'auth',
    'figures',
    'import-sites',
    'unknown-products',
    'missing-products',
    'refused-sales',
    'till-clocks',
    'changes',
    'rights',
  ],
  app: [
    'lib',
    'ui',
    'list',
    'auth',
    'figures',
    'import-sites',
    'unknown-products',
    'missing-products',
    'refused-sales',
    'till-clocks',
    'changes',
    'rights',
    'features',
  ],
}

export const TEST_FILES = '\\.(test|spec)\\.tsx?$'
const TEST_HELPERS = '/testing/'
const TEST_CODE = [TEST_FILES, TEST_HELPERS]
const TEST_PACKAGES = ['vitest', 'fast-check', '@vitest/[^/]+']

/** A package is a folder in node_modules, or its bare name where it is not installed. */
const packagePattern = (name: string) => `(^|/)node_modules/${name}(/|$)|^${name}(/|$)`
const foldersPattern = (folders: string[], parent = '') => `^${parent}(${folders.join('|')})/`
const others = (all: Record<string, string[]>, name: string, allowed: string[]) =>
  Object.keys(all).filter((other) => other !== name && !allowed.includes(other))

const moduleRules = Object.entries(MODULES).map(
  ([module, allowed]): IForbiddenRuleType => ({
    name: `module-${module}`,
    comment: `${module}/ imports ${allowed.length ? `only ${allowed.map((other) => `${other}/`).join(', ')} of` : 'none of'} the other modules.`,
    from: { path: `^${module}/` },
    to: { path: foldersPattern(others(MODULES, module, allowed)) },
  }),
)

const packageRules = Object.entries(PACKAGES).map(
  ([module, allowed]): IForbiddenRuleType => ({
    name: `packages-${module}`,
    comment: `${module}/ imports no package but ${allowed.join(' and ')}.`,
    from: { path: `^${module}/`, pathNot: TEST_CODE },
    to: { pathNot: [foldersPattern(Object.keys(MODULES)), ...allowed.map(packagePattern)], dependencyTypesNot: ['core'] },
  }),
)

const webLayerRules = Object.entries(WEB_LAYERS).map(
  ([layer, allowed]): IForbiddenRuleType => ({
    name: `layer-${layer}`,
    comment: `web/${layer}/ imports ${allowed.length ? `only ${allowed.join(', ')} of` : 'none of'} the other layers of web/.`,
    from: { path: `^web/${layer}/`, pathNot: TEST_CODE },
    to: { path: foldersPattern(others(WEB_LAYERS, layer, allowed), 'web/') },
  }),
)

/** Rules for single imports and for cycles between files. They apply to product code and to tests. */
export const IMPORT_RULES: IForbiddenRuleType[] = [
  ...moduleRules,
  ...packageRules,
  ...webLayerRules,
  {
    name: 'feature',
    comment: 'A feature imports no other feature: what two of them share moves to a folder below the features.',
    from: { path: '^(server|web)/features/([^/]+)/' },
    to: { path: '^$1/features/', pathNot: '^$1/features/$2/' },
  },
  {
    name: 'server-layer-shared',
    comment: 'server/shared/ and server/storage/ import no other folder of server/ but server/shared/.',
    from: { path: '^server/(shared|storage)/', pathNot: TEST_CODE },
    to: { path: '^server/', pathNot: ['^server/$1/', '^server/shared/'] },
  },
  {
    name: 'ui-makes-no-call',
    comment: 'web/ui/ makes no call to the server.',
    from: { path: '^web/ui/', pathNot: TEST_CODE },
    to: { path: ['^web/lib/api/(api|live)\\.ts$', packagePattern('@orpc/client')] },
  },
  {
    name: 'node-in-browser',
    comment: 'Code for the browser imports no module of Node: it would not build.',
    from: { path: '^(contract|web)/', pathNot: TEST_CODE },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'test-helper',
    comment: 'Product code imports no test, no test helper and no test library.',
    from: { path: foldersPattern(['contract', 'db', 'server', 'web', 'cli', 'tools']), pathNot: TEST_CODE },
    to: { path: [...TEST_CODE, ...TEST_PACKAGES.map(packagePattern)] },
  },
  {
    name: 'development-package',
    comment: 'What runs on a server imports no development package: `npm ci --omit=dev` has none.',
    from: { path: foldersPattern(['contract', 'db', 'server', 'cli']), pathNot: TEST_CODE },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'unresolved',
    comment: 'The imported file does not exist.',
    from: {},
    // Its test generates it.
    to: { path: '^\\.', pathNot: '/api\\.gen\\.ts$', couldNotResolve: true },
  },
  {
    name: 'file-cycle',
    comment: 'Files import each other in a circle.',
    from: {},
    to: { circular: true },
  },
]

/** A folder includes all files in it and below. Tests are left out: they may use what lies above the code they test. */
export const FOLDER_RULES: IForbiddenRuleType[] = [
  {
    name: 'folder-cycle',
    comment: 'Folders import each other in a circle.',
    scope: 'folder',
    from: {},
    to: { circular: true },
  },
]

export const FOLDERS = Object.keys(MODULES)
