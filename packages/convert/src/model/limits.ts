/** What is taken at most, by engine, page and terminal (docs/formats/documents.md, "Limits"). */
export const TEXT_MAX_BYTES = 64 * 1024 * 1024
export const NODES_MAX = 200_000

/** With more nodes a page makes a config when it is asked for. */
export const AT_ONCE_MAX_NODES = 5000
