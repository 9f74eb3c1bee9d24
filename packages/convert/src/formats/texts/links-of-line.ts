import type { TextFormat } from '../text-format.ts'

/** Links with something around them: `1. vless://…`, `node: "ss://…"`. */
export const linksOfLine: TextFormat = {
  detect: (reader, { start, end }) => reader.hasScheme(start, end),
  read: ({ entries, text }, { start, end }) => entries.links(text, start, end),
}
