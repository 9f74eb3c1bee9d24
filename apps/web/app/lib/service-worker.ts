/** Lets the app open without network after one visit. Development goes without: what is edited must be seen. */
export function startServiceWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const register = () =>
    navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.warn('No offline use', error))
  if (document.readyState === 'complete') void register()
  else addEventListener('load', () => void register(), { once: true })
}
