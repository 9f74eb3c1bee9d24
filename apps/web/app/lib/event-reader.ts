/** An event of a stream, as the standard of server-sent events writes it. */
export interface StreamEvent {
  event: string
  data: unknown
}

/** Puts the bits of an answer together again, and reports each event once it is whole. Comments, such as signs of life, are left out. */
export function eventReader(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line) ?? [])
      const data = fields.filter(([, name]) => name === 'data').map(([, , value]) => value)
      const event = fields.find(([, name]) => name === 'event')?.[2]
      if (data.length > 0) onEvent({ event: event ?? 'message', data: JSON.parse(data.join('\n')) })
    }
  }
}
