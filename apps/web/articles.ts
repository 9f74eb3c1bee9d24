import type { Plugin } from 'vite'
import { readArticle } from './app/features/articles/read-article.ts'

/** An import of Markdown brings what was read of it: the page has no reader of Markdown. */
export function articles(): Plugin {
  return {
    name: 'switchyard:articles',
    transform(text, id) {
      if (!id.endsWith('.md')) return undefined
      return { code: `export default ${JSON.stringify(readArticle(text))}`, map: null }
    },
  }
}
