import { LANGS, type Lang } from '@switchyard/convert/languages'
import { isRecord } from '@switchyard/convert/record'
import { loadIssueWords } from '@switchyard/locale'

type Task = Readonly<Record<string, (...args: never[]) => unknown>>
type Waiting<T extends Task> = {
  [Name in keyof T]: (...args: Parameters<T[Name]>) => Promise<Awaited<ReturnType<T[Name]>>>
}

/**
 * A task, each call of which waits for the words of the language that the page asks in: an argument, or the `lang` of a
 * request. Calls begin in the order in which they came.
 */
export function withWords<T extends Task>(task: T, load: (lang: Lang) => Promise<void> = loadIssueWords): Waiting<T> {
  const waiting = Object.entries(task).map(([name, run]) => [
    name,
    async (...args: never[]) => {
      ready = Promise.all([ready, ...languagesIn(args).map(load)]).catch(endWorker)
      await ready
      return run(...args)
    },
  ])
  // Every name stands for its own function, as before.
  return Object.fromEntries(waiting) as Waiting<T>
}

let ready: Promise<unknown> = Promise.resolve()

/** Words that do not come end the worker, as a script does that does not come: the next worker asks for them again. */
function endWorker(error: unknown): Promise<never> {
  reportError(error)
  return new Promise(() => {})
}

function languagesIn(args: readonly unknown[]): Lang[] {
  const named = args.map((arg) => (isRecord(arg) ? arg['lang'] : arg))
  return LANGS.filter((lang) => named.includes(lang))
}
