/**
 * The least any script converter has to do with a list of links, with the fastest the runtime has: decode the bytes,
 * split lines, decode base64 and percent escapes, parse vmess bodies, serialise lean records. No validation, no report,
 * no de-duplication, no client's spelling. What the engine needs is told as a multiple of this.
 */
export function floor(bytes: Buffer): string {
  const records: string[] = []
  for (const line of bytes.toString('utf8').split('\n')) {
    const colon = line.indexOf('://')
    if (colon < 0) continue
    const type = line.slice(0, colon)
    records.push(JSON.stringify(lean(type, line, colon + 3)))
  }
  return records.join('\n')
}

function lean(type: string, line: string, start: number): Record<string, unknown> {
  if (type === 'vmess') {
    const body = JSON.parse(Buffer.from(line.slice(start), 'base64').toString('utf8')) as Record<string, unknown>
    return {
      name: body['ps'],
      type,
      server: body['add'],
      port: body['port'],
      uuid: body['id'],
      network: body['net'],
      host: body['host'],
      path: body['path'],
    }
  }
  if (type === 'ssr') return { type, body: Buffer.from(line.slice(start), 'base64').toString('utf8') }
  const hash = line.indexOf('#', start)
  const at = line.lastIndexOf('@', hash)
  const question = line.indexOf('?', Math.max(at, start))
  const end = question < 0 ? hash : question
  const colon = line.lastIndexOf(':', end)
  const user = at < start ? '' : line.slice(start, at)
  return {
    name: decodeURIComponent(line.slice(hash + 1)),
    type,
    server: line.slice(Math.max(at + 1, start), colon),
    port: line.slice(colon + 1, end),
    user: type === 'ss' ? Buffer.from(user, 'base64').toString('utf8') : decodeURIComponent(user),
    query: question < 0 ? '' : decodeURIComponent(line.slice(question + 1, hash)),
  }
}
