import { beforeEach, describe, expect, test } from 'vitest'
import { createStore } from '../../../lib/store.ts'
import { toasts } from '../../../lib/toasts.ts'
import { fixesOfAll } from './fix-all.ts'
import {
  deleteEntries,
  fixesOf,
  issuesOfLine,
  withLine,
  type Draft,
  type FixTools,
  type FixableIssue,
} from './fixes.ts'
import { TEXT_SOURCE, textOf, withCommon, withText, type SubscriptionAddress } from '@switchyard/recipe/model'
import { fakeDesk } from '../../../components/engine/fake-desk.ts'
import { startHistory } from '../../../components/node-list/edit-history.ts'
import { EMPTY_MODEL, type Model } from '../session/model.ts'
import type { ConvertSession } from '../session/session.ts'
import { WorkerGone } from '../../../components/engine/worker-client.ts'

const REPORTED_OF = 'trojan://a@a.example:443#A\nbroken://x\ntrojan://c@c.example:443\nbroken://y'
const skipped = (line: number): FixableIssue =>
  withLine({ code: 'unsupported-scheme', message: '', sourceId: 'text', line, kept: false }, REPORTED_OF)

beforeEach(() => toasts.set([]))

/** A box with a text, and what was told of another text that stood in it before. */
function boxWith(text: string, answers: Partial<ConvertSession> = {}) {
  let model = withText(EMPTY_MODEL, text)
  const session = {
    get model() {
      return model
    },
    change: (next: (now: typeof model) => typeof model) => void (model = next(model)),
    desk: fakeDesk({}, { rows: createStore([]) }),
    history: createStore(startHistory(model)),
    ...answers,
  } as unknown as ConvertSession
  let draft: Draft | undefined
  const tools = {
    session,
    t: (key: string, values?: { n?: number; line?: number; host?: string }) =>
      `${key} ${values?.n ?? values?.line ?? values?.host ?? ''}`.trim(),
    editDraft: (opened: Draft) => (draft = opened),
  } as unknown as FixTools
  const reportedOf = () => toasts.get().map(({ text }) => text)
  return { tools, text: () => textOf(model), reportedOf, draft: () => draft }
}

