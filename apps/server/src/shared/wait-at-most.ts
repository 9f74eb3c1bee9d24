/** A client waits so long for what nobody has fetched yet. */
export const FIRST_WAIT_MS = 8000

/** Waits for work, but not longer; it goes on. */
export async function waitAtMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work.catch(() => undefined), end])
  clearTimeout(timer)
}
