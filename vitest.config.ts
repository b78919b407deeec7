import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

// So wide that only what hangs meets them: the tests also run on slow machines and beside other work.
const limits = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))
// `npm run test:full` adds the tests that take long.
const exclude = [
  ...configDefaults.exclude,
  ...(process.env.FULL === '1' ? [] : ['**/*.slow.test.ts']),
  ...(process.env.WITHOUT_S3 === '1' ? ['**/s3-storage.slow.test.ts'] : []),
  // They bring an embedded PostgreSQL, whatever the others run on.
  ...(process.env.TEST_DATABASE_URL ? ['**/running.test.ts'] : []),
]

export default defineConfig({
  test: {
    // Many tests wait for the database, for timers and for other processes, so a third uses the machine meanwhile.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      { test: { name: 'contract', root: folder('contract'), include: ['src/**/*.test.ts'], exclude, ...limits } },
      {
        test: {
          name: 'embedded-postgres',
          root: folder('embedded-postgres'),
          include: ['{src,test}/**/*.test.ts'],
          exclude,
          ...limits,
        },
      },
      {
        test: {
          name: 'server',
          root: folder('server'),
          include: ['{src,test}/**/*.test.ts'],
          exclude,
          globalSetup: folder('server/test/global-setup.ts'),
          pool: 'forks',
          // The server is loaded once in each worker: its files share modules, and mock none.
          isolate: false,
          // One thread collects garbage, and seldom: the others have tests to run.
          execArgv: ['--no-parallel-scavenge', '--max-semi-space-size=64'],
          ...limits,
        },
      },
      folder('web'),
      { test: { name: 'scripts', root: folder('scripts'), include: ['**/*.test.mjs'], ...limits } },
    ],
  },
})
