/** Does one work after the other, in all tabs. Over plain http browsers have no locks between tabs: there only this tab waits. */
export function turnsOf(name: string): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return async (work) => {
    if (navigator.locks) return navigator.locks.request(name, work)
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}
