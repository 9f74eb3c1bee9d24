import { expect, test } from 'vitest'
import { stateOfRow } from './state-of-row.ts'
import type { ListedNode } from '../types.ts'

const row = (more: Partial<ListedNode>): ListedNode => ({
  id: 'a', line: '1', name: 'a', protocol: 'ss', server: 'example.com', port: 443, source: 'a', state: 'kept', ...more,
}) // oxfmt-ignore
const issue = (text: string, severity: 'error' | 'warning' | 'note') => ({ code: 'x', text, severity })

test.each<[string, Partial<ListedNode>, string | undefined, string | undefined]>([
  ['that is kept says nothing', {}, undefined, undefined],
  [
    'that is refused says its reason once',
    { state: 'refused', reason: 'Bad port', issues: [issue('Bad port', 'error')] },
    'refused',
    'Bad port',
  ],
  [
    'that is refused says all that is wrong, each once',
    { state: 'refused', reason: 'A · B', issues: [issue('A', 'error'), issue('B', 'error')] },
    'refused',
    'A\nB',
  ],
  ['that is excluded says why', { state: 'excluded', reason: 'By a filter' }, 'excluded', 'By a filter'],
  ['with a warning says so', { issues: [issue('A', 'warning')] }, 'warning', 'A'],
  ['with an error has a problem', { issues: [issue('A', 'error')] }, 'problem', 'A'],
  ['that may not connect is doubtful', { isDoubtful: true, issues: [issue('A', 'warning')] }, 'doubtful', 'A'],
  ['with a note alone has a note', { issues: [issue('A', 'note')] }, 'note', 'A'],
  ['that tells of traffic is no node', { isInfo: true }, 'info', ''],
])('a row %s', (_, more, key, words) => {
  const state = stateOfRow(row(more))
  expect([state?.key, state?.words]).toEqual([key, words])
})
