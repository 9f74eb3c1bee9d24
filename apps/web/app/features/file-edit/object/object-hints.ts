import type { ClientId } from '@switchyard/convert/facts'
import { hintAt, hintsBelow } from '../../../components/config-editor/schema-hints.ts'
import type { Locale } from '../../../lib/locale.ts'
import type { ObjectPath } from '../../../workers/tasks/object.ts'

/** What a key is, and what it takes where that is one of a few. */
export interface ObjectHint {
  key: string
  words: string
  values: readonly string[]
}

/** What is known of the keys of a document. */
export interface ObjectHints {
  at: (path: ObjectPath) => ObjectHint | undefined
  /** Keys that may stand in a map. */
  below: (path: ObjectPath) => readonly ObjectHint[]
}

/** The keys of a client's config, as the code editor tells of them. */
export function objectHints(client: ClientId, locale: Locale): ObjectHints {
  const shown = ({ path, words, values = [] }: NonNullable<ReturnType<typeof hintAt>>): ObjectHint => ({
    key: path.slice(path.lastIndexOf('.') + 1),
    words: words[locale],
    values,
  })
  return {
    at: (path) => {
      const hint = typeof path.at(-1) === 'string' ? hintAt(client, keysOf(path)) : undefined
      return hint && shown(hint)
    },
    below: (path) => hintsBelow(client, keysOf(path)).map(shown),
  }
}

/** Hints name the keys alone, whichever item of a list they stand in. */
const keysOf = (path: ObjectPath) => path.filter((key) => typeof key === 'string')
