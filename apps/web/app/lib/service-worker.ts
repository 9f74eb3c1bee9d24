/** Lets the app open without network after one visit. Development goes without: what is edited must be seen. */
export function startServiceWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') void register()
  else addEventListener('load', () => void register(), { once: true })
}

function register(): Promise<unknown> {
  return navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.warn('No offline use', error))
}
