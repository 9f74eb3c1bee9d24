import { describe, expect, test } from 'vitest'
import { clientFacts } from '../clients/facts.ts'
import { sampleNodes } from '../../proof/config-request.ts'
import type { TemplateGroup, TemplateMember } from '../templates/template.ts'
import { brokenChains } from './broken-chains.ts'
import { planGroups } from './groups.ts'

const ref = (name: string): TemplateMember => ({ kind: 'ref', name })

function group(name: string, members: readonly TemplateMember[], more: Partial<TemplateGroup> = {}): TemplateGroup {
  return { name, type: 'select', members, whenEmpty: 'drop', ...more }
}

const nodes = sampleNodes(3)
const names = new Set(nodes.map((node) => node.name))
const [HK = '', JP = '', US = ''] = names

const GROUPS = [
  group('Top', [ref('All')]),
  group('All', [{ kind: 'all' }]),
  group('Japan', [{ kind: 'pattern', pattern: 'Tokyo' }]),
  group('Hong', [{ kind: 'pattern', pattern: '香港' }]),
  group('Above Hong', [ref('Hong')]),
  group('Hong or direct', [{ kind: 'pattern', pattern: '香港' }], { whenEmpty: 'direct' }),
]

function broken(dialers: Record<string, string>): string[] {
  const plan = planGroups({
    client: clientFacts('mihomo'),
    template: { name: 't', groups: GROUPS, rules: [] },
    nodes,
    providers: [],
  })
  return [...brokenChains(plan, new Map(Object.entries(dialers)), (name) => names.has(name))].toSorted()
}

describe('nodes that connect through others', () => {
  test.each([
    ['another node', { [HK]: JP }, []],
    ['a chain', { [HK]: JP, [JP]: US }, []],
    ['nothing', { [HK]: 'ghost' }, [HK]],
    ['itself', { [HK]: HK }, [HK]],
    ['each other', { [HK]: JP, [JP]: HK }, [HK, JP].toSorted()],
    ['a circle that it is not in', { [US]: HK, [HK]: JP, [JP]: HK }, [HK, JP, US].toSorted()],
    ['a chain that ends in nothing', { [HK]: JP, [JP]: US, [US]: 'ghost' }, [HK, JP, US].toSorted()],
    ['a group that holds it', { [HK]: 'All' }, [HK]],
    ['a group that holds others', { [HK]: 'Japan' }, []],
    ['a group whose group holds it', { [HK]: 'Top' }, [HK]],
    ['a node that goes through a group that holds it', { [HK]: JP, [JP]: 'Hong' }, [HK, JP].toSorted()],
    ['a group that loses its only node', { [HK]: 'ghost', [JP]: 'Hong' }, [HK, JP].toSorted()],
    ['a group whose only group goes', { [HK]: 'ghost', [JP]: 'Above Hong' }, [HK, JP].toSorted()],
    ['a group that is direct without its node', { [HK]: 'ghost', [JP]: 'Hong or direct' }, [HK]],
  ])('through %s', (_, dialers, expected) => {
    expect(broken(dialers)).toEqual(expected)
  })
})
