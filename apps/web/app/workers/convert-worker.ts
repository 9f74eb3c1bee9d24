import { expose, proxy } from 'comlink'
import { codec } from './tasks/codec.ts'
import { java } from './tasks/java.ts'
import { list } from './tasks/list.ts'
import { node } from './tasks/node.ts'
import { result } from './tasks/result.ts'
import { settings } from './tasks/settings.ts'
import { words } from './tasks/words.ts'

// Reads and converts, away from the page: a list of any length leaves it alive. A question is one function of a task.

const tasks = {
  codec: proxy(codec),
  java: proxy(java),
  list: proxy(list),
  node: proxy(node),
  result: proxy(result),
  settings: proxy(settings),
  words: proxy(words),
}

export type ConvertWorkerApi = typeof tasks

expose(tasks)
