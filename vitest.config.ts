import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { readFileSync } from 'node:fs'
import { browserPackages } from './tests/support/browser-packages.ts'
import { realFiles } from './tests/support/real-files.ts'

const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** Node runs the server's files itself, as it does in use: Vite would transform them for each part. */
const byNode = { viteModuleRunner: false, nodeLoader: false }

/** They load files beside them, which bundling would leave; the client is of this project. */
const unbundled = ['@ffmpeg/ffmpeg', '@ffmpeg/util', 'jassub', 'cuelane-client']

export default defineConfig({
  // With `isolate` off, a project's files share a process: each would load the whole product otherwise.
  test: {
    projects: [
      {
        test: {
          name: 'core',
          include: ['tests/{core,editor,shell,cli}/**/*.test.ts'],
          testTimeout: 20_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'server',
          experimental: byNode,
          include: ['tests/server/**/*.test.ts'],
          globalSetup: 'tests/support/database-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // They mostly wait, for ffmpeg or for a pause.
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        test: {
          // Programs that call the server. Once suffices: the server's tests cover the databases.
          name: 'client',
          experimental: byNode,
          include: ['tests/client/**/*.test.ts'],
          globalSetup: 'tests/support/database-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        test: {
          // Media work of tasks. Once suffices: the server's tests cover the databases.
          name: 'pipeline',
          experimental: byNode,
          include: ['tests/pipeline/**/*.test.ts'],
          globalSetup: 'tests/support/database-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Each runs ffmpeg on all cores: in parallel they would wait for each other.
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        test: {
          // Independent of the database: engines, programs, plans, locks. Once suffices.
          name: 'engines',
          experimental: byNode,
          include: ['tests/engines/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Each runs ffmpeg on all cores: in parallel they would wait for each other.
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        // Found late, they would be bundled during a test, which reloads it.
        optimizeDeps: {
          exclude: unbundled,
          include: [
            ...browserPackages(import.meta.dirname).filter((name) => !unbundled.some((each) => name.startsWith(each))),
            ...['axe-core', 'fast-check', 'react/jsx-runtime', 'react/jsx-dev-runtime'],
          ],
        },
        worker: { format: 'es' },
        test: {
          name: 'browser',
          globalSetup: 'tests/support/media-setup.ts',
          // The browser has no files: the compared ones of CUELANE_TEST_DATA are passed to it.
          provide: {
            realVtt: realFiles('subs')
              .filter(({ name }) => name.endsWith('.vtt'))
              .map(({ name, path }) => ({ name, text: readFileSync(path, 'utf8') })),
          },
          include: ['tests/browser/**/*.test.{ts,tsx}'],
          testTimeout: 120_000,
          browser: {
            enabled: true,
            headless: true,
            // The first page waits until Vite has bundled the packages: a minute where both cores are taken.
            connectTimeout: 240_000,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: chromium,
                args: [
                  '--no-sandbox',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                  // Tests click nothing.
                  '--autoplay-policy=no-user-gesture-required',
                ],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
