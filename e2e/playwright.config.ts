import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: './flows',
  outputDir: '../.cache/e2e',
  // A whole story takes four minutes on two slow cores.
  timeout: 480_000,
  expect: { timeout: 30_000 },
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    // What is not clickable within a minute never will be: it fails then, not at the end of the test.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Clicks hit dialogs at their final place, and colours are final.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test slows a machine without a GPU down several times: ask for it by --trace on.
    trace: 'off',
    // It caches the whole build in each context, a second of processor each: flows that need it allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // An insecure context, as on an intranet over http.
        '--host-resolver-rules=MAP cuelane.test 127.0.0.1',
      ],
    },
  },
})