describe('what is offered', () => {
  const cipher: FixableIssue = { code: 'cipher-unsupported', message: '', key: 'a', kept: false }
  const idsFor = (issue: FixableIssue, change: Partial<typeof EMPTY_MODEL>, madeFor = 'clash') => {
    const session = {
      model: { ...EMPTY_MODEL, ...change },
      desk: fakeDesk({}, { rows: createStore([]), state: createStore({ madeFor, lists: { denied: {} } }) }),
    } as unknown as ConvertSession
    return fixesOf(issue, { session, t: (key: string) => key } as unknown as FixTools).map(({ id }) => id)
  }

  test.each<[string, FixableIssue, string[]]>([
    [
      'Mihomo or deletion, and no other cipher, where Mihomo has the one of the server',
      { ...cipher, isTakenElsewhere: true },
      ['target', 'delete-node'],
    ],
    ['another cipher, where no client knows the one that is named', cipher, ['cipher']],
    [
      'Mihomo or deletion, for a type that only Mihomo has',
      { code: 'type-unsupported', message: '', key: 'a', kept: false, isTakenElsewhere: true },
      ['target', 'delete-node'],
    ],
    ['nothing, for a type that no client has', { code: 'type-unsupported', message: '', key: 'a', kept: false }, []],
    [
      'the way back from a filter, and not another client, for a name that it took out',
      { code: 'excluded', field: 'name', message: '', key: 'a', kept: false },
      ['clear-filter'],
    ],
    [
      'leaving out, for a notice that stands among the nodes',
      { code: 'info-entry', message: '', key: 'a', kept: true },
      ['exclude'],
    ],
    ['another try, for rules that lack their lists', { code: 'routes-less', message: '' }, ['lists']],
    ['nothing, for a notice that is left out', { code: 'info-entry', message: '', key: 'a', kept: false }, []],
  ])('is %s', (_, issue, ids) => {
    expect(idsFor(issue, { output: 'clash' })).toEqual(ids)
  })

  test('is not Mihomo while the result of Clash is on the screen and Mihomo is chosen already', () => {
    const issue: FixableIssue = { ...cipher, isTakenElsewhere: true }
    expect(idsFor(issue, { output: 'mihomo' })).toEqual([])
  })

  test.each<[string, Record<string, number>, string, unknown[][]]>([
    ['for a host that was refused, its permission', { 'a.example': 3, 'b.example': 1 }, 'status.listsAllowHost a.example', [['allow', 'a.example']]],
    ['where no host was refused, another try', {}, 'status.retry', [['retry']]],
  ])('for missing rule lists is, %s', (_, denied, label, wanted) => {
    const asked: unknown[][] = []
    const { tools } = boxWith('', {
      desk: fakeDesk({}, {
        state: createStore({ lists: { denied } }),
        answerLists: (host: string, answer: string) => void asked.push([answer, host]),
        retryLists: () => void asked.push(['retry']),
      }),
    })
    const [fix] = fixesOf({ code: 'routes-less', message: '' }, tools)
    expect(fix!.label).toBe(label)
    fix!.run()
    expect(asked).toEqual(wanted)
  }) // oxfmt-ignore

  test.each<[string, Partial<SubscriptionAddress>, string[]]>([
    ['a subscription address is to get its nodes', {}, ['line.fetch']],
    [
      'the address of a converter is what it contains, or its result',
      { holds: 2 },
      ['line.takeHeld', 'line.fetchResult'],
    ],
    ['an address that no page may ask is another way', { url: 'http://a.example/x' }, ['line.chooseWay']],
  ])('for %s', (_, change, labels) => {
    const address = { line: 1, text: '', url: 'https://a.example/x', ...change }
    const sources = createStore({ [TEXT_SOURCE]: { info: { addresses: [address] } } })
    const { tools } = boxWith('', { desk: fakeDesk({}, { sources }) })
    const issue: FixableIssue = { code: 'needs-fetch', message: '', sourceId: TEXT_SOURCE, line: 1, kept: false }
    expect(fixesOf(issue, tools).map(({ label }) => label)).toEqual(labels)
  })

  test('leaves notices out from now on, and says how many there are', () => {
    const notice: FixableIssue = { code: 'info-entry', message: '', key: 'a', kept: true }
    const state = createStore({ result: { issues: [notice, notice] } })
    const { tools, reportedOf } = boxWith('', { desk: fakeDesk({}, { state }) })
    fixesOf(notice, tools)[0]!.run()
    expect(fixesOf(notice, tools)).toEqual([])
    expect(reportedOf()).toEqual(['nodes.infoExcluded 2'])
  })

  test('clears both filters over names in one step', () => {
    const { tools } = boxWith('')
    const { session } = tools
    session.change((model) => withCommon(model, { nameInclude: 'a', nameExclude: 'b' }))
    fixesOf({ code: 'excluded', field: 'name', message: '', key: 'a', kept: false }, tools)[0]!.run()
    expect(session.model.common).toMatchObject({ nameInclude: '', nameExclude: '' })
  })
})

