/** A text of a page as plain values: the build reads Markdown, the page draws these. */
export interface ArticleText {
  /** The day of its last change: `2026-11-28`. */
  updated: string
  blocks: readonly Block[]
}

export type Block =
  | { kind: 'heading'; id: string; text: string }
  | { kind: 'paragraph'; words: readonly Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: readonly (readonly Inline[])[] }
  | { kind: 'table'; head: readonly (readonly Inline[])[]; rows: readonly (readonly (readonly Inline[])[])[] }
  | { kind: 'code'; text: string }

export type Inline =
  | string
  | { kind: 'code'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'link'; text: string; to: string }
