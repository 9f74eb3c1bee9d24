/** The next page that `Link` names: its number alone, so that no foreign address is asked. */
export function nextInLink(headers: Headers): string | undefined {
  for (const link of (headers.get('link') ?? '').split(/,(?=\s*<)/)) {
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