describe('an error', () => {
  const YAML = 'proxies:\n  - name: A\n    port: 70000\n  - name: B'
  const error = (issue: Partial<FixableIssue>, text = ''): FixableIssue =>
    withLine({ code: 'bad-port', message: '', sourceId: 'text', kept: false, severity: 'error', ...issue }, text)
  const deletion = (issue: FixableIssue, tools: FixTools) =>
    fixesOf(issue, tools).filter(({ id }) => id.startsWith('delete'))

  test.each<[string, Partial<FixableIssue>, string, string]>([
    ['of a line', { line: 2, code: 'unsupported-scheme' }, REPORTED_OF, 'delete-line'],
    ['of an item of many lines', { line: 2 }, YAML, 'delete-entry'],
    ['of a document that cannot be read', { line: 2, code: 'bad-yaml' }, YAML, 'delete-source'],
    ['of a link whose body is no JSON', { line: 1, code: 'bad-json' }, 'vmess://eyJ2Ijoi\nss://a', 'delete-line'],
    [
      'of a link inside Base64 whose body is no JSON',
      { line: 1, inner: 2, code: 'bad-json' },
      btoa('ss://a\nvmess://eyJ2Ijoi'),
      'delete-entry',
    ],
    ['of a node', { line: 2, key: 'a', code: 'client-refuses' }, YAML, 'delete-node'],
    [
      'of an additional rule',
      { line: 1, code: 'rule-parts', sourceId: undefined, isRuleLine: true },
      '',
      'delete-line',
    ],
  ])('%s offers one way to delete what it is about', (_, issue, text, id) => {
    const { tools } = boxWith(text)
    expect(deletion(error(issue, text), tools).map((fix) => fix.id)).toEqual([id])
  })

  test('of an item takes the whole item out of the text', () => {
    const { tools, text, reportedOf } = boxWith(YAML)
    deletion(error({ line: 2 }, YAML), tools)[0]!.run()
    expect(text()).toBe('proxies:\n  - name: B')
    expect(reportedOf()).toEqual(['nodes.deleted 1'])
  })

  test('of an item takes nothing out of a text that is another one by now', () => {
    const { tools, text, reportedOf } = boxWith(YAML)
    const [fix] = deletion(error({ line: 2 }, YAML), tools)
    tools.session.change((model) => withText(model, `# mine\n${YAML}`))
    fix!.run()
    expect(text()).toBe(`# mine\n${YAML}`)
    expect(reportedOf()).toEqual(['line.notFound 1'])
  })

  test('of a line of a file takes that line out, and never the file', () => {
    const { tools } = boxWith('')
    const file = {
      id: 'f',
      kind: 'file',
      name: 'a.txt',
      text: 'ss://a\nvmess://eyJ2Ijoi\nss://b',
      enabled: true,
    } as const
    tools.session.change((model) => ({ ...model, sources: [file] }))
    const [fix] = deletion(error({ line: 2, code: 'bad-json', sourceId: 'f' }), tools)
    expect(fix!.id).toBe('delete-entry')
    fix!.run()
    expect(tools.session.model.sources.map(({ text }) => text)).toEqual(['ss://a\nss://b'])
  })

  test('of an additional rule takes that rule out', () => {
    const { tools } = boxWith('')
    tools.session.change((model) => withCommon(model, { rules: 'DOMAIN,a.example\nDOMAIN,b.example,DIRECT' }))
    deletion(error({ line: 1, code: 'rule-parts', sourceId: undefined, isRuleLine: true }), tools)[0]!.run()
    expect(tools.session.model.common.rules).toBe('DOMAIN,b.example,DIRECT')
  })

  test('a warning is repaired and not deleted', () => {
    const { tools } = boxWith('')
    expect(deletion(error({ key: 'a', code: 'certificate-unchecked', severity: 'warning' }), tools)).toEqual([])
  })
})

test('what is done about many begins with repairs and ends with deletion', () => {
  const { tools } = boxWith(REPORTED_OF)
  const unchecked: FixableIssue = { code: 'certificate-unchecked', message: '', key: 'a' }
  const duplicate: FixableIssue = { code: 'duplicate', message: '', kept: false }
  const notice: FixableIssue = { code: 'info-entry', message: '', key: 'b', kept: true }
  const all = fixesOfAll([skipped(2), notice, duplicate, unchecked], tools)
  expect(all.map(({ id, isDeletion = false }) => [id, isDeletion])).toEqual([
    ['check', false],
    ['keep', false],
    ['exclude', false],
    ['delete-lines', true],
  ])
})

describe('entries deleted together', () => {
  const BODY = btoa('ss://a\nbroken\nss://b\nbad')
  const issue = (line: number, inner?: number, code: FixableIssue['code'] = 'bad-port') =>
    withLine(
      { code, message: '', sourceId: 'text', line, kept: false, ...(inner === undefined ? {} : { inner }) },
      TEXT,
    )
  const TEXT = `broken://x\n${BODY}\nbroken://y`

  test('go out of lines and of Base64 in one step, and are counted together', () => {
    const { tools, text, reportedOf } = boxWith(TEXT)
    deleteEntries(tools.session, { nodes: ['a'], skipped: [issue(1), issue(2, 2), issue(2, 4), issue(2, 4)] }, tools.t)
    expect(text()).toBe(`${btoa('ss://a\nss://b')}\nbroken://y`)
    expect(tools.session.model.edits.deleted).toEqual(['a'])
    expect(reportedOf()).toEqual(['nodes.deleted 4'])
  })

  test('that cannot go alone are told of, and stay', () => {
    const { tools, text, reportedOf } = boxWith(TEXT)
    deleteEntries(tools.session, { nodes: [], skipped: [issue(3), issue(2, undefined, 'bad-yaml')] }, tools.t)
    expect(text()).toBe(`broken://x\n${BODY}`)
    expect(reportedOf()).toEqual(['line.notAlone 1', 'nodes.deleted 1'])
  })
})

