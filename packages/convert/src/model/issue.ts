/**
 * Why something happened to one entry, node or field. The codes are a contract (other people's scripts read them);
 * the words stand in `@switchyard/locale`, keyed by code.
 */

export type Severity = 'error' | 'warning' | 'note'

/** Every code with its usual severity. */
export const ISSUE_SEVERITY = {
  // an entry that cannot be read
  'unsupported-scheme': 'error',
  'bad-base64': 'error',
  'bad-json': 'error',
  'bad-yaml': 'error',
  'yaml-aliases': 'error',
  'missing-field': 'error',
  'bad-port': 'error',
  'bad-value': 'error',
  'missing-public-key': 'error',
  'needs-fetch': 'warning',
  'fetch-failed': 'error',
  'server-message': 'error',
  'bad-archive': 'error',
  'text-encoding': 'note',
  'too-large': 'error',
  'too-many-nodes': 'error',
  // a recipe
  'recipe-unknown': 'warning',
  // what became of a node on its way
  'name-changed': 'note',
  'name-not-rewritten': 'warning',
  'mapping-unused': 'warning',
  'mapping-group-added': 'note',
  duplicate: 'note',
  'duplicate-differs': 'warning',
  excluded: 'note',
  'info-entry': 'note',
  'parameter-unknown': 'note',
  'certificate-unchecked': 'warning',
  'no-tls': 'warning',
  // what a client cannot carry (docs/formats/losses.md, "What a client cannot carry")
  'type-unsupported': 'warning',
  'cipher-unsupported': 'warning',
  'transport-unsupported': 'warning',
  'tls-required': 'warning',
  'plugin-unsupported': 'warning',
  'reality-unsupported': 'warning',
  'encryption-unsupported': 'warning',
  'protocol-variant-unsupported': 'warning',
  'amnezia-unsupported': 'warning',
  'version-too-old': 'warning',
  'written-for-version': 'note',
  'version-needed': 'warning',
  'client-refuses': 'error',
  'pin-not-convertible': 'warning',
  'certificate-checked': 'warning',
  'ech-unsupported': 'note',
  'fp-unsupported': 'note',
  'alpn-unsupported': 'note',
  'mux-unsupported': 'note',
  'field-ignored': 'note',
  'value-defaulted': 'note',
  'connection-shared': 'warning',
  // groups, rules, lists, providers
  'group-kind-changed': 'note',
  'group-choice-fixed': 'note',
  'group-order-cut': 'note',
  'group-empty': 'note',
  'group-member-missing': 'warning',
  'group-loop': 'warning',
  'filter-unread': 'error',
  'unsafe-setting': 'warning',
  'rule-empty': 'error',
  'rule-parts': 'error',
  'rule-type-unknown': 'error',
  'rule-value': 'error',
  'rule-action': 'error',
  'rule-duplicate': 'warning',
  'rule-unreachable': 'warning',
  'rule-matches-all': 'warning',
  'rule-rewritten': 'note',
  'rule-unsupported': 'warning',
  'rule-set-line': 'warning',
  'rule-semantics-changed': 'note',
  'rule-target-missing': 'error',
  'provider-invalid': 'error',
  'provider-unsupported': 'warning',
  'list-missing': 'warning',
  'list-empty': 'warning',
  'list-refused': 'warning',
  'list-remote': 'warning',
  'routes-less': 'warning',
  'controller-closed': 'note',
  'geo-database': 'note',
  'setting-migrated': 'note',
  'setting-removed': 'warning',
  'path-rewritten': 'note',
  // a config that somebody brings (docs/formats/check.md)
  'config-empty': 'error',
  'documents-left-out': 'warning',
  'key-twice': 'error',
  'key-unknown': 'error',
  'key-missing': 'error',
  'key-removed': 'error',
  'relay-removed': 'error',
  'transport-removed': 'error',
  'key-too-new': 'error',
  'keys-together': 'error',
  'value-type': 'error',
  'value-wrong': 'error',
  'name-missing': 'error',
  'name-taken': 'error',
  'name-unused': 'warning',
  'names-loop': 'error',
  'members-missing': 'error',
  'port-taken': 'warning',
  'spelling-old': 'note',
  'client-crashes': 'error',
  // a change of such a config (docs/formats/inject.md)
  'change-refused': 'error',
  'change-differs': 'warning',
  'change-nothing': 'warning',
  'change-follows': 'note',
  'name-used': 'error',
} as const satisfies Record<string, Severity>

export type IssueCode = keyof typeof ISSUE_SEVERITY

/** Values that the words of an issue name. Never a secret: a password or key is named by its field alone. */
export type IssueArgs = Record<string, string | number>

export interface Issue {
  /** The argument or source the entry came from, as given. */
  source?: string
  /** Physical line in the text as given, from 1. */
  line?: number
  /** Line inside a decoded body, from 1. */
  inner?: number
  /** The node's final name. */
  node?: string
  field?: string
  code: IssueCode
  severity: Severity
  /** Whether the node (or rule, group) is still in the result. */
  kept?: boolean
  /** The node is in the result, and connects only under a condition that cannot be checked here. */
  doubtful?: boolean
  /** Line of the first one, for duplicates. */
  of?: number
  args?: IssueArgs
}

/** What was found out about one node while reading or writing it. */
export interface NodeIssue {
  code: IssueCode
  field?: string
  kept: boolean
  /** Connects only under a condition that cannot be checked here. */
  doubtful?: true
  args?: IssueArgs
}

/**
 * Collects issues about the node at hand. Readers and writers are given one and share it for all nodes, so a node
 * without issues costs nothing: `return issues.refuse('missing-field', 'password')` gives undefined.
 */
export class NodeIssues {
  #list: NodeIssue[] = []

  /** Something was lost, repaired or noticed; the node stays. */
  note(code: IssueCode, field?: string, args?: IssueArgs): void {
    this.#add({ code, field, kept: true, args })
  }

  /** The node stays, but connects only under a condition that cannot be checked here: it counts as doubtful. */
  doubt(code: IssueCode, field?: string, args?: IssueArgs): void {
    this.#add({ code, field, kept: true, doubtful: true, args })
  }

  /** The node cannot be used. Gives undefined, which is what readers and writers return for such a node. */
  refuse(code: IssueCode, field?: string, args?: IssueArgs): undefined {
    this.#add({ code, field, kept: false, args })
    return undefined
  }

  #add(issue: NodeIssue): void {
    // Most nodes have one issue at most, and a list that grows from nothing at once takes room for 17.
    if (this.#list.length === 0) this.#list = [issue]
    else this.#list.push(issue)
  }

  get isEmpty(): boolean {
    return this.#list.length === 0
  }

  /** Hands over what was collected and starts anew. */
  take(): NodeIssue[] {
    const list = this.#list
    if (list.length > 0) this.#list = []
    return list
  }
}

/** The issue that tells of an issue. */
export function issueOf(issue: NodeIssue, place: Pick<Issue, 'source' | 'line' | 'inner' | 'node'>): Issue {
  return {
    ...place,
    field: issue.field,
    code: issue.code,
    severity: ISSUE_SEVERITY[issue.code],
    kept: issue.kept,
    doubtful: issue.doubtful,
    args: issue.args,
  }
}
