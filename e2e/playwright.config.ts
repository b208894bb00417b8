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
    // What can not be clicked within a minute never can be: told then, not at the end of the whole test.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // A click meets a dialog where it stays, and colours are looked at when they are final.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test slows a machine without a GPU down several times: ask for it by --trace on.
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages from there are not served securely, as in a house without certificates.
        '--host-resolver-rules=MAP cuelane.test 127.0.0.1',
      ],
    },
  },
})
