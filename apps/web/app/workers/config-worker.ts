import { expose } from 'comlink'
import { config } from './tasks/config.ts'
import { configForm } from './tasks/config-form.ts'
import { file } from './tasks/file.ts'
import { object } from './tasks/object.ts'
import { prefix } from './tasks/prefix.ts'
import { withWords } from './with-words.ts'

// Checks and changes configs that somebody brings: a worker of its own, so that who only converts loads nothing of it.

const tasks = {
  ...withWords({ ...config, ...configForm, ...file, ...object, ...prefix }),
  /** Answers as soon as the worker has loaded. */
  isAwake: () => true,
}

export type ConfigWorkerApi = typeof tasks

expose(tasks)
