/** Why nothing was made of a text: a key of `java.issue` and its values. */
export interface JavaIssue {
  code:
    | 'aliases'
    | 'empty'
    | 'escape'
    | 'gone'
    | 'json'
    | 'long-text'
    | 'no-constants'
    | 'no-object'
    | 'record-needs-17'
    | 'scalar'
    | 'too-large'
    | 'too-many-constants'
    | 'too-many-types'
    | 'yaml'
    | 'yaml-key'
    | 'yaml-twice'
  args?: Readonly<Record<string, string | number>>
}

/** What is good to know of a result: a key of `java.note` and its values. */
export interface JavaNote {
  code: 'documents' | 'empty-values' | 'left-out' | 'root' | 'same-key'
  args: Readonly<Record<string, string | number>>
}

/** Ends the making of one text, from wherever it becomes clear that it cannot be done. */
export class JavaRefusal extends Error {
  readonly issue: JavaIssue

  constructor(code: JavaIssue['code'], args?: JavaIssue['args']) {
    super(code)
    this.issue = args === undefined ? { code } : { code, args }
  }
}
