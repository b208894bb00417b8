import { delays } from './options.ts'

/**
 * Keeps the build in this browser, so that the editor opens without a network for files of this computer. Only where the
 * browser lets pages do so, and not while the application is developed.
 */
export function keepForOffline(): () => void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => undefined
  const timer = setTimeout(() => void keep(), delays.offline)
  return () => clearTimeout(timer)
}

async function keep(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/offline.js')
    const { active } = await navigator.serviceWorker.ready
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
    // Who saves data gets the large parts when they are used.
    if (!connection?.saveData) active?.postMessage('keep')
  } catch {
    // Private windows and full disks keep nothing: the editor works all the same while there is a network.
  }
}
