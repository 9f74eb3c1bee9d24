import { expose, proxy } from 'comlink'
import { codec } from './tasks/codec.ts'
import { java } from './tasks/java.ts'
import { list } from './tasks/list.ts'
import { node } from './tasks/node.ts'
import { result } from './tasks/result.ts'
import { settings } from './tasks/settings.ts'
import { words } from './tasks/words.ts'
import { withWords } from './with-words.ts'

// Reads and converts, away from the page: a list of any length leaves it alive. A question is one function of a task.

const tasks = {
  codec: proxy(withWords(codec)),
  java: proxy(withWords(java)),
  list: proxy(withWords(list)),
  node: proxy(withWords(node)),
  result: proxy(withWords(result)),
  settings: proxy(withWords(settings)),
  words: proxy(withWords(words)),
}

export type ConvertWorkerApi = typeof tasks

expose(tasks)