describe('a line that could not be read', () => {
  const deleteLine = (tools: FixTools) =>
    fixesOf(skipped(2), tools)
      .find(({ id }) => id === 'delete-line')!
      .run()

  test('is the one that goes, although another line was put before it since it was told', () => {
    const { tools, text, reportedOf } = boxWith(`trojan://n@n.example:443#N\n${REPORTED_OF}`)
    deleteLine(tools)
    expect(text().split('\n')).toEqual(`trojan://n@n.example:443#N\n${REPORTED_OF}`.split('\n').toSpliced(2, 1))
    expect(reportedOf()).toEqual(['problems.fixed 1'])
  })

  test('that is another one by now takes none with it, and that is said', () => {
    const now = REPORTED_OF.replace('broken://x', 'trojan://b@b.example:443#B')
    const { tools, text, reportedOf } = boxWith(now)
    deleteLine(tools)
    expect(text()).toBe(now)
    expect(reportedOf()).toEqual(['line.notFound 1'])
  })

  test('goes with all others that are still there', () => {
    const { tools, text, reportedOf } = boxWith('broken://y\ntrojan://a@a.example:443#A')
    const fix = fixesOfAll([skipped(2), skipped(4), skipped(4)], tools).find(({ id }) => id === 'delete-lines')!
    expect(fix.label).toBe('problems.fixLines 2')
    fix.run()
    expect(text()).toBe('trojan://a@a.example:443#A')
    expect(reportedOf()).toEqual(['line.notFound 1', 'problems.fixed 1'])
  })
})

test('a line of Base64 that could not be read goes alone, and the rest of the subscription stays', () => {
  const inside = 'trojan://a@a.example:443#A\nbroken://x\ntrojan://c@c.example:443#C'
  const { tools, text, reportedOf } = boxWith(btoa(inside))
  const issues = issuesOfLine(
    1,
    [{ code: 'unsupported-scheme', severity: 'error', message: '', inner: 2, kept: false }],
    text(),
  )
  const fixes = fixesOf(issues[0]!, tools)
  expect(fixes.map(({ id }) => id)).toEqual(['delete-entry'])
  fixes[0]!.run()
  expect(atob(text())).toBe('trojan://a@a.example:443#A\ntrojan://c@c.example:443#C')
  expect(reportedOf()).toEqual(['nodes.deleted 1'])
})

describe('a link that misses something', () => {
  const issue = withLine(
    { code: 'missing-field', message: '', sourceId: 'text', line: 3, field: 'name', kept: false },
    REPORTED_OF,
  )
  const LINK = 'trojan://c@c.example:443#C'
  const node = { type: 'trojan', name: 'C', server: 'c.example', port: 443 }
  const answers = {
    desk: fakeDesk<Model>({
      node: { draft: async () => ({ node, open: [] }), preview: async () => ({ link: LINK, issues: [] }) },
    }),
  }
  const edit = (tools: FixTools) =>
    fixesOf(issue, tools)
      .find(({ id }) => id === 'edit')!
      .run()

  test('is replaced where it stands once it is filled in', async () => {
    const box = boxWith(`# mine\n${REPORTED_OF}`, answers)
    edit(box.tools)
    await expect.poll(box.draft).toBeDefined()
    box.draft()!.onSave(node)
    await expect.poll(box.reportedOf).toEqual(['line.replaced 4'])
    expect(box.text().split('\n')[3]).toBe(LINK)
  })

  test('that is gone by then is told of, and nothing else is replaced', async () => {
    const box = boxWith('broken://x', answers)
    edit(box.tools)
    await expect.poll(box.draft).toBeDefined()
    box.draft()!.onSave(node)
    await expect.poll(box.reportedOf).toEqual(['line.notFound 1'])
    expect(box.text()).toBe('broken://x')
  })

  test('that nobody answered for is told of', async () => {
    const gone = () => Promise.reject(new WorkerGone('crashed'))
    const box = boxWith(REPORTED_OF, { desk: fakeDesk({ node: { draft: gone } }) })
    edit(box.tools)
    await expect.poll(box.reportedOf).toEqual(['status.noAnswer'])
  })
})
