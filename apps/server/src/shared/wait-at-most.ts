/** A client waits so long for what nobody has fetched yet. */
export const FIRST_WAIT_MS = 8000

/** What comes of work; undefined: it failed, or takes longer. Then it goes on. */
export async function waitAtMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  const done = await Promise.race([work.catch(() => undefined), end])
  clearTimeout(timer)
  return done
}
