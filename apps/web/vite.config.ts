import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { articles } from './articles.ts'
import { chunksAgain } from './chunks-again.ts'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  appType: 'custom',
  plugins: [react(), tailwindcss(), articles(), chunksAgain()],
  // What a worker loads when it needs it, words by language, is a file of its own.
  worker: { format: 'es', rolldownOptions: { output: { chunkFileNames: 'assets/of-worker-[name]-[hash].js' } } },
  build: {
    target: 'es2022',
    // How long each plugin took is no news to whoever starts the app.
    rolldownOptions: { checks: { pluginTimings: false } },
    // Styles of a lazy page are fetched with it; its scripts we preload ourselves, with the nonce of the page.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, found) => found.filter((each) => each.endsWith('.css')),
    },
  },
})
