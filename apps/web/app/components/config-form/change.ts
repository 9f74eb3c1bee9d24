/**
 * Changes a value as it stands by then: a file that took long to read undoes nothing that was changed meanwhile. The value
 * itself means that nothing changed. `typing` names what is being typed: such changes in a row are one step of undo.
 */
export type Change<Value> = (update: (now: Value) => Value, typing?: string) => void

/** New values of some fields; an undefined one takes the field away. */
export type FieldChanges<Row> = { [Key in keyof Row]?: Row[Key] | undefined }

/** What is wrong with a value, in words, by the path of the field: `0.name`. */
export type Issues = Readonly<Record<string, string>>

/** What is wrong with a part of a value, by the path inside that part. */
export function issuesOf(issues: Issues, part: string): Issues {
  const start = `${part}.`
  return Object.fromEntries(
    Object.entries(issues).flatMap(([path, words]) =>
      path.startsWith(start) ? [[path.slice(start.length), words]] : [],
    ),
  )
}
