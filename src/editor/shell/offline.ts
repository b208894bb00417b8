import { delays } from '../model/options.ts'

/**
 * Caches the build in this browser, so that the editor opens local files without a network. Not during development, nor
 * in browsers without service workers.
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
    // In data-saving mode large parts load on demand.
    if (!connection?.saveData) active?.postMessage('keep')
  } catch {
    // Private windows and full disks cache nothing; the editor still works with a network.
  }
}
