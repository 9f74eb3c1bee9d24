import type { Plugin } from 'vite'

const LAZY_IMPORT = /\bimport\((["'`])(\.\.?\/[^"'`]+\.js)\1\)/g

/**
 * A lazy import that fails is tried under another address, by the function that entry.client.tsx leaves on `globalThis`. The
 * build writes it, because only the build knows the address of a chunk.
 */
export function chunksAgain(): Plugin {
  return {
    name: 'switchyard:chunks-again',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    renderChunk: (code) => ({ code: withAgain(code), map: null }),
  }
}

/** The code of a chunk whose lazy imports are tried again. */
function withAgain(code: string): string {
  return code.replaceAll(
    LAZY_IMPORT,
    (lazy, _quote: string, path: string) =>
      `${lazy}.catch(() => importAgain(new URL(${JSON.stringify(path)}, import.meta.url).href))`,
  )
}
