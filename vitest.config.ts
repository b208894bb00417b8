import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { readFileSync } from 'node:fs'
import { realFiles } from './tests/support/real-files.ts'

const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

export default defineConfig({
  // Where `isolate` is off, files of a project run in one process one after another: each would load all of the product.
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
          include: ['tests/server/**/*.test.ts'],
          globalSetup: 'tests/support/database-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Half of the time they wait, for ffmpeg or for a pause to be over.
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        test: {
          // What programs do that call the server. Once is enough: of the databases the tests of the server speak.
          name: 'client',
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
          // What tasks make of media. Once is enough: of the databases the tests of the server speak.
          name: 'pipeline',
          include: ['tests/pipeline/**/*.test.ts'],
          globalSetup: 'tests/support/database-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Each runs ffmpeg, which takes all cores: side by side they only wait for each other.
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        test: {
          // What is the same whatever the database: engines, programs, plans, locks. Once is enough.
          name: 'engines',
          include: ['tests/engines/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Each runs ffmpeg, which takes all cores: side by side they only wait for each other.
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        // Found late, the others would be bundled in the middle of a test, which reloads it.
        optimizeDeps: {
          exclude: ['@ffmpeg/ffmpeg', '@ffmpeg/util', 'jassub'],
          include: [
            ...['comlink', 'hash-wasm', 'mediabunny', 'pixi.js', 'pixi.js/unsafe-eval', 'fast-check'],
            ...['llama-tokenizer-js', 'onnxruntime-web/wasm'],
            ...['docx', 'fflate', 'mammoth', 'papaparse', 'saxes'],
            ...['read-excel-file/web-worker', 'write-excel-file/universal'],
            ...[
              '@blueprintjs/core',
              'i18next',
              'react',
              'react-dom',
              'react-dom/client',
              'react-i18next',
              'react/jsx-dev-runtime',
            ],
          ],
        },
        worker: { format: 'es' },
        test: {
          name: 'browser',
          globalSetup: 'tests/support/media-setup.ts',
          // The browser has no files: those of CUELANE_TEST_DATA that its tests compare are handed to it.
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
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: chromium,
                args: [
                  '--no-sandbox',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
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
