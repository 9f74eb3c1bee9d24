/**
 * The part of a list behind this one, from what hosts say of it: its number in `Link`, a header of its own, or how many there
 * are. Only the number is taken, so that no foreign address is asked. Where a browser shows none of these headers, a full
 * page has another one behind it.
 */
export function nextPage(headers: Headers, page: string | undefined, count: number, size: number): string | undefined {
  const next = headers.get('x-next-page')
  if (next !== null) return next || undefined
  if (headers.has('link')) return nextInLink(headers.get('link')!)
  const current = Number(page ?? 1)
  const pages = headers.get('total_page')
  const hasMore = pages === null ? count >= size : current < Number(pages)
  return hasMore ? String(current + 1) : undefined
}

function nextInLink(links: string): string | undefined {
  for (const link of links.split(/,(?=\s*<)/)) {
    const address = /^\s*<([^>]*)>/.exec(link)?.[1]
    if (address && /;\s*rel="?next"?/i.test(link))
      return new URL(address, 'https://host').searchParams.get('page') ?? undefined
  }
  return undefined
}

/** Every part of a list, at most so many. */
export async function allParts<T>(
  part: (page: string | undefined) => Promise<{ items: T[]; next?: string }>,
  maxParts: number,
): Promise<{ items: T[]; isTruncated: boolean }> {
  const items: T[] = []
  let page: string | undefined
  for (let asked = 0; asked < maxParts; asked++) {
    const { items: more, next } = await part(page)
    items.push(...more)
    if (next === undefined) return { items, isTruncated: false }
    page = next
  }
  return { items, isTruncated: true }
}
