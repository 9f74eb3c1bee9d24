import type { NodeEntry } from '../convert-options.ts'
import { isChecked } from '../model/checked-node.ts'
import { ISSUE_SEVERITY, type Issue, issueOf, type NodeIssue } from '../model/issue.ts'
import { hasKey, isRecord, recordOf } from '../text/record.ts'
import { readNode } from './node-from.ts'

/** Whether an entry may be taken as it is: its node is one of ours, and what it says besides is of the right kind. */
export function isSoundEntry(entry: unknown): boolean {
  if (!isRecord(entry)) return false
  const { node, link, name, source, line, inner, issues } = entry
  return (
    isRecord(node) &&
    isChecked(node) &&
    isTextOrAbsent(link) &&
    isTextOrAbsent(name) &&
    isTextOrAbsent(source) &&
    isNumberOrAbsent(line) &&
    isNumberOrAbsent(inner) &&
    (issues === undefined || (Array.isArray(issues) && issues.every(isNodeIssue)))
  )
}

/** An entry made of what a foreign one says, as far as that can be used; or why its node is none. */
export function entryFrom(
  foreign: unknown,
): { entry: NodeEntry; issues?: undefined } | { entry?: undefined; issues: Issue[] } {
  const given = recordOf(foreign)
  const { link, name, source, line, inner, issues } = given
  const place = {
    source: isTextOrAbsent(source) ? source : undefined,
    line: isNumberOrAbsent(line) ? line : undefined,
    inner: isNumberOrAbsent(inner) ? inner : undefined,
  }
  const read = readNode(given['node'])
  if (read.node === undefined)
    return { issues: read.issues.map((issue) => issueOf(issue, { ...place, node: read.name })) }
  const before = Array.isArray(issues) ? issues.filter(isNodeIssue) : []
  const entry: NodeEntry = {
    ...place,
    node: read.node,
    link: isTextOrAbsent(link) ? link : undefined,
    name: isTextOrAbsent(name) ? name : undefined,
    issues: [...before, ...read.issues],
    disabled: given['disabled'] === true,
    kept: given['kept'] === true,
  }
  return { entry }
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string'
}

function isNumberOrAbsent(value: unknown): value is number | undefined {
  return value === undefined || typeof value === 'number'
}

function isNodeIssue(value: unknown): value is NodeIssue {
  if (!isRecord(value)) return false
  const { code, field, args } = value
  if (typeof code !== 'string' || !hasKey(ISSUE_SEVERITY, code) || !isTextOrAbsent(field)) return false
  return args === undefined || isRecord(args)
}
